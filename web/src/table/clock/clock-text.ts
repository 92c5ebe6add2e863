/** Texts of clocks. */
import { say } from '../../messages';

export const URGENT = 10_000;
const ANNOUNCED = [60, 30, 10];

/** Fraction of the time for a move that counts as short. */
const LATE = 0.2;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** “1:05”; seconds are rounded up, so that 0:00 means that time is up. */
export function minutes(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** As precise as necessary: “1 d 3 h”, “2 h 5 min”, “1:05”. */
export function timeLeft(milliseconds: number): string {
  const hours = Math.floor(milliseconds / HOUR);
  if (hours >= 24) {
    return say('page.clock.days', { days: Math.floor(hours / 24), hours: hours % 24 });
  }
  if (hours >= 1) {
    const rest = Math.floor((milliseconds % HOUR) / MINUTE);
    return say('page.clock.hours', { hours, minutes: rest });
  }
  return minutes(milliseconds);
}

/** Whether little of the time for a move is left. */
export function isLate(left: number, allowed: number): boolean {
  return left <= LATE * allowed;
}

/** The number of seconds to announce, if the clock has just passed one. */
export function nextAnnouncement(before: number, now: number): number | null {
  return ANNOUNCED.findLast((seconds) => before > seconds * 1000 && now <= seconds * 1000) ?? null;
}
