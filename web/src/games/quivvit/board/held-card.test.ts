import { describe, expect, it } from 'vitest';
import { cellOf, moveOf, quartersOf, rotateHeld, rotationName } from './held-card';

const quarters = new Set(['c3 left', 'c3 right']);
const halves = new Set([...quarters, 'c3 half']);
const held = (quarters: number) => ({ cell: 'c3', quarters });

it('a held card stands for the move that its rotation makes', () => {
  expect([-2, -1, 0, 1, 2].map((quarters) => moveOf(held(quarters)))).toEqual([
    'c3 half',
    'c3 left',
    'claim c3',
    'c3 right',
    'c3 half',
  ]);
});

describe('rotating a held card', () => {
  it('is possible in both directions', () => {
    expect(rotateHeld(held(0), 1, quarters)).toEqual(held(1));
    expect(rotateHeld(held(1), -1, quarters)).toEqual(held(0));
    expect(rotateHeld(held(0), -1, quarters)).toEqual(held(-1));
  });

  it('is possible as far as it is legal', () => {
    expect(rotateHeld(held(1), 1, quarters)).toBe(null);
    expect(rotateHeld(held(1), 1, halves)).toEqual(held(2));
    expect(rotateHeld(held(-1), -1, halves)).toEqual(held(-2));
    expect(rotateHeld(held(2), 1, halves)).toBe(null);
    expect(rotateHeld(held(0), 1, new Set())).toBe(null);
    expect(rotateHeld(held(0), 1, new Set(['c3 left']))).toBe(null);
  });

  it('passes through a quarter turn if only a half turn is legal', () => {
    const half = new Set(['c3 half']);
    expect(rotateHeld(held(0), -1, half)).toEqual(held(-1));
    expect(rotateHeld(held(-1), -1, half)).toEqual(held(-2));
  });
});

it('a move is read as its card and its rotation', () => {
  expect(['c3 left', 'claim a1', 'block e5', 'decline', null].map(cellOf)).toEqual([
    'c3',
    'a1',
    'e5',
    null,
    null,
  ]);
  expect(['c3 left', 'c3 right', 'c3 half', 'claim c3', null].map(quartersOf)).toEqual([
    -1, 1, 2, 0, 0,
  ]);
  expect([-1, 1, 2, -2].map(rotationName)).toEqual(['left', 'right', 'half', 'half']);
});
