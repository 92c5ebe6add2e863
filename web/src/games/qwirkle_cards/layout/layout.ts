/**
 * Cards and sets on the board. Each is a piece with its own id, so that its movement can be shown.
 */
import { byColour, byShape, sharedBy } from '../cards/cards';
import type { Kind, Kinds } from '../view';

export interface CardPiece {
  id: string;
  kind: Kind;
}

/** Sets of one shape, sets of one colour, and sets started this turn. */
export type SetArea = 'shape' | 'colour' | 'new';

export interface CardSet {
  id: string;
  area: SetArea;
  cards: readonly CardPiece[];
}

export interface Layout {
  groups: readonly CardSet[];
  hand: readonly CardPiece[];
}

export const EMPTY_LAYOUT: Layout = { groups: [], hand: [] };

let counted = 0;
/** Return an unused id. */
export const newPieceId = (): string => `n${counted++}`;

export const kindsOf = (cards: readonly CardPiece[]): Kind[] => cards.map(({ kind }) => kind);
export const setsOf = (layout: Layout): Kind[][] =>
  layout.groups.map(({ cards }) => kindsOf(cards));
export const cardsOn = (layout: Layout): CardPiece[] => layout.groups.flatMap(({ cards }) => cards);

/** The cards of a set in display order: by colour for a shape set, and vice versa. */
export function inOrder(cards: readonly CardPiece[]): CardPiece[] {
  return [...cards].sort((a, b) => byColour(a.kind, b.kind));
}

/** The sets in display order: shape sets by shape, colour sets by colour, longer ones first. */
export function tidied(groups: readonly CardSet[]): CardSet[] {
  const area = (kinds: Kinds): SetArea => (sharedBy(kinds).shape === null ? 'colour' : 'shape');
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

const kinds = (group: CardSet): Kind[] => kindsOf(group.cards);

function before(area: SetArea, a: Kinds, b: Kinds): number {
  const [p, q] = [a[0] ?? '', b[0] ?? ''];
  const attribute = area === 'shape' ? 1 : 0;
  const order = area === 'shape' ? byShape : byColour;
  return (p[attribute] === q[attribute] ? b.length - a.length : 0) || order(p, q);
}

/** The layout of a view in display order; pieces that were there before keep their ids. */
export function layoutOfView(
  then: Layout,
  table: readonly Kinds[],
  hand: Kinds,
  sameHand = true,
): Layout {
  const { groups, hand: held } = matchPieces(then, table, hand, sameHand);
  return { groups: tidied(groups), hand: held };
}

/** The layout of a draft: existing sets stay in place, new ones come last. */
export function layoutOfDraft(base: Layout, table: readonly Kinds[], hand: Kinds): Layout {
  const { groups, hand: held } = matchPieces(base, table, hand, true);
  const place = ({ id }: CardSet) => {
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
function matchPieces(
  then: Layout,
  table: readonly Kinds[],
  hand: Kinds,
  sameHand: boolean,
): Layout {
  const onTable = new PieceSupply(cardsOn(then));
  const inHand = new PieceSupply(then.hand);
  const held = hand.map((kind) => (sameHand ? inHand.take(kind) : null) ?? kind);
  const partners = pairs(then.groups, table);
  // Cards stay in their set if they can; only the rest is matched with other pieces.
  const stayed = table.map((set, index) => {
    const own = new PieceSupply(partners[index]?.cards ?? []);
    return set.map((kind) => own.take(kind) ?? kind);
  });
  for (const cards of stayed) onTable.drop(cards);
  const groups = stayed.map((cards, index): CardSet => {
    const partner = partners[index];
    return {
      id: partner?.id ?? newPieceId(),
      area: partner?.area ?? 'new',
      cards: cards.map((card) => piece(card, onTable, inHand)),
    };
  });
  return { groups, hand: held.map((card) => piece(card, onTable)) };
}

function piece(card: CardPiece | Kind, ...sources: PieceSupply[]): CardPiece {
  if (typeof card !== 'string') return card;
  for (const source of sources) {
    const found = source.take(card);
    if (found) return found;
  }
  return { id: newPieceId(), kind: card };
}

/** A supply of pieces, each of which can be taken once. */
class PieceSupply {
  #left: CardPiece[];

  constructor(cards: readonly CardPiece[]) {
    this.#left = [...cards];
  }

  take(kind: Kind): CardPiece | null {
    const at = this.#left.findIndex((card) => card.kind === kind);
    return at < 0 ? null : (this.#left.splice(at, 1)[0] ?? null);
  }

  drop(cards: readonly (CardPiece | Kind)[]): void {
    this.#left = this.#left.filter((card) => !cards.includes(card));
  }
}

/** For each set the group that it evolved from, best matches first. */
function pairs(groups: readonly CardSet[], table: readonly Kinds[]): (CardSet | undefined)[] {
  const found: (CardSet | undefined)[] = table.map(() => undefined);
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
