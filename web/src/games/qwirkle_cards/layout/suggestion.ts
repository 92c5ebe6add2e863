/** Maps a suggested play to the table: which cards of the hand, and which sets. */

import { fromHand, type Play } from '../cards/play';
import { kindsOf, type Laid } from './layout';

export interface Pointed {
  cards: ReadonlySet<string>;
  sets: ReadonlySet<string>;
}

export function pointedOut(play: Play | null, { hand, groups }: Laid): Pointed {
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
