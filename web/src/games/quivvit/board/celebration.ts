/** What Quivvit celebrates: points from links, with more effort for a large link. */
import type { Celebration } from '../../../ui/board/celebration.svelte';
import { type QuivvitView, turnsOver } from '../view';

/** About one turn in four. */
const LARGE_POINTS = 8;

/** The celebration of a turn; `null` if it scored nothing or the views are not consecutive. */
export function celebrationBetween(
  then: QuivvitView,
  now: QuivvitView,
  delayMs: number,
): Celebration | null {
  const { last } = now;
  if (!last?.cell || last.points <= 0 || turnsOver(now) !== turnsOver(then) + 1) return null;
  const isLarge = last.points >= LARGE_POINTS;
  const path = new Set([last.cell, ...last.links.flatMap(({ cells }) => cells)]);
  return {
    seat: last.seat,
    text: `+${last.points}`,
    from: `[data-cell="${last.cell}"]`,
    to: `[data-score="${last.seat}"]`,
    glow: isLarge ? [...path].map((cell) => `[data-flying="${cell}"]`) : [],
    delayMs,
    isLarge,
  };
}
