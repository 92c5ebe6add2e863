/** The board's controls and their places around the square. */
import type { BoardPoint } from './token-paths';

export interface Control extends BoardPoint {
  move: string;
  /** Key of its message: `quatrefoil.move.…`. */
  messageKey: string;
  /** Direction of a push, in degrees clockwise from east. */
  angle: number;
}

/** Distance of the controls from the middle. */
export const CONTROL_DISTANCE = 1.23;

/** Arrows for a push (to the east) and a twist (clockwise), in a 24 × 24 box. */
export const PUSH_ARROW = 'M4.5 12H19M12.5 5.5 19 12l-6.5 6.5';
export const TWIST_ARROW = 'M4.5 5.5A14 14 0 0 1 17.5 19M12 14.5l5.5 5 4-6';

/** SVG transform that turns those arrows into the move's direction. */
export function turned({ move, angle }: Control): string | undefined {
  if (isPush(move)) return `rotate(${angle} 12 12)`;
  return move === 'twist clockwise' ? undefined : 'matrix(-1 0 0 1 24 0)';
}

/** Clockwise from the northwest corner, which is also the keyboard order. */
export const CONTROLS: readonly Control[] = [
  control('twist anticlockwise', -CONTROL_DISTANCE, -CONTROL_DISTANCE),
  control('push west from north', -0.5, -CONTROL_DISTANCE, 90),
  control('push east from north', 0.5, -CONTROL_DISTANCE, 90),
  control('twist clockwise', CONTROL_DISTANCE, -CONTROL_DISTANCE),
  control('push north from east', CONTROL_DISTANCE, -0.5, 180),
  control('push south from east', CONTROL_DISTANCE, 0.5, 180),
  control('push east from south', 0.5, CONTROL_DISTANCE, 270),
  control('push west from south', -0.5, CONTROL_DISTANCE, 270),
  control('push south from west', -CONTROL_DISTANCE, 0.5, 0),
  control('push north from west', -CONTROL_DISTANCE, -0.5, 0),
];

function control(move: string, x: number, y: number, angle = 0): Control {
  return { move, messageKey: messageKeyOf(move), x, y, angle };
}

/**
 * Message key of a move: `push north from west` is NORTH_FROM_WEST, `twist clockwise` is CLOCKWISE.
 */
export function messageKeyOf(move: string): string {
  return move
    .replace(/^(push|twist) /, '')
    .replaceAll(' ', '_')
    .toUpperCase();
}

export function isPush(move: string): boolean {
  return move.startsWith('push ');
}

const DIRECTIONS: Readonly<Record<string, BoardPoint>> = {
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
};

/** Index of the point that an arrow key leads to from `here`: near, and not far off to the side. */
export function nextInDirection(
  key: string,
  here: BoardPoint,
  points: readonly BoardPoint[],
): number | null {
  const direction = DIRECTIONS[key];
  if (!direction) return null;
  let best: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, { x, y }] of points.entries()) {
    const along = (x - here.x) * direction.x + (y - here.y) * direction.y;
    const aside = Math.abs((x - here.x) * direction.y) + Math.abs((y - here.y) * direction.x);
    const cost = along + 2 * aside;
    if (along > aside / 2 && along > 0.01 && cost < least) {
      best = index;
      least = cost;
    }
  }
  return best;
}
