/** What somebody made of a deal, in words. */
import type { Attempt, DealResults } from '../wire';
import { knows, say } from '../words';

type Deal = Pick<DealResults, 'game' | 'seats'>;

/** “41 points”, “2 min 5 s”: each game says it in its own unit, which may be another one alone. */
export function scoreWords({ game, seats }: Deal, score: number): string {
  const alone = `${game}.score.alone`;
  // Where it is a time, it is in seconds.
  const args = { score, minutes: Math.floor(score / 60), seconds: score % 60 };
  return say(seats === 1 && knows(alone) ? alone : `${game}.score`, args);
}

/** The score, and that it was not enough where it was not. */
export function attemptWords(deal: Deal, attempt: Attempt): string {
  const score = scoreWords(deal, attempt.score);
  return attempt.won ? score : say('page.deal.lost', { score });
}

/** The place of each of them, who come best first: equal results share one. */
export function places(attempts: readonly Pick<Attempt, 'score' | 'won'>[]): number[] {
  return attempts.map(
    ({ score, won }) =>
      1 + attempts.findIndex((other) => other.score === score && other.won === won),
  );
}
