import { expect, it } from 'vitest';
import type { Daily } from '../../wire';
import { nextDaily } from './next-daily';

const games = (...finished: string[]) =>
  ['quivvit', 'pivit', 'coloryam'].map(
    (game) => ({ game, results: { yours: finished.includes(game) ? {} : null } }) as Daily,
  );

it('the next daily game is the next unfinished one in the list, which starts again at its end', () => {
  expect(nextDaily(games('quivvit'), 'quivvit')?.game).toBe('pivit');
  expect(nextDaily(games('quivvit', 'pivit'), 'quivvit')?.game).toBe('coloryam');
  expect(nextDaily(games('pivit', 'coloryam'), 'coloryam')?.game).toBe('quivvit');
});

it('the next daily game is never the same game, and null once all are finished', () => {
  expect(nextDaily(games('pivit', 'coloryam'), 'quivvit')).toBeNull();
  expect(nextDaily(games('quivvit', 'pivit', 'coloryam'), 'pivit')).toBeNull();
});
