/** The sounds of a change of Quatrefoil's view. */
import { motion } from '../../app/motion.svelte';
import type { Cue } from '../../sound/sound-gate';
import type { QuatrefoilView } from './view';

/** When the last token has been stacked. */
const STACKED_MS = 200;

const finishedDeals = ({ series, ending }: QuatrefoilView): number =>
  series?.finished.length ?? (ending === 'stack' ? 1 : 0);

export function soundsBetween(
  then: QuatrefoilView,
  now: QuatrefoilView,
  seat: number | null,
): readonly Cue[] {
  const isOwn = then.turn === seat;
  const placed: Cue = { sound: 'place', isOwn };
  if (finishedDeals(now) === finishedDeals(then) + 1) {
    const afterMs = motion.ms(STACKED_MS);
    return isSolved(now) ? [placed, { sound: 'largeScore', isOwn: true, afterMs }] : [placed];
  }
  return now.actions === then.actions + 1 ? [placed] : [];
}

/** Whether the deal that has just ended was solved. */
function isSolved({ series, tokens, target }: QuatrefoilView): boolean {
  const last = series?.finished.at(-1);
  return last ? last.solved : tokens.every((colour, place) => colour === target[place]);
}
