/** Decides when to alert a player who is looking elsewhere: once per turn, and at the end. */
import type { Cue } from '../../sound/sound-gate';

/** After the sounds of the move before. */
const AFTER_MOVE_MS = 350;

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

/** The sound of an alert. Spectators hear the winners' sound at the end. */
export function alertCue(alert: TurnAlert, seat: number | null, winners: readonly number[]): Cue {
  const hasWon = seat === null || winners.includes(seat);
  const sound = alert === 'turn' ? 'turn' : hasWon ? 'win' : 'lose';
  return { sound, isOwn: true, afterMs: AFTER_MOVE_MS };
}
