import { describe, expect, it } from 'vitest';
import type { View } from '../view';
import { cardsOn, drafted, type Laid, NOTHING, setsOf, settled } from './layout';
import { drawn, isNext, lastPlayed, travellers } from './layout-changes';

const CIRCLES = ['Rc', 'Oc', 'Gc'];
const BLUE = ['Bc', 'Bs', 'Bd', 'Bx'];

const idOf = (laid: Laid, kind: string) => cardsOn(laid).find((card) => card.kind === kind)?.id;

describe('a table', () => {
  it('is tidied up: shape sets by shape, colour sets by colour, longer ones first', () => {
    const laid = settled(
      NOTHING,
      [BLUE, ['Rd', 'Rs', 'Rc'], ['Ya', 'Ga', 'Ba'], CIRCLES, ['Pc', 'Yc', 'Bc', 'Oc']],
      [],
    );
    expect(setsOf(laid)).toEqual([
      ['Oc', 'Yc', 'Bc', 'Pc'],
      CIRCLES,
      ['Ya', 'Ga', 'Ba'],
      ['Rc', 'Rs', 'Rd'],
      BLUE,
    ]);
    expect(laid.groups.map(({ area }) => area)).toEqual([
      'shape',
      'shape',
      'shape',
      'colour',
      'colour',
    ]);
  });

  it('keeps its pieces: those that can stay do, the others come from elsewhere', () => {
    const before = settled(NOTHING, [CIRCLES, BLUE], ['Rs', 'Os', 'Bs']);
    const after = settled(before, [CIRCLES, ['Bc', 'Bd', 'Bx'], ['Rs', 'Os', 'Bs']], ['Bs']);
    for (const kind of [...CIRCLES, ...BLUE]) expect(idOf(after, kind)).toBe(idOf(before, kind));
    expect(after.hand).toEqual(before.hand.slice(2));
    const squares = before.hand.slice(0, 2).map(({ id }) => id);
    expect(travellers(before, after)).toEqual([idOf(before, 'Bs'), ...squares]);
    expect(new Set(cardsOn(after).map(({ id }) => id)).size).toBe(9);
  });

  it('takes nothing from a hand that others do not see', () => {
    const before = settled(NOTHING, [CIRCLES], ['Bc', 'Yc']);
    const after = settled(before, [[...CIRCLES, 'Bc']], ['Bc', 'Yc']);
    expect(after.hand).toEqual(before.hand);
    expect(before.hand.map(({ id }) => id)).not.toContain(idOf(after, 'Bc'));
  });

  it('has other pieces in another hand', () => {
    const before = settled(NOTHING, [CIRCLES], ['Bc', 'Yc']);
    const after = settled(before, [[...CIRCLES, 'Bc']], ['Bc', 'Yc'], false);
    expect(idOf(after, 'Bc')).toBe(before.hand[0]?.id);
    expect(drawn(before, after)).toEqual(after.hand.map(({ id }) => id));
  });

  it('stays where it is while it is laid out; new sets come last', () => {
    const base = settled(NOTHING, [CIRCLES, BLUE], ['Rs', 'Os']);
    const draft = drafted(base, [['Bs', 'Os', 'Rs'], CIRCLES, ['Bx', 'Bd', 'Bc']], []);
    expect(setsOf(draft)).toEqual([CIRCLES, ['Bc', 'Bd', 'Bx'], ['Rs', 'Os', 'Bs']]);
    expect(draft.groups.map(({ id }) => id).slice(0, 2)).toEqual(base.groups.map(({ id }) => id));
    expect(draft.groups[2]?.area).toBe('new');
    expect(draft.hand).toEqual([]);
  });
});

describe('from one view to the next', () => {
  const view: View = {
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
  const next: View = { ...view, table: [CIRCLES, ...last.new], last };

  it('a turn is known by what it made', () => {
    expect(isNext(view, next)).toBe(true);
    expect(isNext(next, view)).toBe(false);
    expect(isNext({ ...view, table: [...view.table, ['Ya', 'Ga', 'Ba']] }, next)).toBe(false);
    expect(isNext(next, { ...next })).toBe(false);
  });

  it('Qwirkles are gone from the table', () => {
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

  it('the cards of the last turn are known, each once', () => {
    const laid = settled(NOTHING, next.table, []);
    expect(lastPlayed(laid, last)).toEqual(new Set([idOf(laid, 'Rs'), idOf(laid, 'Os')]));
    expect(lastPlayed(laid, null)).toEqual(new Set());
  });
});
