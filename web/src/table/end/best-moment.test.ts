import { expect, it } from 'vitest';
import type { GameReview, Judged } from '../../wire';
import { bestMoment } from './best-moment';

const decision = (version: number, seat: number): Judged => {
  const move = { move: `m${version}`, words: { id: '', args: {} }, effect: null };
  return { version, seat, played: move, better: move, loss: 0, message: move.words };
};

const review = (values: number[][], judged: Judged[]): GameReview => ({
  measure: { id: '', args: {} },
  curve: values.map((each, version) => ({ version, values: each })),
  judged,
  decided: null,
  can_retry: false,
});

const game = review(
  [
    [50, 50],
    [60, 40],
    [30, 70],
    [45, 55],
    [100, 0],
  ],
  [decision(0, 0), decision(1, 1), decision(2, 0), decision(3, 1)],
);

it('the best moment is the player’s own decision with the largest gain', () => {
  expect(bestMoment(game, 0, 2)?.version).toBe(2);
  expect(bestMoment(game, 1, 2)?.version).toBe(1);
});

it('a cooperative game, whose players share one value, has no best moment', () => {
  expect(bestMoment(review([[50], [90]], [decision(0, 0)]), 0, 4)).toBeNull();
});

it('a game in which no decision gained anything has no best moment', () => {
  expect(bestMoment(review([[50], [40]], [decision(0, 0)]), 0, 1)).toBeNull();
  expect(bestMoment(review([[50], [90]], []), 0, 1)).toBeNull();
});
