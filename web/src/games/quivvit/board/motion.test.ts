/** The motion of cards between two views. */
import { describe, expect, it } from 'vitest';
import { linkPointsOf, litBy } from '../cards/links';
import { after, base, quiet } from '../test-views';
import { flightBetween, flightMs } from './flight';
import { posesFor } from './poses';

describe('the poses of cards', () => {
  const one = { grid: ['RGBY1', 'YRGB2', null] };

  it('have the angle of the card’s text', () => {
    expect(posesFor([], one).map((pose) => pose?.angle)).toEqual([0, 90, undefined]);
  });

  it('keep their id and take the shorter rotation, even past a full turn', () => {
    const first = posesFor([], { grid: ['GBYR1'] });
    const next = posesFor(first, { grid: ['RGBY1'] });
    expect([first[0]?.angle, next[0]?.angle]).toEqual([270, 360]);
    expect(next[0]?.id).toBe(first[0]?.id);
    expect(posesFor(next, { grid: ['GBYR1'] })[0]?.angle).toBe(270);
  });

  it('have a new id where a card was placed, even one that looks the same', () => {
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

  it('light up the squares of their colour', () => {
    const lit = litBy(links);
    expect([...(lit.get('b2') ?? [])]).toEqual(['B', 'G']);
    expect([...lit.keys()].sort()).toEqual(['b2', 'b3', 'c2']);
  });

  it('meet at the corner where their cards show the colour', () => {
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

  it('does not repeat the player’s own rotation, and is shorter', () => {
    const [seen, own] = [flightBetween(base, after, false), flightBetween(base, after, true)];
    expect(own?.flyingCards.every(({ turns }) => turns === 0)).toBe(true);
    expect(own && seen && flightMs(own) < flightMs(seen)).toBe(true);
  });

  it('exists only for the next turn, and only if cards were taken', () => {
    expect(flightBetween(after, base, false)).toBe(null);
    expect(flightBetween(after, after, false)).toBe(null);
    expect(flightBetween(base, { ...after, played: 2 }, false)).toBe(null);
    expect(flightBetween(base, quiet, false)).toBe(null);
  });
});
