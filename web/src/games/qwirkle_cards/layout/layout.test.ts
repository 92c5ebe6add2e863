import { describe, expect, it } from 'vitest';
import type { QwirkleCardsView } from '../view';
import { cardsOn, EMPTY_LAYOUT, type Layout, layoutOfDraft, layoutOfView, setsOf } from './layout';
import { drawnCards, isNext, lastPlayed, movedCards } from './layout-changes';

const CIRCLES = ['Rc', 'Oc', 'Gc'];
const BLUE = ['Bc', 'Bs', 'Bd', 'Bx'];

const idOf = (layout: Layout, kind: string) =>
  cardsOn(layout).find((card) => card.kind === kind)?.id;

describe('the layout of a table', () => {
  it('groups shape sets by shape and colour sets by colour, longer ones first', () => {
    const layout = layoutOfView(
      EMPTY_LAYOUT,
      [BLUE, ['Rd', 'Rs', 'Rc'], ['Ya', 'Ga', 'Ba'], CIRCLES, ['Pc', 'Yc', 'Bc', 'Oc']],
      [],
    );
    expect(setsOf(layout)).toEqual([
      ['Oc', 'Yc', 'Bc', 'Pc'],
      CIRCLES,
      ['Ya', 'Ga', 'Ba'],
      ['Rc', 'Rs', 'Rd'],
      BLUE,
    ]);
    expect(layout.groups.map(({ area }) => area)).toEqual([
      'shape',
      'shape',
      'shape',
      'colour',
      'colour',
    ]);
  });

  it('keeps the ids of cards that stay, and of cards that move from elsewhere', () => {
    const before = layoutOfView(EMPTY_LAYOUT, [CIRCLES, BLUE], ['Rs', 'Os', 'Bs']);
    const after = layoutOfView(before, [CIRCLES, ['Bc', 'Bd', 'Bx'], ['Rs', 'Os', 'Bs']], ['Bs']);
    for (const kind of [...CIRCLES, ...BLUE]) expect(idOf(after, kind)).toBe(idOf(before, kind));
    expect(after.hand).toEqual(before.hand.slice(2));
    const squares = before.hand.slice(0, 2).map(({ id }) => id);
    expect(movedCards(before, after)).toEqual([idOf(before, 'Bs'), ...squares]);
    expect(new Set(cardsOn(after).map(({ id }) => id)).size).toBe(9);
  });

  it('does not move cards from a hand that stays the same', () => {
    const before = layoutOfView(EMPTY_LAYOUT, [CIRCLES], ['Bc', 'Yc']);
    const after = layoutOfView(before, [[...CIRCLES, 'Bc']], ['Bc', 'Yc']);
    expect(after.hand).toEqual(before.hand);
    expect(before.hand.map(({ id }) => id)).not.toContain(idOf(after, 'Bc'));
  });

  it('has new ids for the cards of another hand', () => {
    const before = layoutOfView(EMPTY_LAYOUT, [CIRCLES], ['Bc', 'Yc']);
    const after = layoutOfView(before, [[...CIRCLES, 'Bc']], ['Bc', 'Yc'], false);
    expect(idOf(after, 'Bc')).toBe(before.hand[0]?.id);
    expect(drawnCards(before, after)).toEqual(after.hand.map(({ id }) => id));
  });

  it('keeps the order of sets during a draft, with new sets last', () => {
    const base = layoutOfView(EMPTY_LAYOUT, [CIRCLES, BLUE], ['Rs', 'Os']);
    const draft = layoutOfDraft(base, [['Bs', 'Os', 'Rs'], CIRCLES, ['Bx', 'Bd', 'Bc']], []);
    expect(setsOf(draft)).toEqual([CIRCLES, ['Bc', 'Bd', 'Bx'], ['Rs', 'Os', 'Bs']]);
    expect(draft.groups.map(({ id }) => id).slice(0, 2)).toEqual(base.groups.map(({ id }) => id));
    expect(draft.groups[2]?.area).toBe('new');
    expect(draft.hand).toEqual([]);
  });
});

describe('the changes between two views', () => {
  const view: QwirkleCardsView = {
    seat: null,
    hands: [null, null],
    sizes: [9, 9],
    deck: 20,
    table: [CIRCLES, BLUE],
    qwirkles: [[], []],
    turn: 0,
    phase: 'play',
    redrawn: false,
    turns_left: null,
    idle: 0,
    last: null,
    winners: [],
  };
  const last = {
    seat: 0,
    cards: ['Rs', 'Os'],
    old: [BLUE],
    new: [
      ['Rs', 'Os', 'Bs'],
      ['Bc', 'Bd', 'Bx'],
    ],
    qwirkles: [],
    drawn: 2,
    redrawn: false,
  };
  const next: QwirkleCardsView = { ...view, table: [CIRCLES, ...last.new], last };

  it('are one turn if the old sets became the new ones', () => {
    expect(isNext(view, next)).toBe(true);
    expect(isNext(next, view)).toBe(false);
    expect(isNext({ ...view, table: [...view.table, ['Ya', 'Ga', 'Ba']] }, next)).toBe(false);
    expect(isNext(next, { ...next })).toBe(false);
  });

  it('are one turn even if a Qwirkle has left the table', () => {
    const six = ['Rc', 'Oc', 'Yc', 'Gc', 'Bc', 'Pc'];
    const made = {
      ...last,
      cards: ['Yc', 'Bc', 'Pc'],
      old: [CIRCLES],
      new: [six],
      qwirkles: [six],
    };
    expect(isNext(view, { ...view, table: [BLUE], last: made })).toBe(true);
  });

  it('include each card of the last turn once', () => {
    const layout = layoutOfView(EMPTY_LAYOUT, next.table, []);
    expect(lastPlayed(layout, last)).toEqual(new Set([idOf(layout, 'Rs'), idOf(layout, 'Os')]));
    expect(lastPlayed(layout, null)).toEqual(new Set());
  });
});
