/** Finds the steps of a log that have not been fetched yet. */
import type { Step } from '../../wire';

/** The version before which the newest missing step belongs; null if nothing is missing. */
export function missingBefore(steps: readonly Pick<Step, 'version'>[]): number | null {
  for (let index = steps.length - 1; index >= 0; index--) {
    const version = steps[index]?.version ?? 0;
    const before = steps[index - 1]?.version ?? -1;
    if (version > before + 1) return version;
  }
  return null;
}
