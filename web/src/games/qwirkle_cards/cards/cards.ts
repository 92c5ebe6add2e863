/** Colours and shapes, and the sort orders of cards. */
import type { Kind, Kinds } from '../view';

export const COLOURS = 'ROYGBP';
/** Circle, square, diamond, clover, four-pointed star, eight-pointed star. */
export const SHAPES = 'csdlxa';
/** Cards in a Qwirkle. */
export const QWIRKLE_SIZE = 6;

export const colourOf = (kind: Kind): number => COLOURS.indexOf(kind[0] ?? '');
export const shapeOf = (kind: Kind): number => SHAPES.indexOf(kind[1] ?? '');

/** By colour, then by shape; within a shape set that is the order of colours. */
export const byColour = (a: Kind, b: Kind): number =>
  colourOf(a) - colourOf(b) || shapeOf(a) - shapeOf(b);
export const byShape = (a: Kind, b: Kind): number =>
  shapeOf(a) - shapeOf(b) || colourOf(a) - colourOf(b);

/** The colour or shape that all cards share. */
export function sharedBy(kinds: Kinds): { colour: string | null; shape: string | null } {
  const shared = (at: 0 | 1) => {
    const found = new Set(kinds.map((kind) => kind[at]));
    return found.size === 1 ? ([...found][0] ?? null) : null;
  };
  return { colour: shared(0), shape: shared(1) };
}

/** The cards of one list that are not in the other, counting copies. */
export function without(kinds: Kinds, others: Kinds): Kind[] {
  const left = [...others];
  return kinds.filter((kind) => {
    const at = left.indexOf(kind);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
