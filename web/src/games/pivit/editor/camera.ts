/** The camera on the plane: position of its origin on the screen, and size of a cell in pixels. */
import type { Bounds, Cell } from '../grid/cells';

export interface Camera {
  x: number;
  y: number;
  size: number;
}

export interface ViewSize {
  width: number;
  height: number;
}

export const MIN_CELL_PX = 18;
export const MAX_CELL_PX = 96;
/** Maximum cell size of automatic framing, in pixels. */
const AUTO_CELL_PX = 64;
/** Margin around the tiles, in cells. */
const MARGIN_CELLS = 1;

export function cellUnder({ x, y, size }: Camera, px: number, py: number): Cell {
  return { x: Math.floor((px - x) / size), y: Math.floor((py - y) / size) };
}

export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** Zoom while keeping the point under the pointer in place. */
export function zoomed(camera: Camera, factor: number, px: number, py: number): Camera {
  const size = Math.min(Math.max(camera.size * factor, MIN_CELL_PX), MAX_CELL_PX);
  const by = size / camera.size;
  return { size, x: px - (px - camera.x) * by, y: py - (py - camera.y) * by };
}

/** Centre the bounds at a comfortable size. */
export function fitted(bounds: Bounds | null, box: ViewSize): Camera {
  const { left, top, right, bottom } = bounds ?? { left: 0, top: 0, right: 0, bottom: 0 };
  const size = sizeFor(right - left + 1, bottom - top + 1, box);
  return {
    size,
    x: box.width / 2 - ((left + right + 1) / 2) * size,
    y: box.height / 2 - ((top + bottom + 1) / 2) * size,
  };
}

/**
 * Return the same camera if the bounds are visible; otherwise move it no further than necessary.
 */
export function framed(camera: Camera, bounds: Bounds, box: ViewSize): Camera {
  const { left, top, right, bottom } = bounds;
  const size = Math.min(camera.size, sizeFor(right - left + 1, bottom - top + 1, box));
  const near = size < camera.size ? zoomed(camera, size / camera.size, box.width / 2, 0) : camera;
  const x = within(near.x, left, right, size, box.width);
  const y = within(near.y, top, bottom, size, box.height);
  return x === camera.x && y === camera.y && size === camera.size ? camera : { x, y, size };
}

function sizeFor(columns: number, rows: number, box: ViewSize): number {
  const size = Math.min(
    box.width / (columns + 2 * MARGIN_CELLS),
    box.height / (rows + 2 * MARGIN_CELLS),
    AUTO_CELL_PX,
  );
  return Math.max(size, MIN_CELL_PX);
}

/** Move `from` so that the cells from `first` to `last`, with margin, fit into the length. */
function within(from: number, first: number, last: number, size: number, length: number): number {
  const least = (MARGIN_CELLS - first) * size;
  const most = length - (last + 1 + MARGIN_CELLS) * size;
  return most < least ? (least + most) / 2 : Math.min(Math.max(from, least), most);
}
