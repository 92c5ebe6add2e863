/** Cards glide from where they were to where they are. */

/** Where a card is on the screen, and how wide. */
export interface Place {
  x: number;
  y: number;
  width: number;
}

export type Places = ReadonlyMap<string, Place>;

export interface Flight {
  /** Cards that are moved one after the other, over the others. */
  order?: readonly string[];
  /** Where cards come from that were not there before. */
  from?: (id: string) => Place | null;
}

const GLIDE = 260;
const APART = 110;
/** However many cards there are, nobody waits longer than this for the last one to set out. */
const LONGEST = 900;
const EASE = 'cubic-bezier(0.3, 0.7, 0.2, 1)';

export const isCalm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

const apart = (count: number): number => Math.min(APART, LONGEST / Math.max(1, count));

/** How long a flight takes, in milliseconds. */
export function lasts({ order = [] }: Flight): number {
  return GLIDE + apart(order.length) * Math.max(0, order.length - 1);
}

const boxes = (board: Element): HTMLElement[] => [
  ...board.querySelectorAll<HTMLElement>('[data-card]'),
];

export function placeOf(box: Element): Place {
  const { x, y, width } = box.getBoundingClientRect();
  const card = box.firstElementChild as HTMLElement | null;
  const whole = (box as HTMLElement).offsetWidth;
  // A box may be narrower than its card, where cards overlap.
  return { x, y, width: card && whole ? (width * card.offsetWidth) / whole : width };
}

export function placesOn(board: Element): Places {
  return new Map(boxes(board).map((box) => [box.dataset['card'] ?? '', placeOf(box)]));
}

/** Shows how every card came to where it lies now. */
export function fly(board: Element, before: Places, { order = [], from }: Flight): void {
  for (const box of boxes(board)) {
    const id = box.dataset['card'] ?? '';
    for (const animation of box.getAnimations()) animation.cancel();
    const turn = order.indexOf(id);
    const start = before.get(id) ?? from?.(id) ?? null;
    const end = placeOf(box);
    if (start && start.x === end.x && start.y === end.y && start.width === end.width) continue;
    const above = turn >= 0 && { zIndex: 20 };
    const frames = start
      ? [
          { ...shifted(start, end), ...above },
          { transform: 'none', ...above },
        ]
      : [{ opacity: 0 }, { opacity: 1 }];
    box.animate(frames, {
      duration: GLIDE,
      delay: Math.max(0, turn) * apart(order.length),
      fill: 'backwards',
      easing: EASE,
    });
  }
}

/** Cards leave for a place, one after the other; what is returned is how long that takes. */
export function leave(board: Element, ids: readonly string[], goal: Place): number {
  const leaving = boxes(board).filter((box) => ids.includes(box.dataset['card'] ?? ''));
  for (const [index, box] of leaving.entries()) {
    const away = shifted(goal, placeOf(box));
    box.animate(
      [
        { transform: 'none', zIndex: 20 },
        { ...away, zIndex: 20, opacity: 0.2 },
      ],
      {
        duration: GLIDE,
        delay: 40 * index,
        fill: 'both',
        easing: 'cubic-bezier(0.5, 0, 0.8, 0.5)',
      },
    );
  }
  return GLIDE + 40 * leaving.length;
}

function shifted(there: Place, here: Place): Keyframe {
  const scale = here.width ? there.width / here.width : 1;
  return {
    transform: `translate(${there.x - here.x}px, ${there.y - here.y}px) scale(${scale})`,
  };
}
