import { expect, it } from 'vitest';
import { goal } from './goal';
import type { QwirkleCardsView } from './view';

function view(more: Partial<QwirkleCardsView>): QwirkleCardsView {
  const usual = { phase: 'play', sizes: [9, 9], turn: 0, table: [['Rc', 'Gc', 'Bc']] };
  return { ...usual, turns_left: null, ...more } as QwirkleCardsView;
}

it.each([
  ['an empty table', { table: [] }, 'qwirkle_cards.goal.first'],
  ['sets on the table', {}, 'qwirkle_cards.goal.play'],
  ['the puzzle of the day', { sizes: [9], table: [] }, 'qwirkle_cards.goal.puzzle'],
  ['no card fits', { phase: 'redraw' }, 'qwirkle_cards.goal.redraw'],
  ['no card of another player fits', { phase: 'redraw', turn: 1 }, 'qwirkle_cards.goal.play'],
  ['the last turns', { turns_left: 2 }, 'qwirkle_cards.goal.last_turns'],
  ['the end', { phase: 'over' }, undefined],
] as const)('the goal: %s', (_, more, id) => {
  expect(goal(view(more as Partial<QwirkleCardsView>), 0)?.id).toBe(id);
});
