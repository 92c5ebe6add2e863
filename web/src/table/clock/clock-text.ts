/** Texts of clocks. */
import { t } from '../../messages';

export const URGENT_BELOW_MS = 10_000;
const ANNOUNCED_AT_S = [60, 30, 10];

/** Fraction of the time for a move that counts as short. */
const SHORT_FRACTION = 0.2;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** “1:05”; seconds are rounded up, so that 0:00 means that time is up. */
export function minutesText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** As precise as necessary: “1 d 3 h”, “2 h 5 min”, “1:05”. */
export function timeLeftText(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR_MS);
  if (hours >= 24) {
    return t('page.clock.days', { days: Math.floor(hours / 24), hours: hours % 24 });
  }
  if (hours >= 1) {
    const rest = Math.floor((milliseconds % HOUR_MS) / MINUTE_MS);
    return t('page.clock.hours', { hours, minutes: rest });
  }
  return minutesText(milliseconds);
}

const TENTHS_BELOW_MS = 10_000;

/** The same, with tenths of a second when every one counts: “0:09.3”. */
export function preciseTimeText(milliseconds: number): string {
  if (milliseconds >= TENTHS_BELOW_MS) return timeLeftText(milliseconds);
  const tenths = Math.max(0, Math.floor(milliseconds / 100));
  return t('page.clock.tenths', { seconds: Math.floor(tenths / 10), tenths: tenths % 10 });
}

/** Whether little of the total time is left: a tenth, but from ten seconds to an hour. */
export function isTotalTimeShort(left: number, base: number): boolean {
  return left <= Math.min(HOUR_MS, Math.max(TENTHS_BELOW_MS, base / 10));
}

/** Whether little of the time for a move is left. */
export function isTimeShort(left: number, allowed: number): boolean {
  return left <= SHORT_FRACTION * allowed;
}

/** The number of seconds to announce, if the clock has just passed one. */
export function nextAnnouncement(before: number, now: number): number | null {
  return (
    ANNOUNCED_AT_S.findLast((seconds) => before > seconds * 1000 && now <= seconds * 1000) ?? null
  );
}
