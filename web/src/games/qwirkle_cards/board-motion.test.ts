// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { prefersReducedMotion } from 'svelte/motion';
import { describe, expect, it, vi } from 'vitest';
import { animate, button } from '../test-board.svelte';
import { card, sets, setUp, show } from './test-board';
import { BLUE, base, CIRCLES, QWIRKLE } from './test-views';
import type { QwirkleCardsView } from './view';

setUp();

describe('another player’s cards', () => {
  const last = {
    seat: 1,
    cards: ['Rs', 'Os'],
    old: [BLUE],
    new: [
      ['Rs', 'Os', 'Bs'],
      ['Bc', 'Bd', 'Bx'],
    ],
    qwirkles: [] as string[][],
    drawn: 2,
    redrawn: false,
  };
  const watched: QwirkleCardsView = { ...base, turn: 1, hands: [['Yc', 'Pa'], null] };
  const after: QwirkleCardsView = { ...watched, turn: 0, table: [CIRCLES, ...last.new], last };

  it('move one by one, and are marked as the last play', () => {
    const props = show({ view: watched });
    animate.mockClear();
    props.view = after;
    flushSync();
    expect(sets()).toEqual(['Rc Oc Gc', 'Rs Os Bs', 'Bc Bd Bx']);
    const delays = animate.mock.calls.map(([, { delay }]) => delay);
    expect(new Set(delays).size).toBeGreaterThanOrEqual(2);
    expect(card('Rs').getAttribute('aria-label')).toBe('red square, last played, on the table');
  });

  it('show a Qwirkle before it leaves the table', () => {
    vi.useFakeTimers();
    const five = QWIRKLE.slice(0, 5);
    const props = show({ view: { ...watched, table: [CIRCLES, five] } });
    const made = {
      ...last,
      cards: ['Ya'],
      old: [five],
      new: [QWIRKLE],
      qwirkles: [QWIRKLE],
    };
    props.view = { ...after, table: [CIRCLES], last: made };
    flushSync();
    expect(sets()).toEqual(['Rc Oc Gc', QWIRKLE.join(' ')]);
    expect(button('play')).toBe(null);
    vi.runAllTimers();
    flushSync();
    expect(sets()).toEqual(['Rc Oc Gc']);
    expect(button('play')).not.toBe(null);
  });

  it('appear without animation with reduced motion', () => {
    vi.spyOn(prefersReducedMotion, 'current', 'get').mockReturnValue(true);
    const props = show({ view: watched });
    props.view = after;
    flushSync();
    expect(sets()).toEqual(['Rc Oc Gc', 'Rs Os Bs', 'Bc Bd Bx']);
    expect(animate).not.toHaveBeenCalled();
  });
});
