import { expect, it } from 'vitest';
import { minutes, nextAnnouncement } from './clock';

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
