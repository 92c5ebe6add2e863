import { describe, expect, it } from 'vitest';
import type { GameRecord } from '../wire';
import { applyChanges, framesOfRecord, logOfRecord, viewsOfRecord } from './record-views';

it('changes replace values inside a scene without modifying the scene before', () => {
  const before = { tokens: ['R', 'G'], turn: 0, deep: { a: [1, { b: 2 }] } };
  const after = applyChanges(before, [
    [['tokens', 0], 'B'],
    [['turn'], 1],
    [['deep', 'a', 1, 'b'], 3],
  ]);
  expect(after).toEqual({ tokens: ['B', 'G'], turn: 1, deep: { a: [1, { b: 3 }] } });
  expect(before).toEqual({ tokens: ['R', 'G'], turn: 0, deep: { a: [1, { b: 2 }] } });
});

it('a change with an empty path replaces the whole scene', () => {
  expect(applyChanges(null, [[[], { turn: 0 }]])).toEqual({ turn: 0 });
});

it('unchanged parts of a scene stay the same objects, so that boards can compare them', () => {
  const before = { tokens: ['R'], cards: ['x'] };
  const after = applyChanges(before, [[['tokens', 0], 'B']]) as typeof before;
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

it('a record has a view for every version', () => {
  expect(viewsOfRecord(record)).toEqual([{ turn: 0 }, { turn: 1 }, { turn: 1 }]);
});

it('the log of a whole record contains what every seat saw', () => {
  expect(logOfRecord(record)).toEqual([
    {
      version: 0,
      at: 0,
      seat: null,
      move: null,
      events: [seen('dealt'), seen('card a'), seen('card b')],
      back: null,
    },
    { version: 1, at: 5, seat: 0, move: 'go', events: [], back: null },
    { version: 2, at: 9, seat: null, move: null, events: [], back: null },
  ]);
});

it('the log contains undone moves', () => {
  const steps = [...record.steps, { at: 12, seat: 0, back: 0 }];
  expect(logOfRecord({ ...record, steps }).at(-1)).toMatchObject({
    version: 3,
    move: null,
    back: 0,
  });
});

describe('the frames of a replay', () => {
  const drafted: GameRecord = {
    ...record,
    drafts: [
      { at: 2, seat: 0, version: 0, draft: 'a' },
      { at: 3, seat: 1, version: 0, draft: 'b' },
      { at: 4, seat: 0, version: 0, draft: 'aa' },
      { at: 7, seat: 1, version: 1, draft: 'bb' },
    ],
  };

  it('are the steps if the game does not show drafts', () => {
    expect(framesOfRecord(drafted).map(({ version, at }) => [version, at])).toEqual([
      [0, 0],
      [1, 5],
      [2, 9],
    ]);
  });

  it('are the steps and the drafts between them, as long as the game shows them', () => {
    const frames = framesOfRecord(
      drafted,
      (view, { at }) => (view as { turn: number }).turn === 0 || at > 5,
    );
    expect(frames.map(({ version, at, drafts }) => [version, at, drafts])).toEqual([
      [0, 0, {}],
      [0, 2, { 0: 'a' }],
      [0, 3, { 0: 'a', 1: 'b' }],
      [0, 4, { 0: 'aa', 1: 'b' }],
      [1, 5, {}],
      [1, 7, { 1: 'bb' }],
      [2, 9, { 1: 'bb' }],
    ]);
    expect(frames[1]?.view).toBe(frames[0]?.view);
  });
});
