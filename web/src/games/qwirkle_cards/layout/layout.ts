/**
 * Cards and sets on the board. Each is a piece with its own id, so that its movement can be shown.
 */
import { byColour, byShape, sharedBy } from '../cards/cards';
import type { Kind, Kinds } from '../view';

export interface Card {
  id: string;
  kind: Kind;
}

/** Sets of one shape, sets of one colour, and sets started this turn. */
export type Area = 'shape' | 'colour' | 'new';

export interface Group {
  id: string;
  area: Area;
  cards: readonly Card[];
}

export interface Laid {
  groups: readonly Group[];
  hand: readonly Card[];
}

export const NOTHING: Laid = { groups: [], hand: [] };

let counted = 0;
/** Return an unused id. */
export const fresh = (): string => `n${counted++}`;

export const kindsOf = (cards: readonly Card[]): Kind[] => cards.map(({ kind }) => kind);
export const setsOf = (laid: Laid): Kind[][] => laid.groups.map(({ cards }) => kindsOf(cards));
export const cardsOn = (laid: Laid): Card[] => laid.groups.flatMap(({ cards }) => cards);

/** The cards of a set in display order: by colour for a shape set, and vice versa. */
export function inOrder(cards: readonly Card[]): Card[] {
  return [...cards].sort((a, b) => byColour(a.kind, b.kind));
}

/** The sets in display order: shape sets by shape, colour sets by colour, longer ones first. */
export function neat(groups: readonly Group[]): Group[] {
  const area = (kinds: Kinds): Area => (sharedBy(kinds).shape === null ? 'colour' : 'shape');
  return groups
    .map((group) => ({
      ...group,
      area: area(kindsOf(group.cards)),
      cards: inOrder(group.cards),
    }))
    .sort(
      (a, b) =>
        Number(b.area === 'shape') - Number(a.area === 'shape') ||
        before(a.area, kinds(a), kinds(b)),
    );
}

const kinds = (group: Group): Kind[] => kindsOf(group.cards);

function before(area: Area, a: Kinds, b: Kinds): number {
  const [p, q] = [a[0] ?? '', b[0] ?? ''];
  const attribute = area === 'shape' ? 1 : 0;
  const order = area === 'shape' ? byShape : byColour;
  return (p[attribute] === q[attribute] ? b.length - a.length : 0) || order(p, q);
}

/** The layout of a view in display order; pieces that were there before keep their ids. */
export function settled(then: Laid, table: readonly Kinds[], hand: Kinds, sameHand = true): Laid {
  const { groups, hand: held } = matched(then, table, hand, sameHand);
  return { groups: neat(groups), hand: held };
}

/** The layout of a draft: existing sets stay in place, new ones come last. */
export function drafted(base: Laid, table: readonly Kinds[], hand: Kinds): Laid {
  const { groups, hand: held } = matched(base, table, hand, true);
  const place = ({ id }: Group) => {
    const at = base.groups.findIndex((each) => each.id === id);
    return at < 0 ? base.groups.length : at;
  };
  return {
    groups: groups
      .map((group) => ({ ...group, cards: inOrder(group.cards) }))
      .sort((a, b) => place(a) - place(b)),
    hand: held,
  };
}

/** Match these sets and this hand with the existing pieces. */
function matched(then: Laid, table: readonly Kinds[], hand: Kinds, sameHand: boolean): Laid {
  const onTable = new Pieces(cardsOn(then));
  const inHand = new Pieces(then.hand);
  const held = hand.map((kind) => (sameHand ? inHand.take(kind) : null) ?? kind);
  const partners = pairs(then.groups, table);
  // Cards stay in their set if they can; only the rest is matched with other pieces.
  const stayed = table.map((set, index) => {
    const own = new Pieces(partners[index]?.cards ?? []);
    return set.map((kind) => own.take(kind) ?? kind);
  });
  for (const cards of stayed) onTable.drop(cards);
  const groups = stayed.map((cards, index): Group => {
    const partner = partners[index];
    return {
      id: partner?.id ?? fresh(),
      area: partner?.area ?? 'new',
      cards: cards.map((card) => piece(card, onTable, inHand)),
    };
  });
  return { groups, hand: held.map((card) => piece(card, onTable)) };
}

function piece(card: Card | Kind, ...sources: Pieces[]): Card {
  if (typeof card !== 'string') return card;
  for (const source of sources) {
    const found = source.take(card);
    if (found) return found;
  }
  return { id: fresh(), kind: card };
}

/** A supply of pieces, each of which can be taken once. */
class Pieces {
  #left: Card[];

  constructor(cards: readonly Card[]) {
    this.#left = [...cards];
  }

  take(kind: Kind): Card | null {
    const at = this.#left.findIndex((card) => card.kind === kind);
    return at < 0 ? null : (this.#left.splice(at, 1)[0] ?? null);
  }

  drop(cards: readonly (Card | Kind)[]): void {
    this.#left = this.#left.filter((card) => !cards.includes(card));
  }
}

/** For each set the group that it evolved from, best matches first. */
function pairs(groups: readonly Group[], table: readonly Kinds[]): (Group | undefined)[] {
  const found: (Group | undefined)[] = table.map(() => undefined);
  const likeness = table.flatMap((set, index) =>
    groups.map((group) => ({ index, group, score: common(set, kinds(group)) })),
  );
  likeness.sort((a, b) => b.score - a.score);
  for (const { index, group, score } of likeness) {
    if (score > 0 && !found[index] && !found.includes(group)) found[index] = group;
  }
  return found;
}

/** Similarity of two sets; between equals, fewer other cards wins. */
function common(a: Kinds, b: Kinds): number {
  const shared = a.filter((kind) => b.includes(kind)).length;
  return shared && shared - (a.length + b.length) / 100;
}
