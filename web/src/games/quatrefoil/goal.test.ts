import { expect, it } from 'vitest';
import { goal } from './goal';
import type { QuatrefoilView } from './view';

function view(more: Partial<QuatrefoilView> = {}): QuatrefoilView {
  const usual = {
    colours: ['R', null, null, null],
    positions: ['NE', null, null, null],
    target: [null, 'R', null, null, null],
    signals: [false, true, false, false],
    ending: '',
  };
  return { ...usual, ...more } as QuatrefoilView;
}

it('the goal names the player’s token and its place', () => {
  expect(goal(view(), 0)).toEqual({
    id: 'quatrefoil.goal.bring',
    args: { colour: 'R', position: 'NE' },
  });
});

it.each([
  ['the token is in place', { signals: [true, null, null, null] }, 0, 'in_place'],
  ['the whole target is known', { target: ['B', 'R', 'G', 'Y', 'P'] }, 0, 'target'],
  ['a spectator', {}, null, 'together'],
  ['no colour card', { colours: [null, null, null, null] }, 0, 'together'],
] as const)('the goal: %s', (_, more, seat, id) => {
  expect(goal(view(more as Partial<QuatrefoilView>), seat)?.id).toBe(`quatrefoil.goal.${id}`);
});

it('there is no goal after the end', () => {
  expect(goal(view({ ending: 'stack' }), 0)).toBeNull();
});
