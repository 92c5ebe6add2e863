import { expect, it } from 'vitest';
import { goal } from './goal';
import type { PivitView } from './view';

function view(more: Partial<PivitView>): PivitView {
  const usual = { phase: 'build', round: 1, claimed: [false, false], target: 20 };
  return { ...usual, ...more } as PivitView;
}

it.each([
  ['before the first round', { phase: 'ready', round: 0 }, 'pivit.goal.start'],
  ['the countdown', { phase: 'countdown', round: 0 }, 'pivit.goal.start'],
  ['building', {}, 'pivit.goal.build'],
  ['the last minute', { phase: 'race' }, 'pivit.goal.build'],
  ['a claimed grid', { claimed: [true, false] }, 'pivit.goal.done'],
  ['a player who has stopped', { stopped: [true, false] }, 'pivit.goal.done'],
  ['between rounds', { phase: 'ready', round: 2 }, 'pivit.goal.next_round'],
  ['the end', { phase: 'over' }, undefined],
] as const)('the goal: %s', (_, more, id) => {
  expect(goal(view(more), 0)?.id).toBe(id);
});

it('the goal for a spectator does not depend on claims', () => {
  expect(goal(view({ claimed: [true, true] }), null)?.id).toBe('pivit.goal.build');
});
