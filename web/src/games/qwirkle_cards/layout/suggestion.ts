/** Maps a suggested play to the table: which cards of the hand, and which sets. */

import { fromHand, type ParsedPlay } from '../cards/play';
import { kindsOf, type Layout } from './layout';

export interface SuggestedPieces {
  cards: ReadonlySet<string>;
  sets: ReadonlySet<string>;
}

export function suggestedPieces(
  play: ParsedPlay | null,
  { hand, groups }: Layout,
): SuggestedPieces {
  const wanted = play ? fromHand(play) : [];
  const cards = hand.filter(({ kind }) => {
    const at = wanted.indexOf(kind);
    return at >= 0 && wanted.splice(at, 1);
  });
  const old = play?.old.map((set) => set.join(' ')) ?? [];
  const sets = groups.filter((group) => old.includes(kindsOf(group.cards).join(' ')));
  return {
    cards: new Set(cards.map(({ id }) => id)),
    sets: new Set(sets.map(({ id }) => id)),
  };
}
