import { describe, expect, it } from 'vitest';
import type { Judged, Point } from '../../wire';
import {
  curveHeight,
  labelsFor,
  largestMistakes,
  roundForScale,
  spread,
  valuesAt,
} from './analysis-curve';

const curve = (...values: number[][]): Point[] =>
  values.map((each, index) => ({ version: 3 * index, values: each }));

it('values are rounded depending on the scale', () => {
  expect(roundForScale(43.27, { low: 0, high: 100, ticks: [] })).toBe(43);
  expect(roundForScale(4.27, { low: 2, high: 6, ticks: [] })).toBe(4.3);
});

it('a value applies until the next point', () => {
  const points = curve([1, 2], [3, 4]);
  expect(valuesAt(points, 0)).toEqual([1, 2]);
  expect(valuesAt(points, 2)).toEqual([1, 2]);
  expect(valuesAt(points, 3)).toEqual([3, 4]);
  expect(valuesAt(points, 99)).toEqual([3, 4]);
});

it('the curve is drawn straight from point to point', () => {
  const points = curve([0, 9], [6, 0]);
  expect([0, 1, 2, 3, 9].map((version) => curveHeight(points, version, 0))).toEqual([
    0, 2, 4, 6, 6,
  ]);
  expect(curveHeight(points, 2, 1)).toBe(3);
});

it('curves are labelled with initials, or with numbers if names begin alike', () => {
  expect(labelsFor(['ada', 'Ben', 'Çelik'])).toEqual(['A', 'B', 'Ç']);
  expect(labelsFor(['Ada', 'Anna', 'Ben'])).toEqual(['1', '2', '3']);
  expect(labelsFor(['Ada', ''])).toEqual(['1', '2']);
});

describe('labels', () => {
  it('stay in place if they do not overlap', () => {
    expect(spread([10, 50, 90], 20, 0, 100)).toEqual([10, 50, 90]);
  });

  it('move apart if they overlap, and stay inside the plot', () => {
    expect(spread([50, 50, 10], 20, 0, 100)).toEqual([50, 70, 10]);
    expect(spread([100, 100], 20, 0, 100)).toEqual([80, 100]);
    expect(spread([0, 0], 20, 0, 100)).toEqual([0, 20]);
  });
});

it('mistakes are listed with the largest loss first; moves without a loss are not', () => {
  const judged = [0, 2, 0.5, 7, 2].map((loss, version) => ({ loss, version }) as Judged);
  expect(largestMistakes(judged).map(({ version }) => version)).toEqual([3, 1, 4]);
  expect(judged[0]?.loss).toBe(0);
  expect(largestMistakes(judged.slice(0, 1))).toEqual([]);
});
