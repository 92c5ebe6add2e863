import { expect, it } from 'vitest';
import { scaleOf } from './scale';

it.each([
  [
    [50, 50, 0, 100],
    [0, 20, 40, 60, 80, 100],
  ],
  [
    [2, 3, 0],
    [0, 1, 2, 3],
  ],
  [
    [216.4, 182, 241],
    [180, 200, 220, 240, 260],
  ],
  [
    [0, 0, 23, 8],
    [0, 5, 10, 15, 20, 25],
  ],
  [
    [45.2, 46.4],
    [45, 46, 47],
  ],
  [
    [7, 7],
    [7, 8],
  ],
  [
    [-3, 4],
    [-4, -2, 0, 2, 4],
  ],
  [
    [0, 500],
    [0, 100, 200, 300, 400, 500],
  ],
  [
    [0, 120],
    [0, 25, 50, 75, 100, 125],
  ],
])('the ticks of %j are round numbers', (values, ticks) => {
  const scale = scaleOf(values);
  expect(scale.ticks).toEqual(ticks);
  expect([scale.low, scale.high]).toEqual([ticks[0], ticks.at(-1)]);
});
