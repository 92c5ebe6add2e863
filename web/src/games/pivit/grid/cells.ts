/** Cells of an infinite plane; x grows to the right, y downwards. */

export interface Cell {
  x: number;
  y: number;
}

/** A cell's name in faults. */
export type Key = `${number},${number}`;

/** Used columns and rows, inclusive. */
export interface Bounds {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function keyOf({ x, y }: Cell): Key {
  return `${x},${y}`;
}

export function cellOf(key: string): Cell {
  const [x = 0, y = 0] = key.split(',').map(Number);
  return { x, y };
}

export function same(a: Cell, b: Cell): boolean {
  return a.x === b.x && a.y === b.y;
}

export function boundsOf(cells: Iterable<Cell>): Bounds | null {
  const all = [...cells];
  if (all.length === 0) return null;
  const columns = all.map(({ x }) => x);
  const rows = all.map(({ y }) => y);
  return {
    left: Math.min(...columns),
    top: Math.min(...rows),
    right: Math.max(...columns),
    bottom: Math.max(...rows),
  };
}

/** All cells connected to a cell, including itself. */
export function connected(cells: ReadonlySet<string>, from: Key): Set<Key> {
  const found = new Set<Key>();
  const edge = cells.has(from) ? [from] : [];
  for (let key = edge.pop(); key !== undefined; key = edge.pop()) {
    found.add(key);
    edge.push(...neighbours(cellOf(key)).filter((next) => cells.has(next) && !found.has(next)));
  }
  return found;
}

function neighbours({ x, y }: Cell): Key[] {
  return [
    { x: x + 1, y },
    { x: x - 1, y },
    { x, y: y + 1 },
    { x, y: y - 1 },
  ].map(keyOf);
}
