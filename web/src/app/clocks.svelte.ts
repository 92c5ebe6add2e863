/** The browser's clocks as reactive values: components that read them update as time passes. */
import { createSubscriber } from 'svelte/reactivity';

const WALL_CLOCK_TICK_MS = 15_000;
const MONOTONIC_TICK_MS = 250;

/** Wall-clock time, for texts that are precise to the minute. */
export const wallClockMs = reactiveClock(() => Date.now(), WALL_CLOCK_TICK_MS);

/** Time since the page was loaded, for countdowns. */
export const monotonicMs = reactiveClock(() => performance.now(), MONOTONIC_TICK_MS);

function reactiveClock(read: () => number, tickMs: number): () => number {
  const subscribe = createSubscriber((update) => {
    const timer = setInterval(update, tickMs);
    return () => clearInterval(timer);
  });
  return () => {
    subscribe();
    return read();
  };
}
