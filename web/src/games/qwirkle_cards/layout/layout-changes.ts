/** Differences between two views: which cards move, and in what order. */
import { without } from '../cards/cards';
import { afterPlay } from '../cards/play';
import type { Kinds, QwirkleCardsLastTurn, QwirkleCardsView } from '../view';
import { type CardPiece, cardsOn, type Layout } from './layout';

const written = (sets: readonly Kinds[]): string[] => sets.map((set) => set.join(' '));

/** Whether `now` follows `then` by exactly one turn, so that the turn can be shown. */
export function isNext(then: QwirkleCardsView, now: QwirkleCardsView): boolean {
  const { last } = now;
  if (!last || last === then.last || last.cards.length === 0) return false;
  const expected = written(afterPlay(then.table, { old: [...last.old], new: [...last.new] }));
  const found = written([...now.table, ...last.qwirkles]);
  return expected.length === found.length && without(expected, found).length === 0;
}

/** The cards that change their set, in the order in which they move: those on the table first. */
export function movedCards(then: Layout, now: Layout): string[] {
  const home = new Map(
    then.groups.flatMap(({ id, cards }) => cards.map((card) => [card.id, id] as const)),
  );
  const going = now.groups.flatMap(({ id, cards }) =>
    cards.filter((card) => home.get(card.id) !== id).map((card) => card.id),
  );
  return [...going.filter((id) => home.has(id)), ...going.filter((id) => !home.has(id))];
}

/** Cards in the hand that were neither there nor on the table before. */
export function drawnCards(then: Layout, now: Layout): string[] {
  const known = new Set([...cardsOn(then), ...then.hand].map(({ id }) => id));
  return now.hand.filter(({ id }) => !known.has(id)).map(({ id }) => id);
}

/** The cards on the table that were played in the last turn. */
export function lastPlayed(layout: Layout, last: QwirkleCardsLastTurn | null): ReadonlySet<string> {
  if (!last) return new Set();
  const sets = written(last.new);
  const candidates = layout.groups
    .filter(({ cards }) => sets.includes(cards.map(({ kind }) => kind).join(' ')))
    .flatMap(({ cards }) => cards);
  const found = last.cards.flatMap((kind) => takeOne(candidates, kind));
  return new Set(found.map(({ id }) => id));
}

function takeOne(cards: CardPiece[], kind: string): CardPiece[] {
  const at = cards.findIndex((card) => card.kind === kind);
  return at < 0 ? [] : cards.splice(at, 1);
}
