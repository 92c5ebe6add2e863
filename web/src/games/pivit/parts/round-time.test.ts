import { describe, expect, it } from 'vitest';
import { countOf, elapsed, isUrgent, minuteLeft } from './round-time';

describe('the time of a round', () => {
  it('is preceded by a countdown from three', () => {
    expect([3000, 2000, 1, 0, -5].map(countOf)).toEqual([3, 2, 1, null, null]);
  });

  it('is a ring in the last minute, and urgent in the last ten seconds', () => {
    expect([60_001, 60_000, 15_000, -1].map(minuteLeft)).toEqual([null, 1, 0.25, 0]);
    expect([10_001, 10_000].map(isUrgent)).toEqual([false, true]);
  });

  it('is shown in whole seconds', () => {
    expect([-1, 999, 65_000, 600_000].map(elapsed)).toEqual(['0:00', '0:00', '1:05', '10:00']);
  });
});
