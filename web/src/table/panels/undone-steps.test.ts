import { expect, it } from 'vitest';
import { undoneVersions } from './undone-steps';

/** A log as its undo entries: null for a move, otherwise the version that is restored. */
const log = (...backs: (number | null)[]) => backs.map((back, version) => ({ version, back }));

it.each([
  ['no move was undone', log(null, null, null), []],
  ['the last move was undone', log(null, null, null, 1), [2]],
  ['two moves were undone one after the other', log(null, null, null, 1, 0), [1, 2]],
  ['a move and its replacement were undone', log(null, null, 0, null, 0), [1, 3]],
  ['a move after an undo is not undone', log(null, null, 0, null, null), [1]],
])('%s', (_, steps, gone) => {
  expect([...undoneVersions(steps)].sort()).toEqual(gone);
});
