/** The sounds of a change of Pivit's view; players hear their own tiles while they build. */
import { scoreCue } from '../../sound/score-cue';
import type { Cue } from '../../sound/sound-gate';
import { celebrationBetween } from './parts/celebration';
import type { PivitView } from './view';

export function soundsBetween(
  then: PivitView,
  now: PivitView,
  seat: number | null,
): readonly Cue[] {
  return scoreCue(celebrationBetween(then, now, seat), seat);
}
