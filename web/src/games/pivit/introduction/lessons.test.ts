import { describe, expect, it } from 'vitest';
import { reasonOf } from '../grid/lines';
import type { Placed } from '../view';
import { faultsOf, finished, firstOf, LESSON_COUNT, start, taskOf, viewOf } from './lessons';

const lessons = [...Array(LESSON_COUNT).keys()];
/** The cells of the loose tiles that solve each lesson. */
const SOLUTIONS: Placed[][] = [
  [[2, 0, 'r5']],
  [
    [2, 1, 'g5'],
    [2, 2, 'b5'],
  ],
  [[3, 4, 'r1']],
  [
    [1, 2, '**'],
    [2, 2, 'r4'],
    [3, 2, 'r6'],
  ],
  [
    [2, 2, 'g5'],
    [3, 2, 'g2'],
    [4, 2, 'g6'],
  ],
];
const laid = (lesson: number, tiles: readonly Placed[]) => ({
  tiles: [...taskOf(lesson).fixed, ...tiles],
});
const reasons = (lesson: number, tiles: readonly Placed[]) =>
  faultsOf(lesson, laid(lesson, tiles)).map(reasonOf);

describe.each(lessons)('lesson %i', (lesson) => {
  it('is not finished at the start', () => {
    expect(finished(lesson, faultsOf(lesson, start(lesson)))).toBe(false);
  });

  it('has a solution', () => {
    const faults = faultsOf(lesson, laid(lesson, SOLUTIONS[lesson] ?? []));
    expect(finished(lesson, faults)).toBe(true);
    expect(firstOf(faults)).toBeNull();
  });

  it('has only tiles of the hand and cells that are free', () => {
    const { fixed, open } = taskOf(lesson);
    const hand = viewOf(lesson).hands[0] ?? [];
    expect(start(lesson).tiles.every(([, , kind]) => hand.includes(kind))).toBe(true);
    expect(fixed.some(([x, y]) => open.includes(`${x},${y}`))).toBe(false);
  });
});

it('wrong solutions have the fault that the lesson explains', () => {
  expect(reasons(0, [[2, 0, 'r3']])).toEqual(['twice', 'unused']);
  expect(reasons(0, [[2, 0, 'b4']])).toEqual(['mixed', 'unused']);
  expect(reasons(1, [[2, 1, 'g5']])).toEqual(['short', 'unused']);
  expect(reasons(2, [[3, 0, 'r1']])).toContain('twice');
  expect(
    reasons(3, [
      [1, 2, 'r4'],
      [2, 2, '**'],
    ]),
  ).toEqual(['wild', 'unused']);
});

it('each check returns a new list of faults, as a server does', () => {
  expect(faultsOf(0, start(0))).not.toBe(faultsOf(0, start(0)));
});
