/** Keys on the plane: arrows move the cursor; a letter and a digit place that tile. */
import type { Cell } from '../grid/cells';
import { type Kind, WILD } from '../view';

export const ARROWS: Readonly<Record<string, Cell>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** The part of a tile's name typed so far, and the tile once the name is complete. */
export interface TypedTile {
  letter: string;
  kind: Kind | null;
}

export const NOTHING_TYPED: TypedTile = { letter: '', kind: null };

/** Add a key to the typed name; `null` if the key is not part of a tile's name. */
export function addKey({ letter }: TypedTile, key: string): TypedTile | null {
  const low = key.toLowerCase();
  if (low === '*' || low === 'w') return { letter: '', kind: WILD };
  if (/^[roygbp]$/.test(low)) return { letter: low, kind: null };
  if (/^[1-6]$/.test(low) && letter) return { letter: '', kind: letter + low };
  return null;
}

/**
 * The cursor after placing a tile: one to the right, or down if the last arrow pointed vertically.
 */
export function cursorAfter(cursor: Cell, way: Cell): Cell {
  return way.y === 0 ? { x: cursor.x + 1, y: cursor.y } : { x: cursor.x, y: cursor.y + 1 };
}
