/** Which moves stand, and which were taken back. */
import type { Step } from '../wire';

/** The versions that were taken back; the take-back itself is something that happened. */
export function takenBack(steps: readonly Pick<Step, 'version' | 'back'>[]): ReadonlySet<number> {
  const gone = new Set<number>();
  for (const { version, back } of steps) {
    if (back === null) continue;
    for (const step of steps) {
      if (step.version > back && step.version < version && step.back === null)
        gone.add(step.version);
    }
  }
  return gone;
}
