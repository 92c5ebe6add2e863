import { expect, it } from 'vitest';
import { soundsBetween } from './sounds';
import { after, base, quiet } from './test-views';

const names = (...views: Parameters<typeof soundsBetween>) =>
  soundsBetween(...views).map(({ sound, isOwn }) => `${isOwn ? 'own' : 'other'} ${sound}`);

it('puts down the player’s own card, which was heard while it was rotated', () => {
  expect(names(base, quiet, 0)).toEqual(['own place']);
  expect(names(base, quiet, 1)).toEqual(['other rotate']);
});

it('adds the sound of a link', () => {
  expect(names(base, after, 0)).toEqual(['own place', 'own score']);
  expect(names(base, after, null)).toEqual(['other rotate', 'other score']);
});

it('is silent for a step back and for answers to a question', () => {
  expect(names(after, base, 0)).toEqual([]);
  expect(names(base, { ...base, quiet: [true, false, false] }, 0)).toEqual([]);
});
