/** Texts for results of a deal. */

import { hasMessage, t } from '../../messages';
import type { Attempt, DealResults } from '../../wire';

type Deal = Pick<DealResults, 'game' | 'seats'>;

/**
 * “41 points”, “2 min 5 s”: each game has its own unit, possibly another one for a single player.
 */
export function scoreText({ game, seats }: Deal, score: number): string {
  const alone = `${game}.score.alone`;
  return t(seats === 1 && hasMessage(alone) ? alone : `${game}.score`, scoreArgs(score));
}

/**
 * Arguments for the games' score messages: Pivit's score is a time, Qwirkle Cards' counts two
 * things.
 */
function scoreArgs(score: number): Record<string, number> {
  return {
    score,
    minutes: Math.floor(score / 60),
    seconds: score % 60,
    tens: Math.floor(score / 10),
    ones: score % 10,
  };
}

/** The score, with a note if the player lost. */
export function attemptText(deal: Deal, attempt: Attempt): string {
  const score = scoreText(deal, attempt.score);
  if (attempt.won) return score;
  const missed = `${deal.game}.score.missed`;
  if (deal.seats === 1 && hasMessage(missed)) return t(missed, scoreArgs(attempt.score));
  return t('page.deal.lost', { score });
}

/** The rank of each attempt, sorted best first; equal results share a rank. */
export function ranks(attempts: readonly Pick<Attempt, 'score' | 'won'>[]): number[] {
  return attempts.map(
    ({ score, won }) =>
      1 + attempts.findIndex((other) => other.score === score && other.won === won),
  );
}
