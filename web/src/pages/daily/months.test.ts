import { beforeAll, expect, it } from 'vitest';
import { loadLanguage } from '../../messages';
import { addMonths, monthOf, monthText, weekdays, weeksOf } from './months';

beforeAll(() => loadLanguage('en'));

const daysIn = (month: string) =>
  weeksOf(month)
    .flat()
    .filter((day) => day !== null);

it('months are counted across years', () => {
  expect(monthOf('2026-11-16')).toBe('2026-11');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-03', -14)).toBe('2025-01');
});

it.each([
  ['2026-11', 6, 30],
  ['2024-02', 5, 29],
  ['2023-02', 5, 28],
  ['2021-02', 4, 28],
  ['2026-12', 5, 31],
])('the month %s is shown in %i weeks with %i days', (month, weeks, days) => {
  expect(weeksOf(month)).toHaveLength(weeks);
  expect(weeksOf(month).every((week) => week.length === 7)).toBe(true);
  expect(daysIn(month)).toHaveLength(days);
  expect(daysIn(month)[0]).toBe(`${month}-01`);
  expect(daysIn(month).at(-1)).toBe(`${month}-${days}`);
});

it('each day is under its weekday', () => {
  const [first] = weeksOf('2026-11');
  expect(first).toEqual([null, null, null, null, null, null, '2026-11-01']);
});

it('months and weekdays have their names in the reader’s language', async () => {
  const names = async (language: string) => {
    await loadLanguage(language);
    return [monthText('2026-11'), ...weekdays().map(({ short }) => short)].join(' ');
  };
  expect(await names('de')).toBe('November 2026 Mo Di Mi Do Fr Sa So');
  expect(await names('fr')).toBe('novembre 2026 lu ma me je ve sa di');
  expect(await names('en')).toBe('November 2026 Mo Tu We Th Fr Sa Su');
  expect(weekdays()[0]?.long).toBe('Monday');
});
