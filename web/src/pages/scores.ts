/** What somebody made of a deal, in words. */
import type { Attempt, DealResults } from '../wire';
import { knows, say } from '../words';

type Deal = Pick<DealResults, 'game' | 'seats'>;

/** “41 points”, “2 min 5 s”: each game says it in its own unit, which may be another one alone. */
export function scoreWords({ game, seats }: Deal, score: number): string {
  const alone = `${game}.score.alone`;
  return say(seats === 1 && knows(alone) ? alone : `${game}.score`, scoreArgs(score));
}

/** A score as the games' sentences need it: Pivit's is a time, Qwirkle Cards' counts two things. */
function scoreArgs(score: number): Record<string, number> {
  return {
    score,
    minutes: Math.floor(score / 60),
    seconds: score % 60,
    tens: Math.floor(score / 10),
    ones: score % 10,
  };
}

/** The score, and that it was not enough where it was not. */
export function attemptWords(deal: Deal, attempt: Attempt): string {
  const score = scoreWords(deal, attempt.score);
  if (attempt.won) return score;
  const missed = `${deal.game}.score.missed`;
  if (deal.seats === 1 && knows(missed)) return say(missed, scoreArgs(attempt.score));
  return say('page.deal.lost', { score });
}

/** The place of each of them, who come best first: equal results share one. */
export function places(attempts: readonly Pick<Attempt, 'score' | 'won'>[]): number[] {
  return attempts.map(
    ({ score, won }) =>
      1 + attempts.findIndex((other) => other.score === score && other.won === won),
  );
}
