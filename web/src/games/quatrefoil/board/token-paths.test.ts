import { describe, expect, it } from 'vitest';
import type { Letter } from '../../../ui/pieces';
import data from '../introduction/introduction.json';
import {
  type BoardPoint,
  CELLS,
  FREE_DISTANCE,
  type FreeTokenSide,
  planPaths,
  TOP,
  type TokenPath,
} from './token-paths';

const letters = (text: string) => [...text] as Letter[];
const lying = (text: string, stacked = false) => ({ tokens: letters(text), stacked });
const ends = ({ stops }: TokenPath) => [point(stops[0]), point(stops.at(-1))];
const point = (stop?: BoardPoint) => stop && { x: stop.x, y: stop.y };
const free = (side: FreeTokenSide) =>
  side === 'south' ? { x: 0, y: FREE_DISTANCE } : { x: FREE_DISTANCE, y: 0 };

function place(tokens: string, colour: string, side: FreeTokenSide): BoardPoint | undefined {
  const at = tokens.indexOf(colour);
  return at === 4 ? free(side) : CELLS[at];
}

/** Every push and twist of every arrangement, as the rules list them. */
const actions = Object.entries(data.after).flatMap(([before, afters]) =>
  afters.split(' ').map((after, index) => ({ before, after, move: data.moves[index] ?? '' })),
);

describe.each<FreeTokenSide>(['south', 'east'])('with the free token in the %s', (side) => {
  it('every push moves three tokens and every twist four, from their old to their new places', () => {
    expect(actions.length).toBe(1200);
    for (const { before, after, move } of actions) {
      const ways = planPaths(lying(before), lying(after), side);
      const kind = move.startsWith('push') ? 'push' : 'twist';
      expect(ways.map((way) => way.kind)).toEqual(Array(kind === 'push' ? 3 : 4).fill(kind));
      for (const way of ways) {
        expect(ends(way)).toEqual([
          place(before, way.colour, side),
          place(after, way.colour, side),
        ]);
      }
    }
  });

  it('the stops of a path are at increasing parts from 0 to 1', () => {
    for (const { before, after } of actions) {
      for (const { stops } of planPaths(lying(before), lying(after), side)) {
        const parts = stops.map(({ part }) => part);
        expect([parts[0], parts.at(-1)]).toEqual([0, 1]);
        expect([...parts].sort((a, b) => a - b)).toEqual(parts);
      }
    }
  });

  it('pushed tokens go around the square, never across it', () => {
    const [findPush, , ejected] = planPaths(lying('RGBYP'), lying('PRBYG'), side) as [
      TokenPath,
      TokenPath,
      TokenPath,
    ];
    const outside = (stop: BoardPoint) => Math.hypot(stop.x, stop.y) > 1.3;
    expect(findPush.stops.filter(({ part }) => part <= 0.4).every(outside)).toBe(true);
    expect(ejected.stops.filter(({ part }) => part >= 0.75).every(outside)).toBe(true);
  });

  it('the free token moves to the top of the stack, and back', () => {
    const up = planPaths(lying('RGBYP'), lying('RGBYP', true), side);
    expect(up.map(({ colour, kind }) => [colour, kind])).toEqual([['P', 'stack']]);
    expect(ends(up[0] as TokenPath)).toEqual([free(side), TOP]);
    const down = planPaths(lying('RGBYP', true), lying('RGBYP'), side);
    expect(ends(down[0] as TokenPath)).toEqual([TOP, free(side)]);
  });

  it('tokens move in straight lines between views several actions apart', () => {
    const ways = planPaths(lying('RGBYP'), lying('BYRGP'), side);
    expect(ways.map(({ kind, stops }) => [kind, stops.length])).toEqual(
      Array(4).fill(['glide', 2]),
    );
  });
});

it('a token enters and leaves a row in the direction of the push', () => {
  const [findPush, shifted, ejected] = planPaths(lying('RGBYP'), lying('PRBYG'), 'south');
  expect([findPush?.colour, shifted?.colour, ejected?.colour]).toEqual(['P', 'R', 'G']);
  const before = findPush?.stops.findLast(({ part }) => part <= 0.4);
  expect(before?.y).toBeCloseTo(-0.5);
  expect(before?.x).toBeLessThan(-1);
  const after = ejected?.stops.find(({ part }) => part >= 0.75);
  expect(after?.y).toBeCloseTo(-0.5);
  expect(after?.x).toBeGreaterThan(1);
});

it('a twist moves tokens by a quarter of a circle', () => {
  const [way] = planPaths(lying('RGBYP'), lying('YRGBP'), 'south');
  for (const { x, y } of way?.stops ?? []) expect(Math.hypot(x, y)).toBeCloseTo(Math.SQRT1_2);
  expect(way?.stops[3]?.y).toBeLessThan(-0.5);
});

it('tokens without a change have no path', () => {
  expect(planPaths(lying('RGBYP'), lying('RGBYP'), 'south')).toEqual([]);
});
