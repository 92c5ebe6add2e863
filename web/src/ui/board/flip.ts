/** Moves elements from where they were to where they are (FLIP: first, last, invert, play). */

/** Position and width of an element on the screen. */
export interface Place {
  x: number;
  y: number;
  width: number;
}

export interface Glide {
  ms: number;
  delayMs?: number;
  /** Whether it moves above the others. */
  above?: boolean;
}

const EASE = 'cubic-bezier(0.3, 0.7, 0.2, 1)';
const EASE_AWAY = 'cubic-bezier(0.5, 0, 0.8, 0.5)';
const ABOVE_OTHERS = { zIndex: 20 };
/** Shorter ways are not worth a movement, in pixels. */
const LEAST_DISTANCE_PX = 1;

export function placeOf(element: Element): Place {
  const { x, y, width } = element.getBoundingClientRect();
  return { x, y, width };
}

/** Move an element from another place to its own. */
export function glideFrom(
  element: HTMLElement,
  start: Place,
  end: Place,
  { ms, delayMs = 0, above = false }: Glide,
): void {
  if (isSamePlace(start, end)) return;
  const style = { transformOrigin: '0 0', ...(above && ABOVE_OTHERS) };
  element.animate(
    [
      { transform: shifted(start, end), ...style },
      { transform: 'none', ...style },
    ],
    { duration: ms, delay: delayMs, fill: 'backwards', easing: EASE },
  );
}

/** Move an element to where others gather, then to a goal, where it fades away. */
export function gatherTo(
  element: HTMLElement,
  here: Place,
  middle: Place,
  goal: Place,
  ms: number,
): void {
  const style = { transformOrigin: '0 0', ...ABOVE_OTHERS };
  element.animate(
    [
      { transform: 'none', opacity: 1, easing: EASE, ...style },
      { transform: shifted(middle, here), offset: 0.4, ...style },
      { transform: shifted(middle, here), opacity: 1, offset: 0.5, easing: EASE_AWAY, ...style },
      { transform: shifted(goal, here), opacity: 0.2, ...style },
    ],
    { duration: ms, fill: 'both' },
  );
}

/** Let a new element appear. */
export function fadeIn(element: HTMLElement, { ms, delayMs = 0 }: Glide): void {
  element.animate([{ opacity: 0 }, { opacity: 1 }], {
    duration: ms,
    delay: delayMs,
    fill: 'backwards',
    easing: EASE,
  });
}

function isSamePlace(a: Place, b: Place): boolean {
  const far = Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + Math.abs(a.width - b.width);
  return far < LEAST_DISTANCE_PX;
}

function shifted(there: Place, here: Place): string {
  const scale = here.width ? there.width / here.width : 1;
  return `translate(${there.x - here.x}px, ${there.y - here.y}px) scale(${scale})`;
}
