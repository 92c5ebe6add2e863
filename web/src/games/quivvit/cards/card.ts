/** Cards as text: colours clockwise from the top left corner, and the value: `RGBY2`. */
import type { Letter } from '../../../ui/pieces';

export interface QuivvitCard {
  /** Colours clockwise from the top left, rotated so that red is first and the value is upright. */
  layout: readonly Letter[];
  value: number;
  /** Quarter turns to the right, 0 to 3. */
  turn: number;
}

export const CORNERS = 4;

/** Parse a card; `null` if the text is invalid. */
export function readCard(text: string): QuivvitCard | null {
  const [, corners, value] = /^([RGBY]{4})(1|2|3|-1)$/.exec(text) ?? [];
  if (!corners || new Set(corners).size < CORNERS) return null;
  const turn = corners.indexOf('R');
  return { layout: rotated(corners, -turn) as Letter[], value: Number(value), turn };
}

/** Colours clockwise from the top left, as the card is rotated. */
export function cornersOf(text: string): Letter[] {
  return [...text.slice(0, CORNERS)] as Letter[];
}

/** The card after this many quarter turns to the right. */
export function turned(text: string, quarters: number): string {
  return rotated(text.slice(0, CORNERS), quarters).join('') + text.slice(CORNERS);
}

function rotated(corners: string, quarters: number): string[] {
  return Array.from(corners, (_, at) => corners.at((at - quarters) % CORNERS) as string);
}
