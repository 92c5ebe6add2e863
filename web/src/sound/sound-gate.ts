/** Decides which sounds are heard, so that quick moves do not become noise. */
import type { SoundName } from './sounds';

/** The same sound is not repeated within this time. */
const REPEAT_MS = 90;
/** Other players' moves are not heard more often than this. */
const OTHERS_MS = 450;
/** Sounds that accompany a move, as opposed to those that say something. */
const OF_MOVES: readonly SoundName[] = ['place', 'rotate', 'roll'];

export interface Cue {
  sound: SoundName;
  /** Whether the player caused it, and not another player. */
  isOwn: boolean;
  /** Time until it is heard, while pieces are still moving. */
  afterMs?: number;
}

export interface Hearing {
  isHidden: boolean;
  /** Whether the player wants alerts while the page is hidden. */
  alerts: boolean;
}

export class SoundGate {
  #lastMs = new Map<SoundName, number>();
  #lastOtherMs = Number.NEGATIVE_INFINITY;

  /** Whether a sound may be played now. */
  admits({ sound, isOwn }: Cue, nowMs: number, { isHidden, alerts }: Hearing): boolean {
    if (isHidden && !(sound === 'turn' && alerts)) return false;
    if (nowMs - (this.#lastMs.get(sound) ?? Number.NEGATIVE_INFINITY) < REPEAT_MS) return false;
    const isOthersMove = !isOwn && OF_MOVES.includes(sound);
    if (isOthersMove && nowMs - this.#lastOtherMs < OTHERS_MS) return false;
    this.#lastMs.set(sound, nowMs);
    if (isOthersMove) this.#lastOtherMs = nowMs;
    return true;
  }
}
