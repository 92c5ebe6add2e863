/** Decides when to alert a player who is looking elsewhere: once per turn, and at the end. */
export type TurnAlert = 'turn' | 'end';

export interface TurnMoment {
  /** Whether it is the player's turn. */
  mine: boolean;
  over: boolean;
}

/** The alert for a change between two moments; none for a player who has just arrived. */
export function alertFor(before: TurnMoment | null, now: TurnMoment): TurnAlert | null {
  if (before === null || before.over) return null;
  if (now.over) return 'end';
  return now.mine && !before.mine ? 'turn' : null;
}
