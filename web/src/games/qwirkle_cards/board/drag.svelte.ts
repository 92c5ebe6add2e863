/** Drags a card with finger or mouse: its position, and what is under it. */

import {
  ClickFilter,
  dropTargetAt,
  followPointers,
  isDrag,
  pointOf,
  type ScreenPoint,
} from '../../../ui/board/pointer';

export interface Drop {
  /** The drop target's `data-drop`. */
  goal: string;
  at: ScreenPoint;
}

interface DragOptions {
  /** Whether this card can be dragged now. */
  may: (id: string) => boolean;
  onstart: (id: string) => void;
  ondrop: (id: string, drop: Drop) => void;
  /** Scrolls when a dragged card is near its upper or lower edge. */
  scroller: () => HTMLElement | undefined;
}

/** On the table a finger scrolls; one that rests on a card this long picks it up. */
const LONG_PRESS_MS = 220;
const SCROLL_EDGE_PX = 28;

export class Drag {
  id = $state<string | null>(null);
  at = $state.raw<ScreenPoint>({ x: 0, y: 0 });
  over = $state<string | null>(null);

  #options: DragOptions;
  #stop: (() => void) | null = null;
  #clicks = new ClickFilter();

  constructor(options: DragOptions) {
    this.#options = options;
  }

  /** Whether a click is a real one and not the end of a drag; resets for the next click. */
  isClick(): boolean {
    return this.#clicks.isClick();
  }

  press(event: PointerEvent): void {
    this.#clicks.press();
    const box = (event.target as Element).closest<HTMLElement>('[data-card]');
    const id = box?.dataset['card'];
    if (event.button !== 0 || !box || id === undefined || !this.#options.may(id)) return;
    this.cancel();
    const { pointerId } = event;
    const start = pointOf(event);
    const rests = event.pointerType === 'touch' && !box.closest('[data-drop="hand"]');
    const timer = rests ? setTimeout(() => this.#start(id, start), LONG_PRESS_MS) : undefined;

    const move = (now: PointerEvent) => {
      if (now.pointerId !== pointerId) return;
      const at = pointOf(now);
      if (this.id !== null) this.#follow(at);
      else if (isDrag(start, at) && rests) this.cancel();
      else if (isDrag(start, at)) this.#start(id, at);
    };
    const up = (now: PointerEvent) => {
      if (now.pointerId !== pointerId) return;
      const goal = this.id === null ? null : this.over;
      if (this.id !== null) this.#clicks.drag();
      this.cancel();
      if (goal !== null) this.#options.ondrop(id, { goal, at: pointOf(now) });
    };
    // While a card is held, the finger neither scrolls nor opens a context menu.
    const hold = (touch: Event) => {
      if (this.id !== null) touch.preventDefault();
    };
    const stop = followPointers({ move, up, cancel: () => this.cancel() });
    addEventListener('touchmove', hold, { passive: false });
    addEventListener('contextmenu', hold);
    this.#stop = () => {
      clearTimeout(timer);
      stop();
      removeEventListener('touchmove', hold);
      removeEventListener('contextmenu', hold);
    };
  }

  /** Stop dragging without dropping. */
  cancel(): void {
    this.#stop?.();
    this.#stop = null;
    this.id = null;
    this.over = null;
  }

  #start(id: string, at: ScreenPoint): void {
    this.id = id;
    this.#options.onstart(id);
    this.#follow(at);
    this.#scrollAtEdge();
  }

  #follow(at: ScreenPoint): void {
    this.at = at;
    this.over = dropTargetAt(at);
  }

  /** Scroll for as long as the card is held near an edge. */
  #scrollAtEdge(): void {
    const scroller = this.#options.scroller();
    if (this.id === null || !scroller) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    const style = getComputedStyle(scroller);
    const up = top + Number.parseFloat(style.scrollPaddingTop) + SCROLL_EDGE_PX - this.at.y;
    const down =
      this.at.y - (bottom - Number.parseFloat(style.scrollPaddingBottom) - SCROLL_EDGE_PX);
    const by =
      this.over === 'hand'
        ? 0
        : down > 0
          ? Math.min(down, SCROLL_EDGE_PX)
          : up > 0
            ? -Math.min(up, SCROLL_EDGE_PX)
            : 0;
    if (by !== 0) scroller.scrollBy(0, by / 5);
    requestAnimationFrame(() => this.#scrollAtEdge());
  }
}
