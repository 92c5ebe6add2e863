import { describe, expect, it } from 'vitest';
import { linesOf, textOf, verdictOn } from './lines';

const fault = (reason: string, ...cells: string[]) => ({
  message: { id: `pivit.refusal.${reason}`, args: {} },
  cells,
});
// Three across, two down from the middle, and one that is not connected.
const cells = new Set(['0,0', '1,0', '2,0', '1,1', '5,5']);
const [row, column] = linesOf(cells);

describe('lines', () => {
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

  it('are the same to the table where their tiles are', () => {
    const kinds = new Map([
      ['0,0', 'r1'],
      ['1,0', '**'],
      ['2,0', 'r3'],
    ]);
    expect(row && textOf(row, kinds)).toBe('r1 ** r3');
  });
});

describe('what is said of a line', () => {
  const said = (...faults: ReturnType<typeof fault>[]) =>
    [row, column].map((line) => line && verdictOn(line, faults));

  it('right, unless there is a fault', () => {
    expect(said()).toEqual(['right', 'right']);
    expect(said(fault('unused'))).toEqual(['right', 'right']);
  });

  it('too short', () => {
    expect(said(fault('short', '1,0', '1,1'))).toEqual(['right', 'short']);
  });

  it.each(['mixed', 'long'])('wrong: %s', (reason) => {
    expect(said(fault(reason, '0,0', '1,0', '2,0'))).toEqual(['wrong', 'right']);
  });

  it('wrong where two of its tiles are the same', () => {
    expect(said(fault('twice', '0,0', '2,0'))).toEqual(['wrong', 'right']);
  });

  it('wrong rather than too short where it is both', () => {
    const faults = [fault('short', '1,0', '1,1'), fault('twice', '1,0', '1,1')];
    expect(said(...faults)).toEqual(['right', 'wrong']);
  });

  it('nothing where the fault is about the whole grid', () => {
    expect(said(fault('apart', '5,5'), fault('wild', '0,0', '1,0'))).toEqual(['right', 'right']);
  });
});
