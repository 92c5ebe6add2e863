// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { prefersReducedMotion } from 'svelte/motion';
import { describe, expect, it, vi } from 'vitest';
import { all } from '../test-board.svelte';
import { cell, description, held, rotate, setUp, show, tap } from './test-board';
import { after, base, quiet } from './test-views';

setUp();

describe('the animation of a turn', () => {
  it('moves cards to the pile and flips new ones, then ends', () => {
    const props = show({ seat: 1, moves: [] });
    props.view = after;
    flushSync();
    expect(all('.flyer').length).toBe(3);
    expect(all('.fresh').length).toBe(3);
    vi.advanceTimersByTime(3000);
    flushSync();
    expect([all('.flyer').length, all('.fresh').length]).toEqual([0, 0]);
  });

  it('is not cut short by an update', () => {
    const props = show({ seat: 1, moves: [] });
    props.view = { ...after, phase: 'block', waiting: [0, 2] };
    flushSync();
    props.view = { ...after, phase: 'block', waiting: [2] };
    flushSync();
    expect(all('.flyer').length).toBe(3);
  });

  it('is off for a step back and with reduced motion', () => {
    const props = show({ view: after, live: false, moves: [] });
    props.view = base;
    flushSync();
    expect(all('.flyer')).toEqual([]);
    vi.spyOn(prefersReducedMotion, 'current', 'get').mockReturnValue(true);
    props.view = after;
    flushSync();
    expect(all('.flyer')).toEqual([]);
    expect(description('b2')).toMatch(/^b2: 3 points/);
  });
});

it('a card that links nothing stays as the player rotated it', () => {
  const props = show();
  const angle = () =>
    cell('b2')?.querySelector<SVGElement>('.card svg')?.style.getPropertyValue('--turn');
  tap(cell('b2'));
  rotate('left');
  expect(angle()).toBe('-90deg');
  Object.assign(props, { view: quiet, moves: [] });
  flushSync();
  expect([angle(), held()]).toEqual(['-90deg', []]);
});
