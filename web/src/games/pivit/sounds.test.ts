import { expect, it } from 'vitest';
import { soundsBetween } from './sounds';
import { viewFor } from './test-views';

const building = viewFor({});
const taken = viewFor({ sticks: [1, null], phase: 'race' });
const scored = viewFor({ sticks: [1, 0], phase: 'ready', gained: [3, 6] });

it('a stick that is taken and a round that is won have a sound', () => {
  expect(soundsBetween(building, taken, 0)).toMatchObject([{ sound: 'score', isOwn: false }]);
  expect(soundsBetween(taken, scored, 1)).toMatchObject([{ sound: 'largeScore', isOwn: true }]);
});

it('building is silent', () => {
  expect(soundsBetween(building, viewFor({ middle: 65 }), 0)).toEqual([]);
});
