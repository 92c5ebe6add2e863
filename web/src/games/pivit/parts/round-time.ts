/** Time display while building. */

const LAST_MINUTE_MS = 60_000;
const URGENT_BELOW_MS = 10_000;

/** Remaining part of the last minute, 1 to 0; `null` before it. */
export function minuteLeft(remaining: number): number | null {
  return remaining <= LAST_MINUTE_MS ? Math.max(0, remaining) / LAST_MINUTE_MS : null;
}

export function isUrgent(remaining: number): boolean {
  return remaining <= URGENT_BELOW_MS;
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
