/** For tests of the board: shows it, keeps dice and finds the parts of the sheet. */
import { flushSync } from 'svelte';
import { beforeEach, vi } from 'vitest';
import type { BoardProps } from '../contract';
import { all, mockAnimations, offer, setUpBoardTests, showBoard } from '../test-board.svelte';
import Board from './Board.svelte';
import { rollMove } from './board/dice';
import { ROLL_MS } from './board/roll-state.svelte';
import { base, FACES } from './test-views';
import type { ColorYamView } from './view';

export const firstRoll = offer('roll');
/** Keeping any dice, rolling the others, and stopping. */
export const keepOrStop = offer(
  ...Array.from(
    { length: 63 },
    (_, mask) =>
      rollMove(FACES, new Set([0, 1, 2, 3, 4, 5].filter((die) => (mask >> die) & 1))) ?? '',
  ),
  'stop',
);
export const crossOrEnter = offer('cross', 'enter');

export function setUp(): void {
  setUpBoardTests('coloryam');
  mockAnimations();
  beforeEach(() => {
    vi.useFakeTimers();
  });
}

export const show = (more: Partial<BoardProps<ColorYamView>> = {}) =>
  showBoard(Board, { view: base, moves: firstRoll, names: ['Mia', 'Ada', 'Ben'], ...more });

export const die = (number: number) =>
  document.querySelector<HTMLElement>(`[data-die="${number}"]`);

/** The text of a row of the sheet: header and cells. */
export const row = (selector: string) =>
  all(`${selector} > :is(th, td)`)
    .map((cell) => cell.textContent?.trim())
    .join(' ');

/** Press dice, which keeps them or puts them back. */
export function press(...dice: number[]): void {
  for (const number of dice) die(number)?.click();
  flushSync();
}

/** Wait until rolling dice have landed. */
export function land(): void {
  vi.advanceTimersByTime(ROLL_MS);
  flushSync();
}
