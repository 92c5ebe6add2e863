import { describe, expect, it } from 'vitest';
import { linesOf, textOf, verdictOn } from './lines';

const fault = (reason: string, ...cells: string[]) => ({
  message: { id: `pivit.refusal.${reason}`, args: {} },
  cells,
});
// Three across, two down from the middle, and one that is not connected.
const cells = new Set(['0,0', '1,0', '2,0', '1,1', '5,5']);
const [row, column] = linesOf(cells);

describe('the lines of a grid', () => {
  it('are rows and columns of two tiles or more', () => {
    expect(linesOf(cells)).toEqual([
      { across: true, cells: ['0,0', '1,0', '2,0'] },
      { across: false, cells: ['1,0', '1,1'] },
    ]);
  });

  it('end at gaps', () => {
    expect(linesOf(new Set(['0,0', '1,0', '3,0', '4,0'])).map((line) => line.cells)).toEqual([
      ['0,0', '1,0'],
      ['3,0', '4,0'],
    ]);
  });

  it('are written as the kinds of their tiles', () => {
    const kinds = new Map([
      ['0,0', 'r1'],
      ['1,0', '**'],
      ['2,0', 'r3'],
    ]);
    expect(row && textOf(row, kinds)).toBe('r1 ** r3');
  });
});

describe('the verdict on a line', () => {
  const verdicts = (...faults: ReturnType<typeof fault>[]) =>
    [row, column].map((line) => line && verdictOn(line, faults));

  it('is “right” unless there is a fault', () => {
    expect(verdicts()).toEqual(['right', 'right']);
    expect(verdicts(fault('unused'))).toEqual(['right', 'right']);
  });

  it('is “short” if it has too few tiles', () => {
    expect(verdicts(fault('short', '1,0', '1,1'))).toEqual(['right', 'short']);
  });

  it.each(['mixed', 'long'])('is “wrong” for the fault “%s”', (reason) => {
    expect(verdicts(fault(reason, '0,0', '1,0', '2,0'))).toEqual(['wrong', 'right']);
  });

  it('is “wrong” if two of its tiles are the same', () => {
    expect(verdicts(fault('twice', '0,0', '2,0'))).toEqual(['wrong', 'right']);
  });

  it('is “wrong” rather than “short” if it is both', () => {
    const faults = [fault('short', '1,0', '1,1'), fault('twice', '1,0', '1,1')];
    expect(verdicts(...faults)).toEqual(['right', 'wrong']);
  });

  it('is not affected by a fault of the whole grid', () => {
    expect(verdicts(fault('apart', '5,5'), fault('wild', '0,0', '1,0'))).toEqual([
      'right',
      'right',
    ]);
  });
});
