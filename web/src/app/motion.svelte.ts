/** The pace of animations: the player's setting, and none with reduced motion. */
import { prefersReducedMotion } from 'svelte/motion';
import { preferences, type Speed } from './preferences.svelte';

/** The factor on every duration. */
const PACE: Readonly<Record<Speed, number>> = { normal: 1, fast: 0.4, instant: 0 };

class Motion {
  get #pace(): number {
    return prefersReducedMotion.current ? 0 : PACE[preferences.speed];
  }

  /** Whether nothing is animated. */
  get isOff(): boolean {
    return this.#pace === 0;
  }

  /** A duration at the player's pace, in milliseconds. */
  ms(normal: number): number {
    return normal * this.#pace;
  }

  /** Keep the stylesheet's durations at the same pace. */
  start(): void {
    $effect.root(() => {
      $effect(() => {
        document.documentElement.style.setProperty('--pace', String(this.#pace));
      });
    });
  }
}

export const motion = new Motion();
