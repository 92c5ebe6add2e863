/** The browser's monotonic clock as a reactive value. */
import { createSubscriber } from 'svelte/reactivity';

const EVERY = 250;

const follow = createSubscriber((tick) => {
  const timer = setInterval(tick, EVERY);
  return () => clearInterval(timer);
});

export function ticking(): number {
  follow();
  return performance.now();
}
