/** Animates cards from their old positions to their new ones. */

/** Position and width of a card on the screen. */
export interface CardPlace {
  x: number;
  y: number;
  width: number;
}

export type CardPlaces = ReadonlyMap<string, CardPlace>;

export interface LayoutFlight {
  /** Cards that move one after the other, above the rest. */
  order?: readonly string[];
  /** Start position of cards that were not there before. */
  from?: (id: string) => CardPlace | null;
}

const GLIDE_MS = 260;
const STAGGER_MS = 110;
/** Maximum delay until the last card starts to move, however many there are. */
const MAX_STAGGER_TOTAL_MS = 900;
const EASE = 'cubic-bezier(0.3, 0.7, 0.2, 1)';

const staggerMs = (count: number): number =>
  Math.min(STAGGER_MS, MAX_STAGGER_TOTAL_MS / Math.max(1, count));

/** Duration of a flight in milliseconds. */
export function flightMs({ order = [] }: LayoutFlight): number {
  return GLIDE_MS + staggerMs(order.length) * Math.max(0, order.length - 1);
}

const boxes = (board: Element): HTMLElement[] => [
  ...board.querySelectorAll<HTMLElement>('[data-card]'),
];

export function placeOf(box: Element): CardPlace {
  const { x, y, width } = box.getBoundingClientRect();
  const card = box.firstElementChild as HTMLElement | null;
  const whole = (box as HTMLElement).offsetWidth;
  // Where cards overlap, a box is narrower than its card.
  return { x, y, width: card && whole ? (width * card.offsetWidth) / whole : width };
}

export function placesOn(board: Element): CardPlaces {
  return new Map(boxes(board).map((box) => [box.dataset['card'] ?? '', placeOf(box)]));
}

/** Animate every card to its current position. */
export function animateCards(
  board: Element,
  before: CardPlaces,
  { order = [], from }: LayoutFlight,
): void {
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
      duration: GLIDE_MS,
      delay: Math.max(0, turn) * staggerMs(order.length),
      fill: 'backwards',
      easing: EASE,
    });
  }
}

/** Animate cards to a place, one after the other; returns the duration in milliseconds. */
export function animateAway(board: Element, ids: readonly string[], goal: CardPlace): number {
  const leaving = boxes(board).filter((box) => ids.includes(box.dataset['card'] ?? ''));
  for (const [index, box] of leaving.entries()) {
    const away = shifted(goal, placeOf(box));
    box.animate(
      [
        { transform: 'none', zIndex: 20 },
        { ...away, zIndex: 20, opacity: 0.2 },
      ],
      {
        duration: GLIDE_MS,
        delay: 40 * index,
        fill: 'both',
        easing: 'cubic-bezier(0.5, 0, 0.8, 0.5)',
      },
    );
  }
  return GLIDE_MS + 40 * leaving.length;
}

function shifted(there: CardPlace, here: CardPlace): Keyframe {
  const scale = here.width ? there.width / here.width : 1;
  return {
    transform: `translate(${there.x - here.x}px, ${there.y - here.y}px) scale(${scale})`,
  };
}
