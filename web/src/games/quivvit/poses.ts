/**
 * How the cards lie from view to view. A card that stays keeps its number and is turned the shorter
 * way; a card that comes anew gets a new number, so that nothing of the old one is left.
 */
import { readCard } from './card';
import { CELLS, type View } from './view';

export interface Pose {
  /** Which card it is, as long as it lies there. */
  id: number;
  text: string;
  /** In degrees to the right; not wound back at a full turn. */
  angle: number;
}

export type Poses = readonly (Pose | null)[];

/** The poses for a view, after those of the view before, whose new cards came to `laid`. */
export function lie(
  before: Poses,
  { grid }: Pick<View, 'grid'>,
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

/** The same poses, with one card turned by so many quarters. */
export function turnedIn(poses: Poses, cell: string, quarters: number): Poses {
  const at = CELLS.indexOf(cell);
  const pose = poses[at];
  return pose ? poses.with(at, { ...pose, angle: pose.angle + 90 * quarters }) : poses;
}

/** The angle that looks the same and is nearest to another one. */
function nearest(angle: number, to: number): number {
  return angle + 360 * Math.round((to - angle) / 360);
}

function sameCard(a: string, b: string): boolean {
  const [one, other] = [readCard(a), readCard(b)];
  return one?.value === other?.value && one?.layout.join('') === other?.layout.join('');
}
