/** What keys mean on the plane: arrows lead a cursor, a letter and a digit lay that tile. */
import type { Cell } from './cells';
import { type Kind, WILD } from './view';

export const ARROWS: Readonly<Record<string, Cell>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** What has been typed of a tile, and the tile once it is all of it. */
export interface Typed {
  letter: string;
  kind: Kind | null;
}

export const NOTHING_TYPED: Typed = { letter: '', kind: null };

/** Nothing if the key is no part of a tile's name. */
export function typed({ letter }: Typed, key: string): Typed | null {
  const low = key.toLowerCase();
  if (low === '*' || low === 'w') return { letter: '', kind: WILD };
  if (/^[roygbp]$/.test(low)) return { letter: low, kind: null };
  if (/^[1-6]$/.test(low) && letter) return { letter: '', kind: letter + low };
  return null;
}

/** The cursor after a tile is laid: on in the direction of reading, or down where one goes down. */
export function onward(cursor: Cell, way: Cell): Cell {
  return way.y === 0 ? { x: cursor.x + 1, y: cursor.y } : { x: cursor.x, y: cursor.y + 1 };
}
