import { describe, expect, it } from 'vitest';
import { lengthMs, SOUNDS, type Strike } from './sounds';

const all: [string, readonly Strike[]][] = Object.entries(SOUNDS);

describe.each(all)('%s', (_, strikes) => {
  it('is shorter than a second', () => {
    expect(lengthMs(strikes)).toBeGreaterThan(0);
    expect(lengthMs(strikes)).toBeLessThan(1000);
  });

  it('stays below full volume, even when its notes overlap', () => {
    for (const { atMs } of strikes) {
      const together = strikes.filter((each) => each.atMs <= atMs && atMs < each.atMs + each.forMs);
      // Strikes fade; one that began earlier counts less.
      const gain = together.reduce(
        (sum, each) => sum + each.gain * (1 - (atMs - each.atMs) / each.forMs),
        0,
      );
      expect(gain).toBeLessThan(1);
    }
  });

  it('has warm pitches', () => {
    for (const { hz } of strikes) {
      expect(hz).toBeGreaterThanOrEqual(200);
      expect(hz).toBeLessThanOrEqual(1100);
    }
  });
});
