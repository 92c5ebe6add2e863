// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { prefersReducedMotion } from 'svelte/motion';
import { describe, expect, it, vi } from 'vitest';
import { animate } from '../test-board.svelte';
import { setUp, show } from './test-board';
import { base, revealed } from './test-views';

setUp();

describe('the animation of the tokens', () => {
  it('moves the three tokens of a push within 300 ms', () => {
    const props = show();
    expect(animate).not.toHaveBeenCalled();
    props.view = { ...base, tokens: ['P', 'R', 'B', 'Y', 'G'] };
    flushSync();
    expect(animate).toHaveBeenCalledTimes(3);
    for (const [, { duration }] of animate.mock.calls) {
      expect(duration).toBeGreaterThanOrEqual(150);
      expect(duration).toBeLessThanOrEqual(300);
    }
  });

  it('drops the free token on top of the others, and moves nothing without an action', () => {
    const props = show();
    props.view = { ...base, signals: [null, null, null, null] };
    flushSync();
    expect(animate).not.toHaveBeenCalled();
    props.view = { ...base, ...revealed, ending: 'stack' };
    flushSync();
    expect(animate).toHaveBeenCalledTimes(1);
  });

  it('is off with reduced motion', () => {
    vi.spyOn(prefersReducedMotion, 'current', 'get').mockReturnValue(true);
    const props = show();
    props.view = { ...base, tokens: ['P', 'R', 'B', 'Y', 'G'] };
    flushSync();
    expect(animate).not.toHaveBeenCalled();
  });
});
