/** Finds the steps that were undone. */
import type { Step } from '../../wire';

/** The versions that were undone; the undo itself is part of the log. */
export function undoneVersions(
  steps: readonly Pick<Step, 'version' | 'back'>[],
): ReadonlySet<number> {
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
