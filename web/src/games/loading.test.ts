import { expect, it } from 'vitest';
import { draftFilter } from '.';
import { loadOnce } from './load-once';

it('the module of a game is loaded once', async () => {
  let loads = 0;
  const board = loadOnce({ './chess/Board.svelte': async () => ++loads }, 'Board.svelte');
  expect(board('chess')).toBe(board('chess'));
  expect(await board('chess')).toBe(1);
  expect(board('go')).toBeUndefined();
});

it('loading is tried again after a failure', async () => {
  let loads = 0;
  const load = () => (++loads === 1 ? Promise.reject(new Error('no network')) : Promise.resolve(2));
  const board = loadOnce({ './chess/Board.svelte': load }, 'Board.svelte');
  await expect(board('chess')).rejects.toThrow('no network');
  expect(await board('chess')).toBe(2);
});

it('the draft filter of a game that shows drafts in replays is found', async () => {
  expect(await draftFilter('pivit')).toBeTypeOf('function');
});
