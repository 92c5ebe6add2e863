// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { prefersReducedMotion } from 'svelte/motion';
import { describe, expect, it, vi } from 'vitest';
import { animate, button, enabledMoves, labels, text } from '../test-board.svelte';
import { ROLL_MS } from './board/roll-state.svelte';
import { keepOrStop, land, press, setUp, show } from './test-board';
import { base, failed, rolled } from './test-views';

setUp();

describe('the animation of a roll', () => {
  it('tumbles only the dice that were rolled', () => {
    const props = show({ view: rolled, moves: keepOrStop });
    expect(animate).not.toHaveBeenCalled();
    press(1, 2, 5);
    button('roll')?.click();
    const faces = ['5Y', '2B', '5K', '6B', '2R', '6Y'];
    props.view = { ...rolled, faces, rolls: 2, kept: [1, 2, 5] };
    flushSync();
    expect(animate).toHaveBeenCalledTimes(3);
    for (const [, { duration, delay }] of animate.mock.calls) {
      expect(duration + delay).toBe(ROLL_MS);
    }
  });

  it('reveals nothing until the dice have landed', () => {
    const onsuspense = vi.fn();
    const props = show({ onsuspense });
    props.view = { ...rolled, met: true };
    props.moves = keepOrStop;
    flushSync();
    expect(labels('.cube [role="img"]')).toEqual(Array(6).fill('rolling'));
    expect([text('.total'), text('.met')]).toEqual([undefined, undefined]);
    expect(enabledMoves()).toEqual([]);
    expect(onsuspense.mock.calls).toEqual([[true]]);
    land();
    expect(labels('[data-die]')[0]).toBe('4 orange');
    expect([text('.total'), text('.met')]).toEqual(['Total 20', 'Met']);
    expect(enabledMoves()).toEqual(['roll', 'stop']);
    expect(onsuspense.mock.calls).toEqual([[true], [false]]);
  });

  it('ends at once when the next view arrives', () => {
    const props = show({ view: { ...base, waiting: [1] }, moves: [] });
    props.view = { ...rolled, waiting: [1] };
    flushSync();
    props.view = { ...failed, waiting: [1], rolls: 1 };
    flushSync();
    expect(labels('.cube [role="img"]')[0]).toBe('4 orange');
  });

  it('tumbles all six dice in another player’s first roll', () => {
    const props = show({ view: { ...base, waiting: [1] }, moves: [] });
    props.view = { ...rolled, waiting: [1] };
    flushSync();
    expect(animate).toHaveBeenCalledTimes(6);
  });

  it('is off with reduced motion', () => {
    vi.spyOn(prefersReducedMotion, 'current', 'get').mockReturnValue(true);
    const props = show();
    props.view = rolled;
    flushSync();
    expect(animate).not.toHaveBeenCalled();
    expect(text('.total')).toBe('Total 20');
  });
});
