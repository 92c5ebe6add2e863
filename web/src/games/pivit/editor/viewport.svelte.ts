/** The visible part of the plane, moved by hand or to keep all tiles visible. */

import type { ScreenPoint } from '../../../ui/board/pointer';
import type { Bounds, Cell } from '../grid/cells';
import { type Camera, cellUnder, fitted, framed, panned, type ViewSize, zoomed } from './camera';

export class Viewport {
  camera = $state.raw<Camera>({ x: 0, y: 0, size: 48 });
  plane = $state<HTMLElement>();
  width = $state(0);
  height = $state(0);

  #bounds: () => Bounds | null;
  /** Whether the viewport follows the grid; false while the player looks at a part of it. */
  #followsGrid = true;
  #isPlaced = false;

  constructor(bounds: () => Bounds | null) {
    this.#bounds = bounds;
  }

  get #box(): ViewSize {
    return { width: this.width, height: this.height };
  }

  /** Centre the whole grid. */
  fit(): void {
    this.camera = fitted(this.#bounds(), this.#box);
    this.#followsGrid = true;
  }

  /** Adjust after tiles were placed or the size changed. */
  update(): void {
    if (this.width === 0 || this.height === 0) return;
    if (!this.#isPlaced) {
      this.#isPlaced = true;
      this.fit();
      return;
    }
    const bounds = this.#bounds();
    if (this.#followsGrid && bounds) this.camera = framed(this.camera, bounds, this.#box);
  }

  /** Move so that this cell is visible. */
  show({ x, y }: Cell): void {
    this.camera = framed(this.camera, { left: x, right: x, top: y, bottom: y }, this.#box);
  }

  pan(by: ScreenPoint): void {
    this.#setCamera(panned(this.camera, by.x, by.y));
  }

  /** Zoom around a point of the window, by default around the middle. */
  zoom(factor: number, at?: ScreenPoint): void {
    const { left, top } = this.plane?.getBoundingClientRect() ?? { left: 0, top: 0 };
    const x = at ? at.x - left : this.width / 2;
    const y = at ? at.y - top : this.height / 2;
    this.#setCamera(zoomed(this.camera, factor, x, y));
  }

  /** The cell at a point of the window. */
  cellAt(at: ScreenPoint): Cell {
    const { left, top } = this.plane?.getBoundingClientRect() ?? { left: 0, top: 0 };
    return cellUnder(this.camera, at.x - left, at.y - top);
  }

  #setCamera(camera: Camera): void {
    this.camera = camera;
    const bounds = this.#bounds();
    this.#followsGrid = !bounds || framed(camera, bounds, this.#box) === camera;
  }
}
