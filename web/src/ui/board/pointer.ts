/** What all drag gestures have in common. */

/** A position in the window, in pixels. */
export interface ScreenPoint {
  x: number;
  y: number;
}

/** A press that moves further than this becomes a drag. */
const DRAG_DISTANCE_PX = 6;

export function pointOf({ clientX, clientY }: MouseEvent): ScreenPoint {
  return { x: clientX, y: clientY };
}

/** Whether a press has moved far enough to be a drag. */
export function isDrag(start: ScreenPoint, now: ScreenPoint): boolean {
  return Math.hypot(now.x - start.x, now.y - start.y) > DRAG_DISTANCE_PX;
}

/** The `data-drop` of the drop target at a point. */
export function dropTargetAt({ x, y }: ScreenPoint): string | null {
  const target = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]');
  return target?.dataset['drop'] ?? null;
}

interface PointerListeners {
  move: (event: PointerEvent) => void;
  up: (event: PointerEvent) => void;
  cancel: () => void;
}

/** Follow all pointers, wherever they go; returns a function that stops. */
export function followPointers({ move, up, cancel }: PointerListeners): () => void {
  addEventListener('pointermove', move);
  addEventListener('pointerup', up);
  addEventListener('pointercancel', cancel);
  return () => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', cancel);
  };
}

/** Tells real clicks from the one that ends a drag. */
export class ClickFilter {
  #isClick = true;

  /** A press begins: the next click may be a real one. */
  press(): void {
    this.#isClick = true;
  }

  /** The press has become a drag. */
  drag(): void {
    this.#isClick = false;
  }

  /** Whether this click is a real one; resets for the next click. */
  isClick(): boolean {
    const isClick = this.#isClick;
    this.#isClick = true;
    return isClick;
  }
}
