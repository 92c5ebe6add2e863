import { describe, expect, it } from 'vitest';
import { diceRolledBetween, keptBy, readFace, rollMove } from './dice';

const FACES = ['4O', '2B', '5K', '1O', '2R', '6Y'];

it('only valid faces are read', () => {
  expect(readFace('4R')).toEqual({ value: 4, colour: 'R' });
  for (const text of ['', '7R', '0R', '4X', '4', 'R4', '4RR']) expect(readFace(text)).toBe(null);
});

describe('the move to roll', () => {
  it('rolls all dice when none is kept', () => {
    expect(rollMove(FACES, new Set())).toBe('roll');
  });

  it('names the kept dice in the order of the dice', () => {
    expect(rollMove(FACES, new Set([5, 1, 2]))).toBe('keep 2B 5K 6Y');
  });

  it('is null when all dice are kept', () => {
    expect(rollMove(FACES, new Set([0, 1, 2, 3, 4, 5]))).toBe(null);
  });

  it('is read back as the kept dice', () => {
    expect(keptBy('keep 2B 5K 6Y', FACES)).toEqual(new Set([1, 2, 5]));
    for (const move of ['roll', 'stop', null]) expect(keptBy(move, FACES)).toEqual(new Set());
  });
});

describe('the dice that were rolled', () => {
  const before = {
    ...{ line: 1, waiting: [0, 1], chances: 0, rolls: 0, last: null },
    faces: [] as string[],
    kept: [] as number[],
  };
  const first = { ...before, faces: FACES, rolls: 1 };
  const second = {
    ...before,
    faces: ['5Y', '2B', '5K', '6B', '2R', '6Y'],
    rolls: 2,
    kept: [1, 2, 5],
  };

  it('are all six in the first roll of an attempt', () => {
    expect(diceRolledBetween(before, first)).toEqual([0, 1, 2, 3, 4, 5]);
    const other = { ...first, waiting: [1] };
    expect(diceRolledBetween(second, other)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it('are those that were not kept, even if a die shows the same face again', () => {
    expect(diceRolledBetween(first, second)).toEqual([0, 3, 4]);
  });

  it('include the last roll of an attempt that has ended', () => {
    const faces = ['5Y', '5R', '5K', '6B', '2R', '6Y'];
    const last = { seat: 0, line: 1, faces, total: 29, entry: 29 };
    const after = { ...before, waiting: [1], last };
    expect(diceRolledBetween(second, after)).toEqual([1]);
    expect(diceRolledBetween(second, after, new Set([0, 2, 3, 5]))).toEqual([1, 4]);
    expect(diceRolledBetween(second, { ...after, last: null })).toEqual([]);
  });

  it('are none for a step back or an unchanged view', () => {
    expect(diceRolledBetween(second, first)).toEqual([]);
    expect(diceRolledBetween(first, before)).toEqual([]);
    expect(diceRolledBetween(first, { ...first })).toEqual([]);
  });
});
