/** The held card: its rotation, and the move that releasing it would make. */

export interface Held {
  cell: string;
  /** Quarter turns to the right; negative to the left. */
  quarters: number;
}

type RotationWay = 'left' | 'right' | 'half';

/** Direction of this many quarter turns (not 0). */
export function rotationName(quarters: number): RotationWay {
  return Math.abs(quarters) === 2 ? 'half' : quarters < 0 ? 'left' : 'right';
}

/** The move that releasing the card would make; an unrotated card can only be claimed. */
export function moveOf({ cell, quarters }: Held): string {
  return quarters === 0 ? `claim ${cell}` : `${cell} ${rotationName(quarters)}`;
}

/** The card rotated by another quarter turn, 1 right or −1 left; `null` if not allowed. */
export function rotateHeld(held: Held, by: 1 | -1, offered: OfferedMoves): Held | null {
  const next = { ...held, quarters: held.quarters + by };
  if (Math.abs(next.quarters) > 2) return null;
  // A half turn passes through a quarter turn, whether or not that is a legal move.
  const half = { ...held, quarters: 2 };
  const leads = [next, half].some((each) => offered.has(moveOf(each)));
  return next.quarters === 0 || leads ? next : null;
}

type OfferedMoves = Pick<ReadonlyMap<string, unknown>, 'has'>;

/** The cell in a move's text; `null` if there is none. */
export function cellOf(move: string | null): string | null {
  return /\b[a-e][1-5]\b/.exec(move ?? '')?.[0] ?? null;
}

/** Quarter turns that a move makes. */
export function quartersOf(move: string | null): number {
  const way = /^\w\d (left|right|half)$/.exec(move ?? '')?.[1];
  return way === 'left' ? -1 : way === 'right' ? 1 : way === 'half' ? 2 : 0;
}
