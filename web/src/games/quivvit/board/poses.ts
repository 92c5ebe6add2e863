/**
 * Tracks the cards from view to view. A card that stays keeps its id and rotates the shorter way; a
 * new card gets a new id, so that it inherits nothing from the old one.
 */
import { readCard } from '../cards/card';
import { CELLS, type QuivvitView } from '../view';

export interface Pose {
  /** Identity of the card while it stays in its cell. */
  id: number;
  text: string;
  /** Degrees to the right; not reset after a full turn. */
  angle: number;
}

export type Poses = readonly (Pose | null)[];

/** The poses for a view, given those of the previous view and the cells with new cards. */
export function posesFor(
  before: Poses,
  { grid }: Pick<QuivvitView, 'grid'>,
  laid: readonly string[] = [],
): Poses {
  const fresh = new Set(laid);
  let last = Math.max(0, ...before.map((pose) => pose?.id ?? 0));
  return grid.map((text, cell) => {
    const card = text === null ? null : readCard(text);
    if (text === null || !card) return null;
    const angle = 90 * card.turn;
    const pose = before[cell];
    if (!pose || fresh.has(CELLS[cell] as string) || !sameCard(pose.text, text)) {
      last += 1;
      return { id: last, text, angle };
    }
    return { id: pose.id, text, angle: nearest(angle, pose.angle) };
  });
}

/** The poses with one card rotated by this many quarter turns. */
export function withRotation(poses: Poses, cell: string, quarters: number): Poses {
  const at = CELLS.indexOf(cell);
  const pose = poses[at];
  return pose ? poses.with(at, { ...pose, angle: pose.angle + 90 * quarters }) : poses;
}

/** The equivalent angle nearest to `to`. */
function nearest(angle: number, to: number): number {
  return angle + 360 * Math.round((to - angle) / 360);
}

function sameCard(a: string, b: string): boolean {
  const [one, other] = [readCard(a), readCard(b)];
  return one?.value === other?.value && one?.layout.join('') === other?.layout.join('');
}
