/** For tests of the board: shows it, builds with keys and clicks, and reads the rack and the grid. */
import { flushSync } from 'svelte';
import { beforeEach } from 'vitest';
import type { Fault } from '../../wire';
import type { BoardProps } from '../contract';
import { all, offer, setUpBoardTests, showBoard } from '../test-board.svelte';
import Board from './Board.svelte';
import { TEST_HAND, viewFor } from './test-views';
import type { PivitView, Placed } from './view';

/** All tiles of the hand in one row. */
export const ALL_LAID: Placed[] = TEST_HAND.map((kind, x) => [x, 0, kind]);

export function setUp(): void {
  setUpBoardTests('pivit');
  beforeEach(() => localStorage.clear());
}

export function show(more: Partial<BoardProps<PivitView>> = {}): BoardProps<PivitView> {
  return showBoard(Board, {
    view: viewFor({}),
    moves: offer('stop', ...new Set(TEST_HAND.map((kind) => `trade ${kind}`))),
    names: ['Ada', 'Ben'],
    clock: () => 5000,
    ...more,
  });
}

/** A fault that the server finds in a draft. */
export const fault = (reason: string, cells: string[] = []): Fault => ({
  message: { id: `pivit.refusal.${reason}`, args: { count: 3, tiles: ['r1'] } },
  cells,
});

export const one = (selector: string) => all(selector)[0] as HTMLElement;

/** The kinds of the tiles in the rack. */
export const rack = () => all('.rack [data-tile]').map((tile) => tile.dataset['kind']);

/** The cells and kinds of the tiles in the grid. */
export const laid = () =>
  all('.plane [data-tile]').map((tile) => [tile.dataset['cell'], tile.dataset['kind']].join(' '));

/** All text on the page. */
export const pageText = () => document.body.textContent?.replace(/\s+/g, ' ') ?? '';

export function click(selector: string): void {
  one(selector).click();
  flushSync();
}

/** Press keys on the grid, such as `r`, `ctrl z` or `shift Enter`. */
export function press(...keys: string[]): void {
  for (const key of keys) {
    const [, modifier, name = ''] = /^(?:(ctrl|shift) )?(.+)$/.exec(key) ?? [];
    one('[role="application"]').dispatchEvent(
      new KeyboardEvent('keydown', {
        key: name,
        ctrlKey: modifier === 'ctrl',
        shiftKey: modifier === 'shift',
        bubbles: true,
      }),
    );
    flushSync();
  }
}
