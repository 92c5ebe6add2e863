/**
 * Plans the paths of the tokens between two arrangements.
 *
 * Lengths are in cells: the four tokens are at ±½, and the middle of the square is the origin.
 */
import type { Letter } from '../../../ui/pieces';
import { FREE, type Tokens } from '../view';

export interface BoardPoint {
  x: number;
  y: number;
}

/** A point on the path at a fraction (0 to 1) of the duration. */
export interface PathPoint extends BoardPoint {
  part: number;
}

export interface TokenPath {
  colour: Letter;
  kind: 'push' | 'twist' | 'stack' | 'glide';
  stops: PathPoint[];
}

export interface TokenLayout {
  tokens: Tokens;
  /** Whether the free token is stacked on the others. */
  stacked: boolean;
}

/** Side of the square on which the free token waits. */
export type FreeTokenSide = 'south' | 'east';

export const CELLS: readonly BoardPoint[] = [
  { x: -0.5, y: -0.5 },
  { x: 0.5, y: -0.5 },
  { x: 0.5, y: 0.5 },
  { x: -0.5, y: 0.5 },
];
export const TOP: BoardPoint = { x: 0, y: 0 };

/**
 * Distance of the waiting free token, and of tokens that travel around the square, from the middle.
 */
export const FREE_DISTANCE = 1.97;
/** Distance outside its row or column at which a token waits before it is pushed in. */
const PUSH_START_DISTANCE = 0.85;
/** Fractions of the duration at which a pushed row starts and stops sliding. */
const SLIDE_START = 0.4;
const SLIDE_END = 0.75;

export function planPaths(
  before: TokenLayout,
  after: TokenLayout,
  side: FreeTokenSide,
): TokenPath[] {
  const moved = before.tokens.filter((colour) => !samePoint(before, after, colour, side));
  if (moved.length === 0) return [];
  const push = findPush(before.tokens, after.tokens);
  if (push && !before.stacked && !after.stacked) return pushPaths(before.tokens, push, side);
  const turn = turned(before.tokens, after.tokens);
  if (turn && before.stacked === after.stacked) {
    return moved.map((colour) => ({
      colour,
      kind: 'twist',
      stops: spread(arc(place(before, colour, side), place(after, colour, side), turn), 0, 1),
    }));
  }
  const kind = before.stacked === after.stacked ? 'glide' : 'stack';
  return moved.map((colour) => ({
    colour,
    kind,
    stops: spread([place(before, colour, side), place(after, colour, side)], 0, 1),
  }));
}

interface PushMove {
  /** Places at which the free token enters and another one leaves. */
  entry: number;
  exit: number;
}

/** The push between two arrangements; `null` if there is none. */
function findPush(before: Tokens, after: Tokens): PushMove | null {
  const entry = after.indexOf(before[FREE] as Letter);
  const exit = before.indexOf(after[FREE] as Letter);
  const beside = (entry - exit + 4) % 4;
  const others = [0, 1, 2, 3].filter((at) => at !== entry && at !== exit);
  const isPush =
    entry !== FREE &&
    (beside === 1 || beside === 3) &&
    after[exit] === before[entry] &&
    others.every((at) => after[at] === before[at]);
  return isPush ? { entry, exit } : null;
}

/** A quarter turn clockwise (1), anticlockwise (−1), or `null`. */
function turned(before: Tokens, after: Tokens): 1 | -1 | null {
  if (before[FREE] !== after[FREE]) return null;
  const by = (turn: number) =>
    [0, 1, 2, 3].every((at) => after[(at + turn + 4) % 4] === before[at]);
  if (by(1)) return 1;
  return by(-1) ? -1 : null;
}

function pushPaths(before: Tokens, { entry, exit }: PushMove, side: FreeTokenSide): TokenPath[] {
  const from = cell(entry);
  const to = cell(exit);
  const dx = to.x - from.x;
  const dy = to.y - from.y;
  const free = waiting(side);
  const outside = { x: from.x - PUSH_START_DISTANCE * dx, y: from.y - PUSH_START_DISTANCE * dy };
  const beyond = { x: to.x + PUSH_START_DISTANCE * dx, y: to.y + PUSH_START_DISTANCE * dy };
  return [
    {
      colour: before[FREE] as Letter,
      kind: 'push',
      stops: [
        ...spread(arc(free, outside), 0, SLIDE_START),
        { ...from, part: SLIDE_END },
        { ...from, part: 1 },
      ],
    },
    {
      colour: before[entry] as Letter,
      kind: 'push',
      stops: [
        { ...from, part: 0 },
        { ...from, part: SLIDE_START },
        { ...to, part: SLIDE_END },
        { ...to, part: 1 },
      ],
    },
    {
      colour: before[exit] as Letter,
      kind: 'push',
      stops: [
        { ...to, part: 0 },
        { ...to, part: SLIDE_START },
        ...spread(arc(beyond, free), SLIDE_END, 1),
      ],
    },
  ];
}

/** Points on an arc around the middle, the shorter way unless `turn` is given. */
function arc(from: BoardPoint, to: BoardPoint, turn?: 1 | -1): BoardPoint[] {
  const start = Math.atan2(from.y, from.x);
  let angle = Math.atan2(to.y, to.x) - start;
  if (angle > Math.PI + 1e-9) angle -= 2 * Math.PI;
  if (angle < -Math.PI - 1e-9) angle += 2 * Math.PI;
  if (turn && Math.sign(angle) !== turn) angle += turn * 2 * Math.PI;
  const near = Math.hypot(from.x, from.y);
  const far = Math.hypot(to.x, to.y);
  const steps = Math.max(1, Math.ceil(Math.abs(angle) / (Math.PI / 12)));
  return Array.from({ length: steps + 1 }, (_, step) => {
    if (step === 0) return from;
    if (step === steps) return to;
    const share = step / steps;
    const radius = near + share * (far - near);
    return {
      x: radius * Math.cos(start + share * angle),
      y: radius * Math.sin(start + share * angle),
    };
  });
}

function spread(points: BoardPoint[], from: number, to: number): PathPoint[] {
  return points.map((point, index) => ({
    ...point,
    part: from + ((to - from) * index) / (points.length - 1),
  }));
}

function waiting(side: FreeTokenSide): BoardPoint {
  return side === 'south' ? { x: 0, y: FREE_DISTANCE } : { x: FREE_DISTANCE, y: 0 };
}

function cell(at: number): BoardPoint {
  return CELLS[at] as BoardPoint;
}

function place(lying: TokenLayout, colour: Letter, side: FreeTokenSide): BoardPoint {
  const at = lying.tokens.indexOf(colour);
  if (at !== FREE) return cell(at);
  return lying.stacked ? TOP : waiting(side);
}

function samePoint(
  before: TokenLayout,
  after: TokenLayout,
  colour: Letter,
  side: FreeTokenSide,
): boolean {
  const from = place(before, colour, side);
  const to = place(after, colour, side);
  return from.x === to.x && from.y === to.y;
}
