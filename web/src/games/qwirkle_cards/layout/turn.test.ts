import { describe, expect, it } from 'vitest';
import { ordered, reordered } from '../cards/hand-order';
import { EMPTY_LAYOUT, layoutOfView, setsOf } from './layout';
import { suggestedPieces } from './suggestion';
import {
  changedSets,
  draftOf,
  isChanged,
  layoutOf,
  moveCards,
  newTurn,
  playedCards,
  resetTurn,
  undone,
} from './turn';

const CIRCLES = ['Rc', 'Oc', 'Gc'];
const BLUE = ['Bc', 'Bs', 'Bd', 'Bx'];
const base = layoutOfView(EMPTY_LAYOUT, [CIRCLES, BLUE], ['Rs', 'Os', 'Yc']);
const turn = newTurn(base);
const [circles = '', blue = ''] = base.groups.map(({ id }) => id);

/** The ids of cards of these kinds; a card in the hand comes first. */
const ids = (...kinds: string[]) =>
  new Set(
    kinds.map(
      (kind) =>
        [...base.hand, ...base.groups.flatMap(({ cards }) => cards)].find(
          (card) => card.kind === kind,
        )?.id ?? '',
    ),
  );

describe('a turn', () => {
  it('starts with the table unchanged', () => {
    expect(isChanged(turn)).toBe(false);
    expect(playedCards(turn)).toEqual([]);
    expect(draftOf(turn)).toEqual({ sets: [CIRCLES, BLUE] });
  });

  it('adds cards to sets, in order', () => {
    const next = moveCards(turn, ids('Yc'), { group: circles });
    expect(setsOf(layoutOf(next))[0]).toEqual(['Rc', 'Oc', 'Yc', 'Gc']);
    expect(playedCards(next).map(({ kind }) => kind)).toEqual(['Yc']);
    expect(changedSets(next)).toEqual(new Set([circles]));
    expect(layoutOf(next).hand.map(({ kind }) => kind)).toEqual(['Rs', 'Os']);
  });

  it('starts new sets with cards from the hand and the table', () => {
    const next = moveCards(turn, ids('Rs', 'Os', 'Bs'), 'new');
    expect(setsOf(layoutOf(next))).toEqual([CIRCLES, ['Bc', 'Bd', 'Bx'], ['Rs', 'Os', 'Bs']]);
    expect(layoutOf(next).groups[2]?.area).toBe('new');
    expect(playedCards(next).map(({ kind }) => kind)).toEqual(['Rs', 'Os']);
  });

  it('removes empty sets', () => {
    const next = moveCards(turn, ids(...CIRCLES), { group: blue });
    expect(layoutOf(next).groups.length).toBe(1);
  });

  it('returns cards to the hand, but not cards of the table', () => {
    const next = moveCards(turn, ids('Yc'), { group: circles });
    const back = moveCards(next, ids('Yc', 'Rc'), 'hand');
    expect(setsOf(layoutOf(back))).toEqual([CIRCLES, BLUE]);
    expect(layoutOf(back).hand.length).toBe(3);
    expect(moveCards(turn, ids('Rc'), 'hand')).toBe(turn);
  });

  it('stays the same object if nothing changes', () => {
    expect(moveCards(turn, ids('Rc'), { group: circles })).toBe(turn);
    expect(moveCards(turn, ids(...CIRCLES), 'new')).toBe(turn);
    expect(moveCards(turn, ids('Rs'), 'hand')).toBe(turn);
    expect(moveCards(turn, new Set(), 'new')).toBe(turn);
    expect(resetTurn(turn)).toBe(turn);
  });

  it('can be undone step by step, and reset, which can be undone too', () => {
    const one = moveCards(turn, ids('Yc'), { group: circles });
    const two = moveCards(one, ids('Rs'), { group: blue });
    expect(layoutOf(undone(two))).toBe(layoutOf(one));
    expect(layoutOf(undone(undone(two)))).toBe(base);
    const back = resetTurn(two);
    expect(layoutOf(back)).toBe(base);
    expect(isChanged(back)).toBe(false);
    expect(layoutOf(undone(back))).toBe(layoutOf(two));
  });
});

describe('a hint', () => {
  it('marks cards of the hand and sets on the table', () => {
    const play = {
      old: [BLUE],
      new: [
        ['Bc', 'Bd', 'Bx'],
        ['Rs', 'Os', 'Bs'],
      ],
    };
    expect(suggestedPieces(play, base)).toEqual({ cards: ids('Rs', 'Os'), sets: new Set([blue]) });
    expect(suggestedPieces(null, base)).toEqual({ cards: new Set(), sets: new Set() });
  });
});

describe('a hand', () => {
  const { hand } = layoutOfView(EMPTY_LAYOUT, [], ['Rs', 'Bc', 'Oc', 'Bs', 'Rc']);
  const kinds = (cards: typeof hand) => cards.map(({ kind }) => kind).join(' ');

  it('is sorted by colour or by shape', () => {
    expect(kinds(ordered(hand, 'colour', []))).toBe('Rc Rs Oc Bc Bs');
    expect(kinds(ordered(hand, 'shape', []))).toBe('Rc Oc Bc Rs Bs');
  });

  it('can have the player’s own order, with new cards last', () => {
    expect(kinds(ordered(hand, 'own', ['Bs', 'Gx', 'Rc', 'Bs']))).toBe('Bs Rc Rs Oc Bc');
  });

  it('is reordered card by card', () => {
    const [first, second, third] = hand.map(({ id }) => id) as [string, string, string];
    expect(kinds(reordered(hand, third, first))).toBe('Oc Rs Bc Bs Rc');
    expect(kinds(reordered(hand, first, null))).toBe('Bc Oc Bs Rc Rs');
    expect(kinds(reordered(hand, second, second))).toBe(kinds(hand));
    expect(kinds(reordered(hand, 'none', first))).toBe(kinds(hand));
  });
});
