/** Pointer gestures: drag a tile, pan with one finger, zoom with two. */

import {
  ClickFilter,
  dropTargetAt,
  followPointers,
  isDrag,
  pointOf,
  type ScreenPoint,
} from '../../../ui/board/pointer';

interface GestureOptions {
  plane: () => HTMLElement | undefined;
  /** Pick up a tile, or everything connected to it; returns false if it cannot be moved. */
  onlift: (id: number, piece: boolean) => boolean;
  /** Called when tiles are dropped on an element, named by its `data-drop`. */
  ondrop: (goal: string, at: ScreenPoint) => void;
  onpan: (by: ScreenPoint) => void;
  onzoom: (factor: number, at: ScreenPoint) => void;
}

/** A press this long picks up everything connected to the tile. */
const LONG_PRESS_MS = 420;
/** A tile held near the plane's edge for this long pans the plane. */
const PAN_EDGE_PX = 30;
const PAN_DELAY_MS = 300;
const PAN_PX_PER_FRAME = 7;
/** Dragged tiles are drawn above the finger, so that it does not hide them, in pixels. */
const TOUCH_OFFSET_PX = 34;

interface Press {
  id: number | null;
  start: ScreenPoint;
  touch: boolean;
}

export class Gestures {
  /** Whether tiles are being dragged; `at` is their position in the window. */
  dragging = $state(false);
  at = $state.raw<ScreenPoint>({ x: 0, y: 0 });
  over = $state<string | null>(null);
  panning = $state(false);

  #options: GestureOptions;
  #pointers = new Map<number, ScreenPoint>();
  #press: Press | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #clicks = new ClickFilter();
  #stop: (() => void) | null = null;
  /** Time since which the tile has been near the edge. */
  #nearEdgeSince = 0;

  constructor(options: GestureOptions) {
    this.#options = options;
  }

  /** Whether a click is a real one and not the end of a drag; resets for the next click. */
  isClick(): boolean {
    return this.#clicks.isClick();
  }

  press(event: PointerEvent): void {
    if (event.button !== 0) return;
    const target = event.target as Element;
    const inPlane = this.#options.plane()?.contains(target) ?? false;
    const tile = target.closest<HTMLElement>('[data-tile]')?.dataset['tile'];
    if (!inPlane && tile === undefined) return;
    if (this.#pointers.size === 0) this.#clicks.press();
    const point = pointOf(event);
    this.#pointers.set(event.pointerId, point);
    this.#listen();
    if (this.#pointers.size > 1) {
      // A second finger pans and zooms the plane.
      this.#reset();
      this.#clicks.drag();
      return;
    }
    const id = tile === undefined ? null : Number(tile);
    this.#press = { id, start: point, touch: event.pointerType === 'touch' };
    if (id !== null && inPlane) this.#timer = setTimeout(() => this.#lift(true), LONG_PRESS_MS);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const at = pointOf(event);
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.#options.onpan({ x: -(event.deltaX || event.deltaY), y: 0 });
    } else {
      const by = event.deltaMode === 0 ? event.deltaY / 400 : event.deltaY / 12;
      this.#options.onzoom(Math.exp(-Math.max(-0.4, Math.min(0.4, by))), at);
    }
  }

  /** Stop all gestures. */
  cancel(): void {
    this.#reset();
    this.#pointers.clear();
    this.#stop?.();
    this.#stop = null;
  }

  #listen(): void {
    if (this.#stop) return;
    const move = (event: PointerEvent) => {
      // The mouse button was released outside the window.
      if (event.pointerType === 'mouse' && event.buttons === 0) this.cancel();
      else this.#move(event);
    };
    this.#stop = followPointers({
      move,
      up: (event) => this.#up(event),
      cancel: () => this.cancel(),
    });
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (!before) return;
    const now = pointOf(event);
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, now);
    if (other) this.#pinch(before, now, other);
    else if (this.dragging) this.#follow(now);
    else if (this.panning) this.#options.onpan({ x: now.x - before.x, y: now.y - before.y });
    else this.#maybeStart(now);
  }

  #maybeStart(now: ScreenPoint): void {
    const press = this.#press;
    if (!press || !isDrag(press.start, now)) return;
    this.#clicks.drag();
    if (press.id !== null && this.#lift(false)) {
      this.#follow(now);
      return;
    }
    this.panning = true;
    this.#options.onpan({ x: now.x - press.start.x, y: now.y - press.start.y });
  }

  #lift(piece: boolean): boolean {
    clearTimeout(this.#timer);
    const press = this.#press;
    if (press?.id == null || !this.#options.onlift(press.id, piece)) return false;
    this.#clicks.drag();
    this.dragging = true;
    this.#follow(press.start);
    this.#panAtEdge(performance.now());
    return true;
  }

  #follow(point: ScreenPoint): void {
    const lift = this.#press?.touch ? TOUCH_OFFSET_PX : 0;
    this.at = { x: point.x, y: point.y - lift };
    this.over = dropTargetAt(this.at);
  }

  #pinch(before: ScreenPoint, now: ScreenPoint, other: ScreenPoint): void {
    const middle = (point: ScreenPoint) => ({
      x: (point.x + other.x) / 2,
      y: (point.y + other.y) / 2,
    });
    const span = (point: ScreenPoint) =>
      Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    const [from, to] = [middle(before), middle(now)];
    this.#options.onpan({ x: to.x - from.x, y: to.y - from.y });
    this.#options.onzoom(span(now) / span(before), to);
  }

  #up(event: PointerEvent): void {
    this.#move(event);
    if (!this.#pointers.delete(event.pointerId) || this.#pointers.size > 0) return;
    const { dragging, over, at } = this;
    this.cancel();
    if (dragging) this.#options.ondrop(over ?? '', at);
  }

  #reset(): void {
    clearTimeout(this.#timer);
    this.#press = null;
    this.dragging = false;
    this.panning = false;
    this.over = null;
  }

  /** Pan the plane for as long as a tile is held near its edge. */
  #panAtEdge(now: number): void {
    const box = this.#options.plane()?.getBoundingClientRect();
    if (!this.dragging || !box) return;
    const push = (at: number, from: number, to: number) =>
      at < from + PAN_EDGE_PX ? PAN_PX_PER_FRAME : at > to - PAN_EDGE_PX ? -PAN_PX_PER_FRAME : 0;
    const by = {
      x: push(this.at.x, box.left, box.right),
      y: push(this.at.y, box.top, box.bottom),
    };
    if (this.over !== 'plane' || (by.x === 0 && by.y === 0)) this.#nearEdgeSince = now;
    else if (now - this.#nearEdgeSince > PAN_DELAY_MS) this.#options.onpan(by);
    requestAnimationFrame((next) => this.#panAtEdge(next));
  }
}
