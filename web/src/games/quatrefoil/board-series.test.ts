// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { prefersReducedMotion } from 'svelte/motion';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { all, enabledMoves } from '../test-board.svelte';
import { setUp, show } from './test-board';
import { firstDeal, secondDeal } from './test-views';

setUp();
beforeEach(() => {
  vi.spyOn(prefersReducedMotion, 'current', 'get').mockReturnValue(true);
});

const texts = (selector: string) => all(selector).map((each) => each.textContent?.trim());

describe('a series of five deals', () => {
  it('shows the score of each deal against par, and explains par in the first deal', () => {
    show({ view: firstDeal });
    expect(texts('.series .deal')).toEqual(['Deal 1 of 5']);
    expect(texts('.series .note')).toEqual(['Par: the actions that four experts need.']);
    expect(texts('.series .unseen')[0]).toBe('Deal 1: not played yet');
  });

  it('shows the solution and the result of a deal before the next one begins', () => {
    vi.useFakeTimers();
    const props = show({ view: firstDeal });
    props.view = secondDeal;
    flushSync();
    expect(texts('.series .note')).toEqual(['Deal 1 solved: 1 action, par 2.']);
    expect(texts('.series .total')).toEqual(['Total −1']);
    expect(texts('.series .unseen')[0]).toBe('Deal 1: −1');
    expect(texts('figcaption')).toEqual(['Solution']);
    expect(enabledMoves()).toEqual([]);
    vi.runAllTimers();
    flushSync();
    expect(texts('figcaption')).toEqual(['Target']);
    expect(enabledMoves()).toContain('stack');
  });

  it('goes on to the next deal at once when the player taps the board', () => {
    const props = show({ view: firstDeal });
    props.view = secondDeal;
    flushSync();
    document.querySelector('.board')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    flushSync();
    expect(texts('figcaption')).toEqual(['Target']);
  });

  it('shows the solution in a replay until the next step', () => {
    const props = show({ view: firstDeal, live: false });
    props.view = secondDeal;
    flushSync();
    expect(texts('figcaption')).toEqual(['Solution']);
    props.view = { ...secondDeal, actions: 1 };
    flushSync();
    expect(texts('figcaption')).toEqual(['Target']);
  });

  it('shows the current deal at once after a reload', () => {
    show({ view: secondDeal });
    expect(texts('figcaption')).toEqual(['Target']);
  });
});

it('a single deal shows no scores of a series', () => {
  show();
  expect(all('.series')).toEqual([]);
});
