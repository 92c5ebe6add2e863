import { expect, it } from 'vitest';
import { after, base, quiet } from '../test-views';
import type { QuivvitLastTurn } from '../view';
import { celebrationBetween } from './celebration';

const last = (points: number) => ({
  ...after,
  last: { ...(after.last as QuivvitLastTurn), points },
});

it('the points of a turn move to their player', () => {
  expect(celebrationBetween(base, after, 200)).toEqual({
    seat: 0,
    text: '+6',
    from: '[data-cell="b2"]',
    to: '[data-score="0"]',
    glow: [],
    delayMs: 200,
    isLarge: false,
  });
});

it('a large link lights up in order, starting at the rotated card', () => {
  const { glow, isLarge } = celebrationBetween(base, last(8), 0) ?? {};
  expect(isLarge).toBe(true);
  expect(glow).toEqual(['b2', 'c2', 'b3'].map((cell) => `[data-flying="${cell}"]`));
});

it.each([
  ['a turn without links', base, quiet],
  ['points that were lost', base, last(-1)],
  ['a step back', after, base],
  ['several turns at once', { ...base, round: 1 }, after],
])('the board does not celebrate %s', (_, then, now) => {
  expect(celebrationBetween(then, now, 0)).toBe(null);
});
