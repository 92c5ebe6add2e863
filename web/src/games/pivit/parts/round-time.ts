/** Time display while building. */

const MINUTE = 60_000;
const LAST = 10_000;

/** Remaining part of the last minute, 1 to 0; `null` before it. */
export function minuteLeft(remaining: number): number | null {
  return remaining <= MINUTE ? Math.max(0, remaining) / MINUTE : null;
}

export function isUrgent(remaining: number): boolean {
  return remaining <= LAST;
}

/** “3”, “2”, “1” of the countdown; `null` afterwards. */
export function countOf(remaining: number): number | null {
  return remaining > 0 ? Math.min(3, Math.ceil(remaining / 1000)) : null;
}

/** “4:05”: elapsed whole seconds. */
export function elapsed(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
