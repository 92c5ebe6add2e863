import { expect, it } from 'vitest';
import { goal } from './goal';
import type { ColorYamView } from './view';

const SHEET = Array.from({ length: 6 }, () => ({ kind: 'one', colours: ['R'] }));

function view(more: Partial<ColorYamView>): ColorYamView {
  const usual = { phase: 'roll', waiting: [0, 1], line: 0, rolls: 0, met: null, beginner: false };
  return { ...usual, sheet: SHEET, ...more } as ColorYamView;
}

it.each([
  ['before the first roll', {}, 'coloryam.goal.roll'],
  ['the challenge is not met', { rolls: 1, met: false }, 'coloryam.goal.keep'],
  ['the challenge is met', { rolls: 1, met: true }, 'coloryam.goal.met'],
  ['the first ColorYam field', { line: 2 }, 'coloryam.goal.field_any'],
  ['a later ColorYam field', { line: 5 }, 'coloryam.goal.field'],
  ['a later ColorYam field for beginners', { line: 5, beginner: true }, 'coloryam.goal.field_any'],
  ['the challenge is missed', { phase: 'choose' }, 'coloryam.goal.choose'],
  ['another player’s turn', { waiting: [1, 0] }, 'coloryam.goal.aim'],
  ['the end', { phase: 'over' }, undefined],
] as const)('the goal: %s', (_, more, id) => {
  expect(goal(view(more as Partial<ColorYamView>), 0)?.id).toBe(id);
});
