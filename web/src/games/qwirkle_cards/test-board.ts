/** For tests of the board: shows it, presses cards and buttons, and reads the table and the hand. */
import { flushSync } from 'svelte';
import { beforeEach } from 'vitest';
import type { Fault } from '../../wire';
import type { BoardProps } from '../contract';
import { all, drafts, mockAnimations, setUpBoardTests, showBoard } from '../test-board.svelte';
import Board from './Board.svelte';
import { handOrder } from './cards/hand-sorting.svelte';
import { base } from './test-views';
import type { QwirkleCardsDraft, QwirkleCardsView } from './view';

export function setUp(): void {
  setUpBoardTests('qwirkle_cards');
  mockAnimations();
  beforeEach(() => handOrder.choose('colour'));
}

export const show = (more: Partial<BoardProps<QwirkleCardsView>> = {}) =>
  showBoard(Board, { view: base, moves: [], names: ['Mia', 'Ada'], ...more });

/** A fault that the server finds in a draft. */
export const fault = (id: string, ...cells: string[]): Fault => ({
  message: { id: `qwirkle_cards.refusal.${id}`, args: { cards: ['Rs', 'Os'], count: 2 } },
  cells,
});

/** The server's answer to a draft. */
export function answer(props: BoardProps<QwirkleCardsView>, ...faults: Fault[]): void {
  props.faults = faults;
  flushSync();
}

/** The sets of the drafts that the board has sent. */
export const sentSets = () =>
  (drafts as QwirkleCardsDraft[]).map(({ sets }) => sets.map((set) => set.join(' ')).join(', '));

/** The sets on the table. */
export const sets = () =>
  all('.set ul').map((ul) =>
    [...ul.children].map((li) => (li as HTMLElement).dataset['kind']).join(' '),
  );

/** The cards in the hand. */
export const hand = () =>
  all('[data-drop="hand"] [data-kind]')
    .map((each) => each.dataset['kind'])
    .join(' ');

/** The button of a card. */
export const card = (kind: string) =>
  document.querySelector(`[data-kind="${kind}"] button`) as HTMLElement;

export const tool = (name: string) => document.querySelector<HTMLElement>(`[data-tool="${name}"]`);

export const isEnabled = (element: HTMLElement | null) =>
  element?.getAttribute('aria-disabled') === 'false';

/**
 * Press cards, tools or other elements one after the other; a tool is given by its name, an element
 * that may appear only while a card is held by its selector.
 */
export function press(...targets: (HTMLElement | string)[]): void {
  for (const target of targets) {
    const selector = /^\w+$/.test(String(target)) ? `[data-tool="${target}"]` : String(target);
    const found =
      typeof target === 'string' ? document.querySelector<HTMLElement>(selector) : target;
    found?.click();
    flushSync();
  }
}

export function pressKey(target: HTMLElement, key: string, more: KeyboardEventInit = {}): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...more }));
  flushSync();
}
