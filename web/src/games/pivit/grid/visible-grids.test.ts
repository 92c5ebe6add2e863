import { expect, it } from 'vitest';
import { isDraftShown } from '../replay-drafts';
import { viewFor } from '../test-views';
import { isBuilding, isChecked, type PivitView, stickOf } from '../view';
import { visibleGridOf } from './visible-grids';

const grid = [
  [0, 0, 'r1'],
  [1, 0, '**'],
] as const;
const draft = { tiles: [[5, 5, 'g2']] };

it('a claimed grid is shown rather than a draft, with the meaning of its wild tiles', () => {
  const view = viewFor({
    grids: [grid, null],
    wilds: [[[1, 0, 'r2']], []],
    claimed: [true, false],
  });
  expect(visibleGridOf(view, 0, { 0: draft }, {})).toMatchObject({
    placed: grid,
    wilds: [[1, 0, 'r2']],
    count: 24,
  });
});

it('a public draft is shown with the tiles that are not in it', () => {
  const view = viewFor({ phase: 'ready', hands: [['r1'], ['b4', 'g2', 'g2']] });
  expect(visibleGridOf(view, 1, { 1: draft }, {})).toMatchObject({
    placed: [[0, 0, 'g2']],
    rest: ['b4', 'g2'],
    count: 1,
  });
});

it('only the number of placed tiles is shown of another player’s grid', () => {
  const view = viewFor({});
  expect(visibleGridOf(view, 1, {}, { 1: 7 })).toMatchObject({ placed: null, rest: [], count: 7 });
});

const faults = [
  { message: { id: 'pivit.refusal.short', args: {} }, cells: ['0,0', '1,0'] },
] as const;

it('a grid that was found wrong is shown to everybody, with its faults', () => {
  const view = viewFor({
    phase: 'race',
    seat: 1,
    wrong: [grid, null],
    faults: [faults, []],
  } as unknown as Partial<PivitView>);
  expect(visibleGridOf(view, 0, {}, {})).toMatchObject({ placed: grid, faults, count: 2 });
  expect(visibleGridOf(view, 0, {}, { 0: 5 }).count).toBe(5);
  expect(visibleGridOf(view, 1, {}, {}).faults).toEqual([]);
});

it('a grid that was corrected or rebuilt has no faults', () => {
  const view = viewFor({
    phase: 'ready',
    wrong: [grid, null],
    faults: [faults, []],
  } as unknown as Partial<PivitView>);
  expect(visibleGridOf(view, 0, { 0: draft }, {})).toMatchObject({
    placed: [[0, 0, 'g2']],
    faults: [],
  });
  expect(visibleGridOf(view, 0, { 0: { tiles: grid } }, {}).faults).toEqual(faults);
});

it('a grid that was put back is shown to its player', () => {
  const view = viewFor({ phase: 'race', refused: grid });
  expect(visibleGridOf(view, 0, {}, {}).placed).toEqual(grid);
  expect(visibleGridOf(view, 1, {}, {}).placed).toBeNull();
});

it('a replay shows only drafts of the current round', () => {
  const at = (time: number) => ({ at: time, seat: 0, version: 3, draft });
  const view = viewFor({ round: 2, began_at: 500 });
  expect([499, 500].map((time) => isDraftShown(view, at(time)))).toEqual([false, true]);
  expect(isDraftShown({ ...view, phase: 'countdown' }, at(600))).toBe(false);
  expect(isDraftShown({ ...view, phase: 'ready' }, at(600))).toBe(true);
});

it('a grid is checked while it is built, or at scoring only in the last minute', () => {
  expect(isChecked(viewFor({}))).toBe(true);
  expect(isChecked(viewFor({ referee: 'at-scoring' }))).toBe(false);
  expect(isChecked(viewFor({ referee: 'at-scoring', phase: 'race' }))).toBe(true);
  expect(isBuilding(viewFor({ phase: 'ready' }))).toBe(false);
});

it('each stick belongs to the seat that took it', () => {
  const view = viewFor({ values: [4, 2, 1], sticks: [null, 1, 0] });
  expect([0, 1, 2].map((seat) => stickOf(view, seat))).toEqual([1, 2, null]);
});
