/** How a clock is shown and read out. */
export const URGENT = 10_000;
const ANNOUNCED = [60, 30, 10];

/** “1:05”; seconds are rounded up, so that 0:00 means that time is up. */
export function minutes(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The number of seconds to read out, if the clock has just passed one that is. */
export function nextAnnouncement(before: number, now: number): number | null {
  return ANNOUNCED.findLast((seconds) => before > seconds * 1000 && now <= seconds * 1000) ?? null;
}
