/** Texts for the grid and its links. */
import { t } from '../../../messages';
import { cornersOf, readCard } from '../cards/card';
import type { Effect, Link } from '../view';
import { quartersOf, rotationName } from './held-card';

/** The colours of a card as rotated. */
export function colours(text: string): string {
  const [first, second, third, fourth] = cornersOf(text) as [string, string, string, string];
  return t('quivvit.board.colours', { first, second, third, fourth });
}

export function cardIn(cell: string, text: string): string {
  const value = readCard(text)?.value ?? 0;
  return t('quivvit.board.card', { cell, value, colours: colours(text) });
}

export function linked(links: readonly Link[]): string {
  if (links.length === 0) return t('quivvit.board.links_nothing');
  return t('quivvit.board.links', {
    links: links.map(({ colour, cells }) =>
      t('quivvit.board.link', { colour, cells: cells.join(' ') }),
    ),
  });
}

/** A suggested move and what it links; a player who asked for a hint may be told. */
export function pointedOut(move: string, effect: Effect | null): string {
  const quarters = quartersOf(move);
  const what = quarters === 0 ? (move.split(' ')[0] ?? '') : rotationName(quarters);
  const suggested = t('quivvit.board.suggested', { what });
  return effect ? `${suggested}. ${linked(effect.links)}` : suggested;
}
