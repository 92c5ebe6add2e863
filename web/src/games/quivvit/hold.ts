/** The card in the hand: how far it is turned, and which move letting go of it would be. */

export interface Held {
  cell: string;
  /** Turned to the right so far; to the left below nought. */
  quarters: number;
}

type Turn = 'left' | 'right' | 'half';

/** What so many quarters are called; nought is none. */
export function wayOf(quarters: number): Turn {
  return Math.abs(quarters) === 2 ? 'half' : quarters < 0 ? 'left' : 'right';
}

/** The move that it would be; a card that has not been turned can only be claimed. */
export function moveOf({ cell, quarters }: Held): string {
  return quarters === 0 ? `claim ${cell}` : `${cell} ${wayOf(quarters)}`;
}

/** The card turned on by a quarter, 1 to the right or −1 to the left, if that may be. */
export function turnedOn(held: Held, by: 1 | -1, offered: Offered): Held | null {
  const next = { ...held, quarters: held.quarters + by };
  if (Math.abs(next.quarters) > 2) return null;
  // A half turn goes through a quarter, whatever that would be.
  const half = { ...held, quarters: 2 };
  const leads = [next, half].some((each) => offered.has(moveOf(each)));
  return next.quarters === 0 || leads ? next : null;
}

type Offered = Pick<ReadonlyMap<string, unknown>, 'has'>;

/** The cell that a move is about, if it is about one. */
export function cellOf(move: string | null): string | null {
  return /\b[a-e][1-5]\b/.exec(move ?? '')?.[0] ?? null;
}

/** How far a move turns its card. */
export function quartersOf(move: string | null): number {
  const way = /^\w\d (left|right|half)$/.exec(move ?? '')?.[1];
  return way === 'left' ? -1 : way === 'right' ? 1 : way === 'half' ? 2 : 0;
}
