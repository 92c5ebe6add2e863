/** Months of the calendar, like 2026-11; weeks begin on Monday. */
import { language } from '../../messages';
import { addDays } from '../../messages/time';

const DAYS_A_WEEK = 7;
/** Any Monday. */
const MONDAY = '2024-01-01';

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** The month this many months later, or earlier. */
export function addMonths(month: string, months: number): string {
  const date = new Date(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return monthOf(date.toISOString());
}

/** The weeks of a month, each with seven days; `null` for days of other months. */
export function weeksOf(month: string): (string | null)[][] {
  const weeks: (string | null)[][] = [];
  const first = `${month}-01`;
  const weekday = (new Date(first).getUTCDay() + 6) % DAYS_A_WEEK;
  for (let start = addDays(first, -weekday); monthOf(start) <= month; start = addDays(start, 7)) {
    const week = Array.from({ length: DAYS_A_WEEK }, (_, index) => addDays(start, index));
    weeks.push(week.map((day) => (monthOf(day) === month ? day : null)));
  }
  return weeks;
}

/** The days of the week, with a name that fits into a narrow column and the full name. */
export function weekdays(): { short: string; long: string }[] {
  const name = (weekday: 'short' | 'long', day: string) =>
    new Intl.DateTimeFormat(language(), { weekday, timeZone: 'UTC' })
      .format(new Date(day))
      .replace('.', '');
  return Array.from({ length: DAYS_A_WEEK }, (_, index) => addDays(MONDAY, index)).map((day) => ({
    short: name('short', day).slice(0, 2),
    long: name('long', day),
  }));
}

/** “November 2026”. */
export function monthText(month: string): string {
  const format = { month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(language(), format).format(new Date(`${month}-01`));
}
