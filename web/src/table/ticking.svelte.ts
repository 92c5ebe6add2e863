/** The browser's own clock: whoever reads it is told again as it goes on. */
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
