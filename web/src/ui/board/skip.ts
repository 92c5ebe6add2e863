/** Animations that decorate a moment end as soon as the player does anything. */

/** Call `end` at the next press or key; returns a function that stops listening. */
export function onSkip(end: () => void): () => void {
  addEventListener('pointerdown', end, true);
  addEventListener('keydown', end, true);
  return () => {
    removeEventListener('pointerdown', end, true);
    removeEventListener('keydown', end, true);
  };
}
