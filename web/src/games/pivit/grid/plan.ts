/** Maps tiles to cells; tiles without a cell are in the rack. */

import type { PivitDraft, Placed } from '../view';
import { type Cell, connected, keyOf, same } from './cells';
import type { HandTile } from './tiles';

export type Plan = ReadonlyMap<number, Cell>;

export const EMPTY_PLAN: Plan = new Map();

export function tileIn(plan: Plan, cell: Cell): number | null {
  for (const [id, at] of plan) if (same(at, cell)) return id;
  return null;
}

/**
 * Put a tile into a cell. A tile that is already there swaps with it, into its old cell or the
 * rack.
 */
export function put(plan: Plan, id: number, cell: Cell): Plan {
  const from = plan.get(id);
  if (from && same(from, cell)) return plan;
  const other = tileIn(plan, cell);
  const next = new Map(plan).set(id, cell);
  if (other !== null && from) next.set(other, from);
  else if (other !== null) next.delete(other);
  return next;
}

/** Move several tiles together; `null` if other tiles are in the way. */
export function shifted(plan: Plan, ids: ReadonlySet<number>, by: Cell): Plan | null {
  const next = new Map(plan);
  for (const id of ids) {
    const from = plan.get(id);
    if (!from) continue;
    const to = { x: from.x + by.x, y: from.y + by.y };
    const other = tileIn(plan, to);
    if (other !== null && !ids.has(other)) return null;
    next.set(id, to);
  }
  return by.x === 0 && by.y === 0 ? plan : next;
}

/** Remove tiles from the plan. */
export function without(plan: Plan, gone: (id: number) => boolean): Plan {
  const next = new Map([...plan].filter(([id]) => !gone(id)));
  return next.size === plan.size ? plan : next;
}

/** All tiles connected to a tile. */
export function pieceOf(plan: Plan, id: number): Set<number> {
  const from = plan.get(id);
  if (!from) return new Set();
  const keys = new Map([...plan].map(([each, cell]) => [keyOf(cell) as string, each]));
  const found = connected(new Set(keys.keys()), keyOf(from));
  return new Set([...found].map((key) => keys.get(key) as number));
}

/** The plan as a stored draft, row by row. */
export function placedOf(plan: Plan, tiles: readonly HandTile[]): Placed[] {
  return tiles
    .flatMap(({ id, kind }): Placed[] => {
      const cell = plan.get(id);
      return cell ? [[cell.x, cell.y, kind]] : [];
    })
    .sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/** A plan for a stored draft; tiles that are already in place keep their ids. */
export function planOf({ tiles: stored }: PivitDraft, tiles: readonly HandTile[], now: Plan): Plan {
  const free = [...tiles];
  const next = new Map<number, Cell>();
  const lies = ([x, y, kind]: Placed) =>
    free.findIndex((tile) => {
      const at = now.get(tile.id);
      return tile.kind === kind && at !== undefined && same(at, { x, y });
    });
  const take = (at: number, [x, y]: Placed) => {
    const tile = free.splice(at, 1)[0];
    if (tile) next.set(tile.id, { x, y });
  };
  const moved = stored.filter((each) => {
    const at = lies(each);
    if (at >= 0) take(at, each);
    return at < 0;
  });
  for (const each of moved) {
    const at = free.findIndex(({ kind }) => kind === each[2]);
    if (at >= 0) take(at, each);
  }
  return next;
}

/** Whether two drafts are the same to the server. */
export function sameGrid(a: readonly Placed[], b: readonly Placed[]): boolean {
  const text = (tiles: readonly Placed[]) => tiles.map(String).sort().join(' ');
  return text(a) === text(b);
}

/** Tile kinds by cell key. */
export function kindsByCell(placed: readonly Placed[]): ReadonlyMap<string, string> {
  return new Map(placed.map(([x, y, kind]) => [keyOf({ x, y }), kind]));
}
