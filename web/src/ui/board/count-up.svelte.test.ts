// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { prefersReducedMotion } from 'svelte/motion';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import CountUp from './CountUp.svelte';

let mounted: ReturnType<typeof mount> | null = null;

function show(value: number): { value: number } {
  const props = $state({ value });
  mounted = mount(CountUp, { target: document.body, props });
  flushSync();
  return props;
}

const shown = () => Number(document.body.textContent);

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'],
  });
});

afterEach(async () => {
  if (mounted) await unmount(mounted);
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('a value counts up in less than a second', () => {
  const props = show(5);
  props.value = 25;
  flushSync();
  expect(shown()).toBe(5);
  vi.advanceTimersByTime(600);
  flushSync();
  expect(shown()).toBeGreaterThan(5);
  expect(shown()).toBeLessThan(25);
  vi.advanceTimersByTime(300);
  flushSync();
  expect(shown()).toBe(25);
});

it('the new value is shown at once when the player presses a key', () => {
  const props = show(5);
  props.value = 25;
  flushSync();
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }));
  flushSync();
  expect(shown()).toBe(25);
});

it('a lower value is shown at once, and so is any value with reduced motion', () => {
  const props = show(25);
  props.value = 5;
  flushSync();
  expect(shown()).toBe(5);
  vi.spyOn(prefersReducedMotion, 'current', 'get').mockReturnValue(true);
  props.value = 9;
  flushSync();
  expect(shown()).toBe(9);
});
