import { describe, expect, it } from 'vitest';
import { missingBefore } from './missing-steps';

const steps = (...versions: number[]) => versions.map((version) => ({ version }));

describe('the missing steps', () => {
  it('are none in a complete log', () => {
    expect(missingBefore([])).toBeNull();
    expect(missingBefore(steps(0, 1, 2))).toBeNull();
  });

  it('are those before the first step', () => {
    expect(missingBefore(steps(7, 8, 9))).toBe(7);
  });

  it('are those of the newest gap first', () => {
    expect(missingBefore(steps(3, 4, 9, 10))).toBe(9);
  });
});
