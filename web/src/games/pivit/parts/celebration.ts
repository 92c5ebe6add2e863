/** What Pivit celebrates: a scoring stick that was taken, and the points of a round. */
import type { Celebration } from '../../../ui/board/celebration.svelte';
import { isBuilding, type PivitView } from '../view';

type RoundView = Pick<PivitView, 'round' | 'phase' | 'values' | 'sticks' | 'gained'>;

/** The celebration for a viewer's seat; `null` if nothing was won between the views. */
export function celebrationBetween(
  then: RoundView,
  now: RoundView,
  viewer: number | null,
): Celebration | null {
  if (then.round !== now.round || !isBuilding(then)) return null;
  return now.gained.length > 0 ? roundWon(now, viewer) : stickTaken(then, now);
}

/** The points of a round: the viewer's own if they hold a stick, otherwise the winner's. */
function roundWon({ sticks, gained }: RoundView, viewer: number | null): Celebration | null {
  const winner = sticks[0] ?? null;
  const seat = viewer !== null && sticks.includes(viewer) ? viewer : winner;
  if (seat === null) return null;
  return {
    seat,
    text: `+${gained[seat] ?? 0}`,
    from: `[data-grid="${seat}"]`,
    to: `[data-score="${seat}"]`,
    isLarge: seat === winner,
  };
}

/** A stick flies from the middle, or from its owner's grid, to the owner. */
function stickTaken(then: RoundView, now: RoundView): Celebration | null {
  const stick = now.sticks.findIndex((seat, index) => seat !== null && then.sticks[index] === null);
  const seat = now.sticks[stick] ?? null;
  if (seat === null) return null;
  return {
    seat,
    text: String(now.values[stick]),
    from: `[data-sticks], [data-grid="${seat}"]`,
    to: `[data-stick="${seat}"]`,
  };
}
