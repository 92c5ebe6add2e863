/** The sounds of a change of Quivvit's view. */
import { motion } from '../../app/motion.svelte';
import { scoreCue } from '../../sound/score-cue';
import type { Cue } from '../../sound/sound-gate';
import { celebrationBetween } from './board/celebration';
import { type QuivvitView, turnsOver } from './view';

/** After the card has been rotated. */
const LINKED_MS = 160;

export function soundsBetween(
  then: QuivvitView,
  now: QuivvitView,
  seat: number | null,
): readonly Cue[] {
  const { last } = now;
  if (!last?.cell || turnsOver(now) !== turnsOver(then) + 1) return [];
  const isOwn = last.seat === seat;
  return [
    // The player heard the rotation while holding the card.
    { sound: isOwn ? 'place' : 'rotate', isOwn },
    ...scoreCue(celebrationBetween(then, now, 0), seat, motion.ms(LINKED_MS)),
  ];
}
