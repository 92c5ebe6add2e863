/** Grids as text, top row first: `r1 r2 r3 / .. g2 .. / .. b2 ..`. */

import type { Kind, Placed } from '../view';
import { boundsOf } from './cells';

const EMPTY = '..';
const TILE = /^([roygbp][1-6]|\*\*)$/;

/** The grid shifted so that its first column and row are 0. */
export function normalised(placed: readonly Placed[]): Placed[] {
  const bounds = boundsOf(placed.map(([x, y]) => ({ x, y })));
  if (!bounds) return [];
  return placed
    .map(([x, y, kind]): Placed => [x - bounds.left, y - bounds.top, kind])
    .sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

export function gridText(placed: readonly Placed[]): string {
  const rows: Kind[][] = [];
  for (const [x, y, kind] of normalised(placed)) {
    while (rows.length <= y) rows.push([]);
    const row = rows[y] as Kind[];
    while (row.length < x) row.push(EMPTY);
    row.push(kind);
  }
  return rows.map((row) => row.join(' ') || EMPTY).join(' / ');
}

export function claimText(placed: readonly Placed[]): string {
  return `claim ${gridText(placed)}`;
}

/** Parse a grid; `null` if the text is invalid. */
export function readGrid(text: string): Placed[] | null {
  const placed: Placed[] = [];
  for (const [y, row] of text.split('/').entries()) {
    for (const [x, word] of row.trim().split(/\s+/).filter(Boolean).entries()) {
      if (TILE.test(word)) placed.push([x, y, word]);
      else if (word !== EMPTY) return null;
    }
  }
  return placed.length > 0 ? placed : null;
}

/** The grid of a claim; `null` for other moves. */
export function readClaim(move: string | null): Placed[] | null {
  return move?.startsWith('claim ') ? readGrid(move.slice('claim '.length)) : null;
}
