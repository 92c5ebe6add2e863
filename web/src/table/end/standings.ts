/** Who came first, second, and so on. */
import type { Outcome } from '../../wire';

export interface Standing {
  seat: number;
  /** Players with the same result share a place. */
  place: number;
  score: number;
}

/** Whether the players won or lost as one: then the reason for the end names no winners. */
export function isTogether({ winners, reason }: Pick<Outcome, 'winners' | 'reason'>): boolean {
  return winners.length === 0 || !Array.isArray(reason.args['seats']);
}

/** The seats from the winners down; empty if nobody was compared with anybody. */
export function standings(outcome: Outcome): Standing[] {
  const { winners, scores } = outcome;
  if (scores.length < 2 || isTogether(outcome)) return [];
  const won = (seat: number) => Number(winners.includes(seat));
  const compare = (a: number, b: number) => won(b) - won(a) || (scores[b] ?? 0) - (scores[a] ?? 0);
  const seats = [...scores.keys()];
  return [...seats]
    .sort((a, b) => compare(a, b) || a - b)
    .map((seat) => ({
      seat,
      place: 1 + seats.filter((other) => compare(other, seat) < 0).length,
      score: scores[seat] ?? 0,
    }));
}

/** The number of points by which a single winner is ahead; 0 after a tie. */
export function winningMargin(outcome: Outcome): number {
  const [first, second] = standings(outcome);
  return first && second && outcome.winners.length === 1 ? first.score - second.score : 0;
}
