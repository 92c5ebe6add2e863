import { expect, it } from 'vitest';
import { soundsBetween } from './sounds';
import { after, base, quiet } from './test-views';

const names = (...views: Parameters<typeof soundsBetween>) =>
  soundsBetween(...views).map(({ sound, isOwn }) => `${isOwn ? 'own' : 'other'} ${sound}`);

it('the player’s own card is placed; another player’s card is rotated', () => {
  expect(names(base, quiet, 0)).toEqual(['own place']);
  expect(names(base, quiet, 1)).toEqual(['other rotate']);
});

it('a link adds the sound of a score', () => {
  expect(names(base, after, 0)).toEqual(['own place', 'own score']);
  expect(names(base, after, null)).toEqual(['other rotate', 'other score']);
});

it('a step back and an answer about blocking are silent', () => {
  expect(names(after, base, 0)).toEqual([]);
  expect(names(base, { ...base, quiet: [true, false, false] }, 0)).toEqual([]);
});
