/** For tests of the board: shows it, holds and rotates cards, and reads what they show. */
import { flushSync } from 'svelte';
import { afterEach, beforeEach, vi } from 'vitest';
import type { BoardProps, Offer } from '../contract';
import { all, setUpBoardTests, showBoard } from '../test-board.svelte';
import Board from './Board.svelte';
import { upright } from './cards/upright.svelte';
import { after, base } from './test-views';
import { CELLS, type Effect, type QuivvitView } from './view';

export const NO_EFFECT: Effect = { links: [], cells: [], points: 0 };

/** The effect of rotating b2 to the right. */
export const LINKING: Effect = {
  links: after.last?.links ?? [],
  cells: after.last?.cells ?? [],
  points: 6,
};

/** Rotating any card to the left or to the right. */
export const rotations: Offer[] = CELLS.flatMap((cell) =>
  ['left', 'right'].map((way) => ({
    move: `${cell} ${way}`,
    effect: `${cell} ${way}` === 'b2 right' ? LINKING : NO_EFFECT,
  })),
);

export function setUp(): void {
  setUpBoardTests('quivvit');
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    if (upright.on) upright.toggle();
  });
}

export const show = (more: Partial<BoardProps<QuivvitView>> = {}) =>
  showBoard(Board, { view: base, moves: rotations, names: ['Mia', 'Ada', 'Ben'], ...more });

export const cell = (name: string) => document.querySelector<HTMLElement>(`[data-cell="${name}"]`);

/** What a screen reader says about a card. */
export const description = (name: string) => cell(name)?.querySelector('.unseen')?.textContent;

/** The squares of cards that are lit up because they link. */
export const lit = () =>
  all('[data-cell]').flatMap((each) =>
    [...each.querySelectorAll<HTMLElement>('.lit')].map(
      (square) => `${each.dataset['cell']} ${square.dataset['piece']}`,
    ),
  );

export const held = () =>
  all('[aria-pressed="true"][data-cell]').map((each) => each.dataset['cell']);

/** Click on the left or right half of an element. */
export function tap(element: HTMLElement | null, half: 'left' | 'right' = 'right'): void {
  const clientX = half === 'left' ? -1 : 1;
  element?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, clientX }));
  flushSync();
}

/** Press a key on the focused element. */
export function press(key: string): void {
  const focused = document.activeElement as HTMLElement;
  focused.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  // The browser's own reaction to a key on a button.
  if (key === 'Enter') focused.click();
  flushSync();
}

/** Rotate the held card. */
export function rotate(way: 'left' | 'right'): void {
  tap(document.querySelector<HTMLElement>(`[data-turn="${way}"]`));
}
