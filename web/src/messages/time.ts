/** Durations, times and days in the reader's language. */
import { language } from '.';

export const DAY_S = 86_400;
const UNITS = [
  ['day', DAY_S],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** The reader's regional form of the language, such as en-GB, which orders dates in its own way. */
function region(): string {
  const chosen = language();
  const forms = navigator.languages.filter((each) => each.split('-')[0] === chosen);
  return forms.find(isLanguageTag) ?? chosen;
}

/** Whether `Intl` accepts the text; browsers on systems without a locale report “en-US@posix”. */
function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch {
    return false;
  }
}

/** “2 minutes”, in the largest unit without a remainder. */
export function durationText(seconds: number, display: 'long' | 'short' = 'long'): string {
  const [unit, size] = UNITS.find(([, size]) => seconds % size === 0 && seconds > 0) ?? UNITS[3];
  const format = { style: 'unit', unit, unitDisplay: display } as const;
  return new Intl.NumberFormat(language(), format).format(seconds / size);
}

/** “3 minutes ago”, “in 5 hours”, “now”; times are wall-clock milliseconds. */
export function relativeTimeText(at: number, now: number): string {
  const seconds = Math.trunc((at - now) / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS[3];
  const amount = unit === 'second' ? 0 : Math.trunc(seconds / size);
  return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(amount, unit);
}

/** “Sunday 15 November 2026”, or “15 Nov 2026”. Days begin and end in UTC for everyone. */
export function dayText(day: string, dateStyle: 'full' | 'medium' = 'full'): string {
  const format = { dateStyle, timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(region(), format).format(new Date(day));
}

/** “15 November 2026”, in the reader's time zone. */
export function dateText(at: number): string {
  return new Intl.DateTimeFormat(region(), { dateStyle: 'long' }).format(at);
}

/** “15 Nov”, in the reader's time zone. */
export function shortDateText(at: number): string {
  return new Intl.DateTimeFormat(region(), { day: 'numeric', month: 'short' }).format(at);
}

/** “15 Nov 2026, 14:05”, in the reader's time zone. */
export function momentText(at: number): string {
  const format = { dateStyle: 'medium', timeStyle: 'short' } as const;
  return new Intl.DateTimeFormat(region(), format).format(at);
}

/** The day this many days later, or earlier; days look like 2026-11-15. */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(day) + days * DAY_S * 1000);
}

export function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** Whether the day exists: there is no 31st of February. */
export function isDay(day: string): boolean {
  const at = Date.parse(day);
  return !Number.isNaN(at) && dayOf(at) === day;
}
