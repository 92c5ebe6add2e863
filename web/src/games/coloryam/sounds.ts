/** The sounds of a change of ColorYam's view. */
import { motion } from '../../app/motion.svelte';
import { scoreCue } from '../../sound/score-cue';
import type { Cue } from '../../sound/sound-gate';
import { celebrationBetween } from './board/celebration';
import { diceRolledBetween } from './board/dice';
import { ROLL_MS } from './board/roll-state.svelte';
import type { ColorYamView } from './view';

export function soundsBetween(
  then: ColorYamView,
  now: ColorYamView,
  seat: number | null,
): readonly Cue[] {
  const isRolled = diceRolledBetween(then, now).length > 0;
  const isOwn = then.waiting[0] === seat;
  return [
    ...(isRolled ? [{ sound: 'roll' as const, isOwn }] : []),
    ...scoreCue(celebrationBetween(then, now, seat), seat, isRolled ? motion.ms(ROLL_MS) : 0),
  ];
}
