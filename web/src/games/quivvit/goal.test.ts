import { expect, it } from 'vitest';
import { goal } from './goal';
import type { QuivvitView } from './view';

function view(more: Partial<QuivvitView>): QuivvitView {
  return { phase: 'turn', waiting: [], colour: null, ...more } as QuivvitView;
}

it.each([
  ['a turn', {}, 'quivvit.goal.link'],
  ['a die', { colour: 'R' }, 'quivvit.goal.colour'],
  ['asked to cover a card', { phase: 'block', waiting: [0] }, 'quivvit.goal.block'],
  ['others are asked', { phase: 'block', waiting: [1] }, 'quivvit.goal.link'],
  ['a bonus card', { phase: 'bonus', waiting: [0] }, 'quivvit.goal.bonus'],
  ['the end', { phase: 'over' }, undefined],
] as const)('the goal: %s', (_, more, id) => {
  expect(goal(view(more), 0)?.id).toBe(id);
});
