/** A card as text: its colours, clockwise from the top left corner, and its value: `RGBY2`. */
import type { Letter } from '../../ui/pieces';

export interface Card {
  /** Clockwise from the top left corner, turned so that red comes first and the value is upright. */
  layout: readonly Letter[];
  value: number;
  /** How many quarters it has been turned to the right, 0 to 3. */
  turn: number;
}

export const CORNERS = 4;

/** Nothing if it is no card. */
export function readCard(text: string): Card | null {
  const [, corners, value] = /^([RGBY]{4})(1|2|3|-1)$/.exec(text) ?? [];
  if (!corners || new Set(corners).size < CORNERS) return null;
  const turn = corners.indexOf('R');
  return { layout: rotated(corners, -turn) as Letter[], value: Number(value), turn };
}

/** Clockwise from the top left, the colours as they lie. */
export function cornersOf(text: string): Letter[] {
  return [...text.slice(0, CORNERS)] as Letter[];
}

/** The card after so many quarter turns to the right. */
export function turned(text: string, quarters: number): string {
  return rotated(text.slice(0, CORNERS), quarters).join('') + text.slice(CORNERS);
}

function rotated(corners: string, quarters: number): string[] {
  return Array.from(corners, (_, at) => corners.at((at - quarters) % CORNERS) as string);
}
