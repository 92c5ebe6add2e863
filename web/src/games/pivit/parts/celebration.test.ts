import { expect, it } from 'vitest';
import { viewFor } from '../test-views';
import { celebrationBetween } from './celebration';

const building = viewFor({});
const taken = viewFor({ sticks: [1, null], phase: 'race' });
const scored = viewFor({ sticks: [1, 0], phase: 'ready', gained: [3, 6] });

it('a scoring stick moves to the player who took it', () => {
  expect(celebrationBetween(building, taken, 0)).toEqual({
    seat: 1,
    text: '4',
    from: '[data-sticks], [data-grid="1"]',
    to: '[data-stick="1"]',
  });
});

it('the points of a round move to the viewer who won a stick', () => {
  expect(celebrationBetween(taken, scored, 0)).toMatchObject({
    seat: 0,
    text: '+3',
    to: '[data-score="0"]',
    isLarge: false,
  });
  expect(celebrationBetween(taken, scored, 1)).toMatchObject({ text: '+6', isLarge: true });
});

it('players without a stick and spectators see the winner of the round', () => {
  const lost = { ...scored, sticks: [1, null], gained: [1, 6] };
  expect(celebrationBetween(taken, lost, 0)).toMatchObject({ seat: 1, text: '+6' });
  expect(celebrationBetween(taken, lost, null)).toMatchObject({ seat: 1, text: '+6' });
});

it.each([
  ['a round that nobody won', building, viewFor({ phase: 'ready', gained: [2, 1] })],
  ['being ready after a round', scored, { ...scored, ready: [true, false] }],
  ['a step back', scored, taken],
  ['another round', taken, { ...scored, round: 2 }],
])('the board does not celebrate %s', (_, then, now) => {
  expect(celebrationBetween(then, now, 0)).toBe(null);
});
