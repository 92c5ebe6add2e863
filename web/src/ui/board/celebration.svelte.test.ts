// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { prefersReducedMotion } from 'svelte/motion';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preferences } from '../../app/preferences.svelte';
import CelebrationLayer from './CelebrationLayer.svelte';
import type { Celebration } from './celebration.svelte';

const CELEBRATION: Celebration = {
  seat: 0,
  text: '+12',
  from: '#card',
  to: '#score',
  glow: ['#card', '#score'],
  isLarge: true,
};

const cancel = vi.fn();
const animate = vi.fn((_frames: Keyframe[], _timing: KeyframeAnimationOptions) => ({ cancel }));
let mounted: ReturnType<typeof mount>[] = [];

function celebrate(seat: number | null, celebration = CELEBRATION): void {
  document.body.innerHTML = '<b id="card"></b><b id="score"></b>';
  mounted.push(mount(CelebrationLayer, { target: document.body, props: { celebration, seat } }));
  flushSync();
}

/** When the last movement of a celebration ends. */
const longestMs = () =>
  Math.max(
    ...animate.mock.calls.map(([, { duration, delay }]) => Number(duration) + Number(delay)),
  );

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(Element.prototype, { animate });
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(10, 20, 30, 40));
});

afterEach(async () => {
  for (const each of mounted) await unmount(each);
  mounted = [];
  preferences.speed = 'normal';
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
  animate.mockClear();
  cancel.mockClear();
});

it('a celebration lights up pieces and moves the points to the score within 900 ms', () => {
  celebrate(0);
  expect(document.querySelector('.piece')?.textContent?.trim()).toBe('+12');
  expect(animate.mock.instances).toContain(document.querySelector('#card'));
  expect(animate.mock.instances).toContain(document.querySelector('#score'));
  expect(longestMs()).toBeGreaterThanOrEqual(150);
  expect(longestMs()).toBeLessThanOrEqual(900);
});

it('a celebration is smaller for another player’s points', () => {
  celebrate(1);
  expect(animate.mock.instances).toEqual([document.querySelector('.piece')]);
  const others = longestMs();
  animate.mockClear();
  celebrate(0);
  expect(others).toBeLessThan(longestMs());
});

it.each(['pointerdown', 'keydown'])(
  'a celebration ends at once at a %s, which still reaches the board',
  (type) => {
    celebrate(0);
    const reached = vi.fn();
    document.body.addEventListener(type, reached, { once: true });
    document.body.dispatchEvent(new Event(type, { bubbles: true }));
    expect(cancel).toHaveBeenCalledTimes(animate.mock.calls.length);
    expect(reached).toHaveBeenCalledOnce();
  },
);

it('a celebration follows the chosen speed', () => {
  celebrate(0);
  const normal = longestMs();
  animate.mockClear();
  preferences.speed = 'fast';
  celebrate(0);
  expect(longestMs()).toBeCloseTo(0.4 * normal);
});

it('celebrations are off with reduced motion and in a hidden tab', () => {
  const reduced = vi.spyOn(prefersReducedMotion, 'current', 'get').mockReturnValue(true);
  celebrate(0);
  reduced.mockReturnValue(false);
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  celebrate(0);
  expect(animate).not.toHaveBeenCalled();
});

it('no celebration is shown if the board does not show where the points come from', () => {
  celebrate(0, { ...CELEBRATION, from: '#missing', to: '#missing' });
  expect(animate).not.toHaveBeenCalled();
});
