/** Drags a card with finger or mouse: its position, and what is under it. */

export interface Drop {
  /** The drop target's `data-drop`. */
  goal: string;
  x: number;
  y: number;
}

interface DragOptions {
  /** Whether this card can be dragged now. */
  may: (id: string) => boolean;
  onstart: (id: string) => void;
  ondrop: (id: string, drop: Drop) => void;
  /** Scrolls when a dragged card is near its upper or lower edge. */
  scroller: () => HTMLElement | undefined;
}

const DRAG_DISTANCE_PX = 6;
/** On the table a finger scrolls; one that rests on a card this long picks it up. */
const LONG_PRESS_MS = 220;
const SCROLL_EDGE_PX = 28;

export class Drag {
  id = $state<string | null>(null);
  x = $state(0);
  y = $state(0);
  over = $state<string | null>(null);

  #options: DragOptions;
  #stop: (() => void) | null = null;
  /** False for the click that ends a drag. */
  #isClickEvent = true;

  constructor(options: DragOptions) {
    this.#options = options;
  }

  /** Whether a click is a real one and not the end of a drag; resets for the next click. */
  isClick(): boolean {
    const clicks = this.#isClickEvent;
    this.#isClickEvent = true;
    return clicks;
  }

  press(event: PointerEvent): void {
    this.#isClickEvent = true;
    const box = (event.target as Element).closest<HTMLElement>('[data-card]');
    const id = box?.dataset['card'];
    if (event.button !== 0 || !box || id === undefined || !this.#options.may(id)) return;
    this.cancel();
    const { pointerId, clientX, clientY } = event;
    const rests = event.pointerType === 'touch' && !box.closest('[data-drop="hand"]');
    const far = (now: PointerEvent) =>
      Math.hypot(now.clientX - clientX, now.clientY - clientY) > DRAG_DISTANCE_PX;
    const timer = rests ? setTimeout(() => this.#start(id, clientX, clientY), LONG_PRESS_MS) : null;

    const move = (now: PointerEvent) => {
      if (now.pointerId !== pointerId) return;
      if (this.id !== null) this.#follow(now.clientX, now.clientY);
      else if (far(now) && rests) this.cancel();
      else if (far(now)) this.#start(id, now.clientX, now.clientY);
    };
    const up = (now: PointerEvent) => {
      if (now.pointerId !== pointerId) return;
      const dropped = this.id !== null && this.over !== null;
      const drop = { goal: this.over ?? '', x: now.clientX, y: now.clientY };
      this.#isClickEvent = this.id === null;
      this.cancel();
      if (dropped) this.#options.ondrop(id, drop);
    };
    const lost = () => this.cancel();
    // While a card is held, the finger neither scrolls nor opens a context menu.
    const hold = (touch: Event) => {
      if (this.id !== null) touch.preventDefault();
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up);
    addEventListener('pointercancel', lost);
    addEventListener('touchmove', hold, { passive: false });
    addEventListener('contextmenu', hold);
    this.#stop = () => {
      if (timer !== null) clearTimeout(timer);
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', lost);
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

  #start(id: string, x: number, y: number): void {
    this.id = id;
    this.#options.onstart(id);
    this.#follow(x, y);
    this.#scrollAtEdge();
  }

  #follow(x: number, y: number): void {
    this.x = x;
    this.y = y;
    const goal = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-drop]');
    this.over = goal?.dataset['drop'] ?? null;
  }

  /** Scroll for as long as the card is held near an edge. */
  #scrollAtEdge(): void {
    const scroller = this.#options.scroller();
    if (this.id === null || !scroller) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    const style = getComputedStyle(scroller);
    const up = top + Number.parseFloat(style.scrollPaddingTop) + SCROLL_EDGE_PX - this.y;
    const down = this.y - (bottom - Number.parseFloat(style.scrollPaddingBottom) - SCROLL_EDGE_PX);
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
