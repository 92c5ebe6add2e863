/** The wall's clock, for what is told in minutes: whoever reads it is told again as it goes on. */
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
