/** When somebody who looks elsewhere should be called: once a turn, and at the end. */
export type Call = 'turn' | 'end';

export interface Moment {
  /** Whether it is one's turn. */
  mine: boolean;
  over: boolean;
}

/** What has come about between two moments; whoever has just arrived sees for themselves. */
export function callFor(before: Moment | null, now: Moment): Call | null {
  if (before === null || before.over) return null;
  if (now.over) return 'end';
  return now.mine && !before.mine ? 'turn' : null;
}
