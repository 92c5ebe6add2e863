import { beforeAll, describe, expect, it, vi } from 'vitest';
import { loadLanguage } from '.';
import { addDays, DAY_S, dayOf, dayText, durationText, relativeTimeText } from './time';

beforeAll(() => loadLanguage('en'));

describe('a duration', () => {
  it.each([
    [15, '15 seconds'],
    [60, '1 minute'],
    [90, '90 seconds'],
    [300, '5 minutes'],
    [DAY_S, '1 day'],
    [7 * DAY_S, '7 days'],
    [0, '0 seconds'],
  ])('of %s seconds is %s', (seconds, words) => {
    expect(durationText(seconds)).toBe(words);
  });

  it('can be abbreviated', () => {
    expect(durationText(20, 'short')).toBe('20 sec');
  });
});

describe('a moment', () => {
  const NOW = Date.parse('2026-11-15T12:00:00Z');

  it.each([
    [-5, 'now'],
    [-59, 'now'],
    [-60, '1 minute ago'],
    [-2 * 3600, '2 hours ago'],
    [-DAY_S, 'yesterday'],
    [5 * 3600 + 59, 'in 5 hours'],
    [0, 'now'],
  ])('%s seconds away is %s', (seconds, words) => {
    expect(relativeTimeText(NOW + seconds * 1000, NOW)).toBe(words);
  });
});

describe('a day', () => {
  it('begins and ends in UTC', () => {
    expect(dayOf(Date.parse('2026-11-15T23:59:59Z'))).toBe('2026-11-15');
  });

  it.each([
    [['en-GB', 'de'], 'Sunday, 15 November 2026'],
    [['de-CH', 'en-US'], 'Sunday, November 15, 2026'],
    [['fr'], 'Sunday, November 15, 2026'],
    [['en-US@posix', 'en-GB'], 'Sunday, 15 November 2026'],
    [['en-US@posix'], 'Sunday, November 15, 2026'],
  ])('is written as usual for readers of %s', (languages, words) => {
    vi.stubGlobal('navigator', { languages });
    expect(dayText('2026-11-15')).toBe(words);
    vi.unstubAllGlobals();
  });

  it('can be added to and subtracted from across months and years', () => {
    expect(addDays('2026-11-01', -1)).toBe('2026-10-31');
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01');
  });
});
