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

it('shows a claimed grid before all others, and what its wild tiles stand for', () => {
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

it('shows a public draft and the tiles that were left', () => {
  const view = viewFor({ phase: 'ready', hands: [['r1'], ['b4', 'g2', 'g2']] });
  expect(visibleGridOf(view, 1, { 1: draft }, {})).toMatchObject({
    placed: [[0, 0, 'g2']],
    rest: ['b4', 'g2'],
    count: 1,
  });
});

it('shows how far others are, and nothing else', () => {
  const view = viewFor({});
  expect(visibleGridOf(view, 1, {}, { 1: 7 })).toMatchObject({ placed: null, rest: [], count: 7 });
});

const faults = [
  { message: { id: 'pivit.refusal.short', args: {} }, cells: ['0,0', '1,0'] },
] as const;

it('shows everybody a grid that was found wrong at the check, and why', () => {
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

it('does not call a grid wrong that was mended or rebuilt since', () => {
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

it('shows one’s own grid that was found wrong', () => {
  const view = viewFor({ phase: 'race', refused: grid });
  expect(visibleGridOf(view, 0, {}, {}).placed).toEqual(grid);
  expect(visibleGridOf(view, 1, {}, {}).placed).toBeNull();
});

it('replays what was built in this round', () => {
  const at = (time: number) => ({ at: time, seat: 0, version: 3, draft });
  const view = viewFor({ round: 2, began_at: 500 });
  expect([499, 500].map((time) => isDraftShown(view, at(time)))).toEqual([false, true]);
  expect(isDraftShown({ ...view, phase: 'countdown' }, at(600))).toBe(false);
  expect(isDraftShown({ ...view, phase: 'ready' }, at(600))).toBe(true);
});

it('knows when the table says what is wrong', () => {
  expect(isChecked(viewFor({}))).toBe(true);
  expect(isChecked(viewFor({ referee: 'at-scoring' }))).toBe(false);
  expect(isChecked(viewFor({ referee: 'at-scoring', phase: 'race' }))).toBe(true);
  expect(isBuilding(viewFor({ phase: 'ready' }))).toBe(false);
});

it('knows who holds which stick', () => {
  const view = viewFor({ values: [4, 2, 1], sticks: [null, 1, 0] });
  expect([0, 1, 2].map((seat) => stickOf(view, seat))).toEqual([1, 2, null]);
});
