import { describe, expect, it } from 'vitest';
import { dealOf, markName, marksFor, withNextMark, withoutMarks } from './notes';
import type { FinishedDeal, QuatrefoilView } from './view';

const view = {} as QuatrefoilView;
const inSeries = (finished: number) =>
  ({
    series: { deals: 5, finished: Array<FinishedDeal>(finished), total: 0 },
  }) as unknown as QuatrefoilView;

describe('marks', () => {
  it('change from none to no, yes, perhaps and back', () => {
    let marks = withoutMarks();
    const names = [0, 1, 2, 3].map(() => {
      marks = withNextMark(marks, 7);
      return markName(marks[7] ?? '');
    });
    expect(names).toEqual(['no', 'yes', 'perhaps', 'none']);
  });

  it('change in one cell only', () => {
    expect(withNextMark(withoutMarks(), 24)).toBe(`${'.'.repeat(24)}x`);
    expect(withNextMark(withoutMarks(), 0)).toBe(`x${'.'.repeat(24)}`);
  });

  it('belong to one deal', () => {
    const notes = { deal: 1, marks: 'x'.repeat(25) };
    expect(marksFor(inSeries(1), notes)).toBe(notes.marks);
    expect(marksFor(inSeries(2), notes)).toBe(withoutMarks());
    expect(marksFor(view, null)).toBe(withoutMarks());
  });

  it('belong to the last deal after the end', () => {
    expect(dealOf(inSeries(5))).toBe(4);
    expect(dealOf(view)).toBe(0);
  });
});
