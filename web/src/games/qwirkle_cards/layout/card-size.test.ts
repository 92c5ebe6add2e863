import { describe, expect, it } from 'vitest';
import { neighbour } from '../board/arrow-keys';
import { chooseCardSize, rowsOf } from './card-size';

const PHONE = { width: 352, height: 330 };
const DESKTOP = { width: 1050, height: 570 };
/** 54 cards. */
const SHAPES = [5, 4, 4, 4, 4, 3, 3];
const COLOURS = [5, 4, 4, 4, 4, 3, 3];

describe('cards', () => {
  it('in sets of 3 and 5 or 4 and 4 are side by side on a phone', () => {
    expect(rowsOf([5, 3, 4, 4, 3, 3], PHONE.width, 40)).toBe(3);
    expect(rowsOf([5, 5], PHONE.width, 40)).toBe(2);
    expect(rowsOf([], PHONE.width, 40)).toBe(0);
  });

  it('are large enough for a thumb, even if the table must scroll', () => {
    expect(chooseCardSize(PHONE, SHAPES, COLOURS, true)).toEqual({ card: 40, share: null });
    expect(chooseCardSize({ width: 460, height: 200 }, SHAPES, COLOURS, true).card).toBe(40);
  });

  it('are small enough to show the longest set whole on a high table', () => {
    const { card } = chooseCardSize({ width: PHONE.width, height: 2000 }, [4], [], false);
    expect(4 * card).toBeLessThan(PHONE.width);
    expect(5 * card).toBeGreaterThan(PHONE.width);
  });

  it('are larger if there are fewer of them or more space', () => {
    const few = chooseCardSize(PHONE, [3], [4], true).card;
    expect(few).toBeGreaterThan(40);
    expect(chooseCardSize(DESKTOP, [3], [4], true).card).toBeGreaterThanOrEqual(96);
    const low = { ...DESKTOP, height: 440 };
    const many = chooseCardSize(low, SHAPES, COLOURS, true);
    expect(many.card).toBeGreaterThanOrEqual(50);
    expect(many.share).toBe(1 / 2);
    expect(chooseCardSize(low, SHAPES, COLOURS, false).card).toBeGreaterThan(many.card);
  });

  it('share the space between shape sets and colour sets as needed', () => {
    expect(chooseCardSize(DESKTOP, [...SHAPES, ...SHAPES], [3], true).share).toBeGreaterThan(1 / 2);
    expect(chooseCardSize(DESKTOP, [3], [...COLOURS, ...COLOURS], true).share).toBeLessThan(1 / 2);
    expect(chooseCardSize(DESKTOP, [], COLOURS, true).share).toBe(null);
    const least = chooseCardSize({ ...DESKTOP, height: 100 }, [3, 3, 3, 3], [3], true);
    expect(least).toEqual({ card: 50, share: 7 / 10 });
  });
});

describe('arrow keys', () => {
  // Two rows of three, the lower one shifted, and a wide one at the bottom.
  const spots = [
    ...[0, 50, 100].map((x) => ({ x, y: 0, width: 40, height: 56 })),
    ...[30, 80, 130].map((x) => ({ x, y: 70, width: 40, height: 56 })),
    { x: 60, y: 150, width: 60, height: 80 },
  ];

  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowLeft', 1, 0],
    ['ArrowRight', 2, 3],
    ['ArrowLeft', 3, 2],
    ['ArrowLeft', 0, 0],
    ['ArrowRight', 6, 6],
    ['ArrowDown', 0, 3],
    ['ArrowDown', 2, 4],
    ['ArrowDown', 5, 6],
    ['ArrowUp', 6, 4],
    ['ArrowUp', 1, 1],
    ['ArrowUp', 9, 9],
  ])('move the focus: %s from %i to %i', (key, from, to) => {
    expect(neighbour(spots, from, key)).toBe(to);
  });
});
