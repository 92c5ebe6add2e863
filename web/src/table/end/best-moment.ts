/** A player's best moment of a reviewed game. */
import type { GameReview, Judged } from '../../wire';

/**
 * The decision with which the seat's value rose most; `null` if it never rose, or if all players
 * share one value.
 */
export function bestMoment(
  { curve, judged }: GameReview,
  seat: number,
  seats: number,
): Judged | null {
  if (curve[0]?.values.length !== seats) return null;
  let best: Judged | null = null;
  let most = 0;
  for (const [index, after] of curve.entries()) {
    const before = curve[index - 1];
    if (!before) continue;
    const gain = (after.values[seat] ?? 0) - (before.values[seat] ?? 0);
    const decision = judged.findLast(
      (each) =>
        each.seat === seat && before.version <= each.version && each.version < after.version,
    );
    if (decision && gain > most) [best, most] = [decision, gain];
  }
  return best;
}
