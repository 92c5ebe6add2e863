/** Places of text on the pieces and other measures, from `pieces.json`, which Python reads too. */
import pieces from '../../../../src/quincunx/pictures/pieces.json';

/** A place for text: its middle, and the height of the type in units of the drawing. */
export interface TextPlace {
  x: number;
  y: number;
  size: number;
}

/** Names of the shapes by their letters. */
export const SHAPES: Readonly<Record<string, string>> = pieces.shapes;
/** By piece, the place of its colour's letter. */
export const LETTER_PLACES: Readonly<Record<keyof typeof pieces.letters, TextPlace>> =
  pieces.letters;
/** The size of two letters where one would stand for two colours. */
export const TWO_LETTERS = pieces.twoLetters;
export const WILD_TILE = pieces.wildTile;
export const POSITION_CARD = pieces.positionCard;
export const POINT_CARD = pieces.pointCard;
export const LINK_POINT = pieces.linkPoint;
export const CHALLENGE_SYMBOLS: Readonly<
  Record<string, readonly { crossed?: boolean; parts: readonly (string | number)[] }[]>
> = pieces.challengeSymbols;
