/** The players' ranking. */
import type { Outcome } from '../../wire';

/** The seats from the winners down; empty if all win or lose together, or for a single player. */
export function ranking({ winners, scores }: Pick<Outcome, 'winners' | 'scores'>): number[] {
  if (winners.length === 0 || winners.length === scores.length) return [];
  const won = (seat: number) => Number(winners.includes(seat));
  return [...scores.keys()].sort(
    (a, b) => won(b) - won(a) || (scores[b] ?? 0) - (scores[a] ?? 0) || a - b,
  );
}
