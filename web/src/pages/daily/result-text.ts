/** A daily result in words and squares that reveal nothing about the deal. */
import { language, t } from '../../messages';
import { dayText } from '../../messages/time';
import type { Daily, DealResults } from '../../wire';
import { attemptText } from '../shared/score-text';

export const SQUARES = 5;
const FILLED = ['🟥', '🟦', '🟨', '🟩', '🟪'];
const EMPTY = '⬜';

type Ranked = Pick<DealResults, 'attempts' | 'yours' | 'place' | 'low_score_wins'>;

/**
 * How many of five squares a result fills: all five for the best result of the day, fewer in
 * proportion to it. An unsolved task, whose score says nothing, fills none.
 */
export function filledSquares({ attempts, yours, place, low_score_wins }: Ranked): number {
  if (!yours || (low_score_wins && !yours.won)) return 0;
  if (place === 1) return SQUARES;
  const best = attempts[0]?.score ?? 0;
  const [part, whole] = low_score_wins ? [best, yours.score] : [yours.score, best];
  if (part <= 0 || whole <= 0) return 0;
  return Math.min(SQUARES - 1, Math.ceil((SQUARES * part) / whole));
}

/** “3rd of 12 so far”; without others, “First to finish today”. Empty without a result. */
export function placeText({ place, players }: DealResults, isOpen: boolean): string {
  if (place === null) return '';
  const open = isOpen ? '.open' : '';
  if (players === 1) return t(`daily.alone${open}`);
  return t(`daily.place${open}`, { place: ordinal(place), players });
}

/** “3rd”. */
function ordinal(number: number): string {
  const category = new Intl.PluralRules(language(), { type: 'ordinal' }).select(number);
  return t(`daily.ordinal.${category}`, { number });
}

/** What a shared result says, as text and as a picture. */
export interface ResultLines {
  /** “Daily Quivvit, 16 Nov 2026”. */
  heading: string;
  /** “34 points”. */
  result: string;
  filled: number;
  /** “3rd of 12 · 5 days in a row”; may be empty. */
  standing: string;
}

export function resultLines({ game, day, results, streak, seed }: Daily): ResultLines {
  const isOpen = seed === null;
  // The number of players grows until the day ends: a place that was shared is one “so far”.
  const standing = [
    results.players > 1 || isOpen ? placeText(results, isOpen) : '',
    streak > 1 ? t('page.daily.streak', { days: streak }) : '',
  ];
  return {
    heading: t('daily.heading', { game: t(`${game}.name`), day: dayText(day, 'medium') }),
    result: results.yours ? attemptText(results, results.yours) : '',
    filled: filledSquares(results),
    standing: standing.filter(Boolean).join(' · '),
  };
}

/** The result as text to share, without its link. */
export function resultText(daily: Daily): string {
  const { heading, result, filled, standing } = resultLines(daily);
  const squares = FILLED.slice(0, filled).join('') + EMPTY.repeat(SQUARES - filled);
  return [`${t('page.name')}: ${heading}`, `${squares} ${result}`, standing]
    .filter(Boolean)
    .join('\n');
}
