/** Whether the reader prefers less motion; animations are skipped then. */
export function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}
