import { expect, it } from 'vitest';
import { ranking } from './ranking';

it('lists the winners first, then the others by their scores', () => {
  expect(ranking({ winners: [2], scores: [12, 30, 30, 5] })).toEqual([2, 1, 0, 3]);
});

it('keeps the order of seats between equals', () => {
  expect(ranking({ winners: [3], scores: [7, 9, 7, 10] })).toEqual([3, 1, 0, 2]);
});

it.each([
  ['all win together', { winners: [0, 1], scores: [9, 9] }],
  ['all lose together', { winners: [], scores: [9, 9] }],
  ['single player', { winners: [0], scores: [41] }],
])('has nothing to rank where %s', (_, outcome) => {
  expect(ranking(outcome)).toEqual([]);
});
