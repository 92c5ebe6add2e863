/** Decides when to alert a player who is looking elsewhere: once per turn, and at the end. */
export type Call = 'turn' | 'end';

export interface Moment {
  /** Whether it is the player's turn. */
  mine: boolean;
  over: boolean;
}

/** The alert for a change between two moments; none for a player who has just arrived. */
export function callFor(before: Moment | null, now: Moment): Call | null {
  if (before === null || before.over) return null;
  if (now.over) return 'end';
  return now.mine && !before.mine ? 'turn' : null;
}
