import { expect, it } from 'vitest';
import type { GameRecord } from '../wire';
import { changed, scenesOf, stepsOf } from './scenes';

it('replaces values within, and leaves the scene before as it was', () => {
  const before = { tokens: ['R', 'G'], turn: 0, deep: { a: [1, { b: 2 }] } };
  const after = changed(before, [
    [['tokens', 0], 'B'],
    [['turn'], 1],
    [['deep', 'a', 1, 'b'], 3],
  ]);
  expect(after).toEqual({ tokens: ['B', 'G'], turn: 1, deep: { a: [1, { b: 3 }] } });
  expect(before).toEqual({ tokens: ['R', 'G'], turn: 0, deep: { a: [1, { b: 2 }] } });
});

it('replaces the whole scene by an empty path', () => {
  expect(changed(null, [[[], { turn: 0 }]])).toEqual({ turn: 0 });
});

it('keeps what did not change the same object, so that boards can tell', () => {
  const before = { tokens: ['R'], cards: ['x'] };
  const after = changed(before, [[['tokens', 0], 'B']]) as typeof before;
  expect(after.cards).toBe(before.cards);
  expect(after.tokens).not.toBe(before.tokens);
});

const seen = (id: string) => ({ id, args: {} });

const record: GameRecord = {
  format: 'quincunx-record/1',
  game: 'toy',
  rules: 1,
  seats: 2,
  options: {},
  whole: true,
  steps: [
    {
      at: 0,
      scene: [[[], { turn: 0 }]],
      events: [
        { public: seen('dealt'), private: {} },
        { public: null, private: { 0: seen('card a'), 1: seen('card b') } },
      ],
    },
    { at: 5, seat: 0, move: 'go', scene: [[['turn'], 1]] },
    { at: 9 },
  ],
};

it('lays out every version of a record', () => {
  expect(scenesOf(record)).toEqual([{ turn: 0 }, { turn: 1 }, { turn: 1 }]);
});

it('tells a whole record with all that anyone saw', () => {
  expect(stepsOf(record)).toEqual([
    {
      version: 0,
      at: 0,
      seat: null,
      move: null,
      events: [seen('dealt'), seen('card a'), seen('card b')],
    },
    { version: 1, at: 5, seat: 0, move: 'go', events: [] },
    { version: 2, at: 9, seat: null, move: null, events: [] },
  ]);
});
