import { beforeAll, expect, it } from 'vitest';
import { speak } from '../../messages';
import { isLate, minutes, nextAnnouncement, timeLeft } from './clock-text';

beforeAll(() => speak('en'));

it.each([
  [120_000, '2:00'],
  [65_000, '1:05'],
  [59_001, '1:00'],
  [9_999, '0:10'],
  [1, '0:01'],
  [0, '0:00'],
  [-5, '0:00'],
])('%d ms reads %s', (milliseconds, text) => {
  expect(minutes(milliseconds)).toBe(text);
});

it('reads out 60, 30 and 10 seconds, each once', () => {
  expect(nextAnnouncement(60_100, 59_999)).toBe(60);
  expect(nextAnnouncement(59_999, 59_899)).toBeNull();
  expect(nextAnnouncement(30_050, 29_950)).toBe(30);
  expect(nextAnnouncement(10_001, 10_000)).toBe(10);
  expect(nextAnnouncement(61_000, 9_000)).toBe(10);
});

const HOUR = 3_600_000;

it.each([
  [27 * HOUR + 59_000, '1 d 3 h'],
  [24 * HOUR, '1 d 0 h'],
  [24 * HOUR - 1, '23 h 59 min'],
  [HOUR, '1 h 0 min'],
  [HOUR - 1000, '59:59'],
  [0, '0:00'],
])('%d ms are told as %s', (milliseconds, text) => {
  expect(timeLeft(milliseconds)).toBe(text);
});

it('is calm until a fifth of the time is left', () => {
  expect(isLate(12_001, 60_000)).toBe(false);
  expect(isLate(12_000, 60_000)).toBe(true);
});
