/** Moves tokens along their paths. */
import { motion } from '../../../app/motion.svelte';
import type { PathPoint, TokenPath } from './token-paths';

/** Long enough to follow a piece, short enough not to delay the player. */
const MOVE_MS = { push: 300, twist: 240, stack: 240, glide: 200 };
const EASE = 'cubic-bezier(0.4, 0.1, 0.3, 1)';

export function animateToken(element: HTMLElement, { kind, stops }: TokenPath): void {
  // A token that is still moving continues from its current position.
  const underway = element.getAnimations().length > 0 ? getComputedStyle(element).transform : null;
  for (const animation of element.getAnimations()) animation.cancel();
  const keyframes = underway
    ? [{ transform: underway }, { transform: translation(stops[stops.length - 1] as PathPoint) }]
    : stops.map((stop) => ({ transform: translation(stop), offset: stop.part }));
  element.animate(keyframes, { duration: motion.ms(MOVE_MS[kind]), easing: EASE });
}

function translation({ x, y }: PathPoint): string {
  return `translate(calc(var(--u) * ${x.toFixed(4)}), calc(var(--u) * ${y.toFixed(4)}))`;
}
