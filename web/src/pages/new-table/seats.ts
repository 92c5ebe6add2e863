/** The seats of a new table: how many, who sits there, and who shares one. */

/** A friend who gets the link, instead of a bot's level. */
export const FRIEND = '';

export interface PlannedSeat {
  /** A bot's level, or `FRIEND`. The first seat is the host's. */
  level: string;
  /** Number of people who share the seat. */
  people: number;
}

/** Add or remove seats at the end; new ones are filled like `level`. */
export function withSeatCount(
  seats: readonly PlannedSeat[],
  count: number,
  level: string,
): PlannedSeat[] {
  return Array.from({ length: count }, (_, index) => seats[index] ?? { level, people: 1 });
}

/** Fill all seats but the host's alike. */
export function withLevel(seats: readonly PlannedSeat[], level: string): PlannedSeat[] {
  return seats.map((seat, index) => (index === 0 ? seat : { ...seat, level }));
}

/** Change how many people share a seat, within 1 and `largest`. */
export function withPeople(
  seats: readonly PlannedSeat[],
  index: number,
  change: number,
  largest: number,
): PlannedSeat[] {
  return seats.map((seat, each) =>
    each === index
      ? { ...seat, people: Math.min(largest, Math.max(1, seat.people + change)) }
      : seat,
  );
}

/** Move a person to another seat, where there is room; the last person of a seat stays. */
export function withPersonMoved(
  seats: readonly PlannedSeat[],
  from: number,
  to: number,
  largest: number,
): PlannedSeat[] {
  const isPossible =
    from !== to && (seats[from]?.people ?? 1) > 1 && (seats[to]?.people ?? largest) < largest;
  if (!isPossible) return [...seats];
  return withPeople(withPeople(seats, from, -1, largest), to, 1, largest);
}

/** The text of a game's option for team sizes: empty if nobody shares a seat. */
export function teamSizesText(seats: readonly PlannedSeat[]): string {
  if (seats.every(({ people }) => people === 1)) return '';
  return seats.map(({ people }) => people).join(' ');
}

/** Levels of the bots, by seat. */
export function botsOf(seats: readonly PlannedSeat[]): Record<number, string> {
  return Object.fromEntries(
    seats.flatMap(({ level }, index) =>
      index === 0 || level === FRIEND ? [] : [[index, level] as const],
    ),
  );
}

/** Whether no other person is awaited at this table. */
export function isAgainstBots(seats: readonly PlannedSeat[]): boolean {
  return seats.every(({ level, people }, index) => (index === 0 ? people === 1 : level !== FRIEND));
}
