/** The sounds of a change of Qwirkle Cards' view. */
import { motion } from '../../app/motion.svelte';
import type { Cue } from '../../sound/sound-gate';
import { isNext } from './layout/layout-changes';
import type { QwirkleCardsView } from './view';

/** About when the cards of a Qwirkle are gathered. */
const GATHERED_MS = 700;

export function soundsBetween(
  then: QwirkleCardsView,
  now: QwirkleCardsView,
  seat: number | null,
): readonly Cue[] {
  if (!now.last || !isNext(then, now)) return [];
  const isOwn = now.last.seat === seat;
  const placed: Cue = { sound: 'place', isOwn };
  if (now.last.qwirkles.length === 0) return [placed];
  const sound = isOwn ? 'largeScore' : 'score';
  return [placed, { sound, isOwn, afterMs: motion.ms(GATHERED_MS) }];
}
