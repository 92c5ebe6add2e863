/** Names of sets and players. */
import { t } from '../../../messages';
import type { Kinds } from '../view';
import { sharedBy } from './cards';

export function setName(kinds: Kinds): string {
  const { colour, shape } = sharedBy(kinds);
  const count = kinds.length;
  if (shape !== null) return t('qwirkle_cards.board.set_of_shape', { shape, count });
  if (colour !== null) return t('qwirkle_cards.board.set_of_colour', { colour, count });
  return t('qwirkle_cards.board.set_of_neither', { count });
}

export function nameOf(names: readonly string[], seat: number): string {
  return names[seat] ?? t('core.seat', { number: seat + 1 });
}
