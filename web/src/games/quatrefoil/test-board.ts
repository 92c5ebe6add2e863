/** For tests of the board: shows it with the moves of a seat's turn. */
import type { BoardProps, Offer } from '../contract';
import { all, mockAnimations, offer, setUpBoardTests, showBoard } from '../test-board.svelte';
import Board from './Board.svelte';
import data from './introduction/introduction.json';
import { base } from './test-views';
import type { QuatrefoilView } from './view';

/** All pushes and twists, with their effects on the arrangement of `base`, and other moves. */
export function offerActions(...others: string[]): Offer[] {
  const effects = (data.after as Record<string, string>)['RGBYP']?.split(' ') ?? [];
  return [
    ...data.moves.map((move, index) => ({ move, effect: [...(effects[index] ?? '')] })),
    ...offer(...others),
  ];
}

export function setUp(): void {
  setUpBoardTests('quatrefoil');
  mockAnimations();
}

export function show(more: Partial<BoardProps<QuatrefoilView>> = {}): BoardProps<QuatrefoilView> {
  const names = ['Mia', 'Ada', 'Ben', 'Cleo'];
  return showBoard(Board, { view: base, moves: offerActions('stack'), names, ...more });
}

/** The moves that have a button, enabled or not. */
export const shownMoves = () => all('[data-move]').map((each) => each.dataset['move'] ?? '');
