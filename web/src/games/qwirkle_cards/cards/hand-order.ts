/** The order of a hand: by colour, by shape, or manual. */

import type { CardPiece } from '../layout/layout';
import type { Kind } from '../view';
import { byColour, byShape } from './cards';

export type HandSorting = 'colour' | 'shape' | 'own';

/**
 * The hand in this order. The manual order is a list of cards; cards that are not listed come last.
 */
export function ordered(
  hand: readonly CardPiece[],
  sorting: HandSorting,
  own: readonly Kind[],
): CardPiece[] {
  const sorted = [...hand].sort((a, b) =>
    sorting === 'shape' ? byShape(a.kind, b.kind) : byColour(a.kind, b.kind),
  );
  if (sorting !== 'own') return sorted;
  const first = own.flatMap((kind) => {
    const at = sorted.findIndex((card) => card.kind === kind);
    return at < 0 ? [] : sorted.splice(at, 1);
  });
  return [...first, ...sorted];
}

/** The hand with one card moved before another, or to the end. */
export function reordered(
  hand: readonly CardPiece[],
  id: string,
  before: string | null,
): CardPiece[] {
  const card = hand.find((each) => each.id === id);
  if (!card || id === before) return [...hand];
  const rest = hand.filter((each) => each.id !== id);
  const at = rest.findIndex((each) => each.id === before);
  return rest.toSpliced(at < 0 ? rest.length : at, 0, card);
}
