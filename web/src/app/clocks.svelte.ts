/** Wall-clock time as a reactive value, for texts that are precise to the minute. */
import { createSubscriber } from 'svelte/reactivity';

const EVERY = 15_000;

const follow = createSubscriber((tick) => {
  const timer = setInterval(tick, EVERY);
  return () => clearInterval(timer);
});

export function now(): number {
  follow();
  return Date.now();
}
