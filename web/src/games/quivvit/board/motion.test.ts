/** What moves between two views, and what does not. */
import { describe, expect, it } from 'vitest';
import { linkPointsOf, litBy } from '../cards/links';
import { after, base, quiet } from '../test-views';
import { flightBetween, flightMs } from './flight';
import { posesFor } from './poses';

describe('cards as they lie', () => {
  const one = { grid: ['RGBY1', 'YRGB2', null] };

  it('come in the turn that their text says', () => {
    expect(posesFor([], one).map((pose) => pose?.angle)).toEqual([0, 90, undefined]);
  });

  it('keep their number and turn the shorter way, past a full turn too', () => {
    const first = posesFor([], { grid: ['GBYR1'] });
    const next = posesFor(first, { grid: ['RGBY1'] });
    expect([first[0]?.angle, next[0]?.angle]).toEqual([270, 360]);
    expect(next[0]?.id).toBe(first[0]?.id);
    expect(posesFor(next, { grid: ['GBYR1'] })[0]?.angle).toBe(270);
  });

  it('are new where a card was laid, even one that looks the same', () => {
    const first = posesFor([], one);
    expect(posesFor(first, one)).toEqual(first);
    expect(posesFor(first, one, ['a1'])[0]?.id).not.toBe(first[0]?.id);
    expect(posesFor(first, { grid: ['RGBY3', 'YRGB2', null] }).map((pose) => pose?.id)).toEqual([
      3,
      first[1]?.id,
      undefined,
    ]);
  });
});

describe('links', () => {
  const links = [
    { colour: 'B', cells: ['b2', 'c2'] },
    { colour: 'G', cells: ['b2', 'b3'] },
  ] as const;

  it('light the squares of their colour', () => {
    const lit = litBy(links);
    expect([...(lit.get('b2') ?? [])]).toEqual(['B', 'G']);
    expect([...lit.keys()].sort()).toEqual(['b2', 'b3', 'c2']);
  });

  it('meet where their cards show the colour', () => {
    expect(linkPointsOf(links, (cell) => (cell === 'b2' ? 'YRBG1' : ''))).toEqual([
      { x: 2, y: 2, colour: 'B' },
      { x: 1, y: 2, colour: 'G' },
    ]);
  });
});

describe('a flight', () => {
  it('moves the cards of a turn to the pile of its player', () => {
    const flight = flightBetween(base, after, false);
    expect(flight?.seat).toBe(0);
    expect(flight?.flyingCards).toEqual([
      { cell: 'b2', text: 'YRBG1', turns: 90 },
      { cell: 'c2', text: 'YGRB3', turns: 0 },
      { cell: 'b3', text: 'GRYB2', turns: 0 },
    ]);
    expect(flight?.laid).toEqual(['b2', 'c2', 'b3']);
  });

  it('does not turn again what was turned by hand, and is the shorter for it', () => {
    const [seen, own] = [flightBetween(base, after, false), flightBetween(base, after, true)];
    expect(own?.flyingCards.every(({ turns }) => turns === 0)).toBe(true);
    expect(own && seen && flightMs(own) < flightMs(seen)).toBe(true);
  });

  it('is only for the next turn, and only if something was taken', () => {
    expect(flightBetween(after, base, false)).toBe(null);
    expect(flightBetween(after, after, false)).toBe(null);
    expect(flightBetween(base, { ...after, played: 2 }, false)).toBe(null);
    expect(flightBetween(base, quiet, false)).toBe(null);
  });
});
