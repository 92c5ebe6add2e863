import { beforeAll, expect, it } from 'vitest';
import { loadLanguage } from '../../messages';
import {
  isTimeShort,
  isTotalTimeShort,
  minutesText,
  nextAnnouncement,
  preciseTimeText,
  timeLeftText,
} from './clock-text';

beforeAll(() => loadLanguage('en'));

it.each([
  [120_000, '2:00'],
  [65_000, '1:05'],
  [59_001, '1:00'],
  [9_999, '0:10'],
  [1, '0:01'],
  [0, '0:00'],
  [-5, '0:00'],
])('%d ms are shown in minutes as %s', (milliseconds, text) => {
  expect(minutesText(milliseconds)).toBe(text);
});

it('60, 30 and 10 seconds are announced once each', () => {
  expect(nextAnnouncement(60_100, 59_999)).toBe(60);
  expect(nextAnnouncement(59_999, 59_899)).toBeNull();
  expect(nextAnnouncement(30_050, 29_950)).toBe(30);
  expect(nextAnnouncement(10_001, 10_000)).toBe(10);
  expect(nextAnnouncement(61_000, 9_000)).toBe(10);
});

const HOUR_MS = 3_600_000;

it.each([
  [27 * HOUR_MS + 59_000, '1 d 3 h'],
  [24 * HOUR_MS, '1 d 0 h'],
  [24 * HOUR_MS - 1, '23 h 59 min'],
  [HOUR_MS, '1 h 0 min'],
  [HOUR_MS - 1000, '59:59'],
  [0, '0:00'],
])('%d ms are shown as %s', (milliseconds, text) => {
  expect(timeLeftText(milliseconds)).toBe(text);
});

it('the time is short once a fifth of it is left', () => {
  expect(isTimeShort(12_001, 60_000)).toBe(false);
  expect(isTimeShort(12_000, 60_000)).toBe(true);
});

it.each([
  [61_000, '1:01'],
  [10_000, '0:10'],
  [9_999, '0:09.9'],
  [340, '0:00.3'],
  [-5, '0:00.0'],
])('%d ms of total time are shown as %s', (milliseconds, text) => {
  expect(preciseTimeText(milliseconds)).toBe(text);
});

it.each([
  [30_000, 10_000],
  [300_000, 30_000],
  [72 * HOUR_MS, HOUR_MS],
])('of a total time of %d ms, the last %d ms are short', (base, short) => {
  expect(isTotalTimeShort(short + 1, base)).toBe(false);
  expect(isTotalTimeShort(short, base)).toBe(true);
});
