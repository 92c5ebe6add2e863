import { describe, expect, it } from 'vitest';
import { celebrationBetween } from './celebration';

const view = (entries: (number | null)[], points: (number | null)[] = [null, null]) => ({
  line: 0,
  entries: entries.map((entry) => [entry, null]),
  points: points.map((each) => [each, null]),
});

const EMPTY = view([null, null]);
const FIRST = view([15, null]);
const COMPLETE = view([15, 20], [1, 2]);

describe('an entry', () => {
  it('moves up from its cell and lights up the line', () => {
    expect(celebrationBetween(EMPTY, FIRST, 0)).toEqual({
      seat: 0,
      text: '15',
      from: '[data-line="0"] [data-column="0"]',
      glow: ['[data-line="0"] th', '[data-line="0"] [data-column="0"]'],
      isLarge: false,
    });
  });

  it('shows every player their own points if it completes the line', () => {
    expect(celebrationBetween(FIRST, COMPLETE, 0)).toMatchObject({
      seat: 0,
      text: '+1',
      to: '[data-total="0"]',
      isLarge: false,
    });
    expect(celebrationBetween(FIRST, COMPLETE, 1)).toMatchObject({ text: '+2', isLarge: true });
  });

  it('shows spectators the best total if it completes the line', () => {
    expect(celebrationBetween(FIRST, COMPLETE, null)).toMatchObject({ seat: 1, text: '+2' });
  });
});

it.each([
  ['a crossed-out line', EMPTY, view([0, null]), 0],
  ['a line without points', FIRST, view([15, 20], [0, 2]), 0],
  ['a step back', FIRST, EMPTY, 0],
  ['several entries at once', EMPTY, COMPLETE, 0],
])('the board does not celebrate %s', (_, then, now, viewer) => {
  expect(celebrationBetween(then, now, viewer)).toBe(null);
});
