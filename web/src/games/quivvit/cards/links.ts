/** Links between colours: which squares are highlighted, and where they meet. */
import type { Letter } from '../../../ui/pieces';
import { type Link, placeOf } from '../view';
import { cornersOf } from './card';

/** By cell, the colours of the linked squares. */
export type LitSquares = ReadonlyMap<string, ReadonlySet<Letter>>;

export function litBy(links: readonly Link[]): LitSquares {
  const lit = new Map<string, Set<Letter>>();
  for (const { colour, cells } of links) {
    for (const cell of cells) lit.set(cell, (lit.get(cell) ?? new Set()).add(colour));
  }
  return lit;
}

/** A meeting point, in cells from the top left corner of the grid. */
export interface LinkPoint {
  x: number;
  y: number;
  colour: Letter;
}

/** Each link's meeting point: the corner at which its cards, given by `textOf`, show its colour. */
export function linkPointsOf(
  links: readonly Link[],
  textOf: (cell: string) => string,
): LinkPoint[] {
  return links.map(({ colour, cells }) => {
    const cell = cells[0] as string;
    const { row, column } = placeOf(cell);
    const corner = cornersOf(textOf(cell)).indexOf(colour);
    return {
      x: column + (corner === 1 || corner === 2 ? 1 : 0),
      y: row + (corner >= 2 ? 1 : 0),
      colour,
    };
  });
}
