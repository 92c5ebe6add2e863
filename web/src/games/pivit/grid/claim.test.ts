import { describe, expect, it } from 'vitest';
import type { Placed } from '../view';
import { claimText, gridText, normalised, readClaim, readGrid } from './claim';

const grid: Placed[] = [
  [4, -1, 'r2'],
  [3, -1, 'r1'],
  [5, -1, '**'],
  [4, 0, 'g2'],
];

describe('the text of a grid', () => {
  it('starts at its first column and row, without gaps at the end of a row', () => {
    expect(gridText(grid)).toBe('r1 r2 ** / .. g2');
    expect(claimText(grid)).toBe('claim r1 r2 ** / .. g2');
  });

  it('contains empty rows', () => {
    expect(
      gridText([
        [0, 0, 'r1'],
        [1, 2, 'b3'],
      ]),
    ).toBe('r1 / .. / .. b3');
    expect(gridText([])).toBe('');
  });

  it('can be read back', () => {
    expect(readGrid(gridText(grid))).toEqual(normalised(grid));
    expect(readClaim(claimText(grid))).toEqual(normalised(grid));
  });

  it.each(['', '..', 'r7 r1', 'r1 r2 credit 40', 'K1'])('cannot be %j', (text) => {
    expect(readGrid(text)).toBeNull();
  });

  it.each([null, 'trade r1', 'claimed r1', 'ready'])('cannot be the move %j', (move) => {
    expect(readClaim(move)).toBeNull();
  });
});
