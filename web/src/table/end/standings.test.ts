import { expect, it } from 'vitest';
import type { Outcome } from '../../wire';
import { standings, winningMargin } from './standings';

const outcome = (winners: number[], scores: number[]): Outcome => ({
  winners,
  scores,
  reason: { id: 'game.outcome.points', args: { seats: winners } },
});

const places = (ended: Outcome) => standings(ended).map(({ seat, place }) => [seat, place]);

it('the winner is listed first, even if a tie was broken', () => {
  const tieBroken = outcome([2], [12, 30, 30, 5]);
  expect(places(tieBroken)).toEqual([
    [2, 1],
    [1, 2],
    [0, 3],
    [3, 4],
  ]);
  expect(winningMargin(tieBroken)).toBe(0);
});

it('players with the same result have the same place', () => {
  expect(places(outcome([3], [7, 9, 7, 10]))).toEqual([
    [3, 1],
    [1, 2],
    [0, 3],
    [2, 3],
  ]);
  expect(places(outcome([0, 1], [8, 8]))).toEqual([
    [0, 1],
    [1, 1],
  ]);
});

it('the winning margin is the winner’s lead over the second', () => {
  expect(winningMargin(outcome([1], [38, 41, 20]))).toBe(3);
  expect(winningMargin(outcome([0, 1], [41, 41, 20]))).toBe(0);
});

it.each([
  ['a game of a single player', { ...outcome([0], [41]) }],
  ['a lost cooperative game', { ...outcome([], [9, 9]) }],
  ['a won cooperative game', { ...outcome([0, 1], [9, 9]), reason: { id: 'solved', args: {} } }],
  ['a resignation', { ...outcome([0], []) }],
])('there are no standings after %s', (_, ended) => {
  expect(standings(ended)).toEqual([]);
});
