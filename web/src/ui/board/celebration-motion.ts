/** The movements of a celebration: pieces light up, the points rise and fly to the score. */
import { motion } from '../../app/motion.svelte';
import type { Celebration } from './celebration.svelte';

interface Point {
  x: number;
  y: number;
}

/** The middle of an element, and half of its height. */
interface Spot extends Point {
  half: number;
}

const GLOW_MS = 320;
const GLOW_STAGGER_MS = 50;
/** Maximum delay until the last piece lights up, however many there are. */
const MAX_GLOW_DELAY_MS = 300;
const FLIGHT_MS = 660;
const PULSE_MS = 240;
/** The score pulses just before the points have arrived. */
const PULSE_DELAY_MS = 600;
/** Other players' scores are announced at the score itself, and more briefly. */
const SMALL_MS = 480;
const SPARKS_MS = 520;
const SPARKS_DELAY_MS = 80;

/** Longest duration of a celebration. */
export const CELEBRATION_MS = PULSE_DELAY_MS + PULSE_MS;

/** Points rise to the upper edge of their piece, so that it stays visible, but not further. */
const MAX_RISE_PX = 64;

const EASE = 'cubic-bezier(0.3, 0.7, 0.2, 1)';
const EASE_AWAY = 'cubic-bezier(0.6, 0, 0.7, 0.5)';

const GLOW: Keyframe[] = [
  {},
  {
    boxShadow: '0 0 0 4px var(--brass), 0 0 22px 4px var(--brass)',
    scale: '1.06',
    offset: 0.35,
  },
  {},
];
const PULSE: Keyframe[] = [{}, { scale: '1.35', color: 'var(--brass)', offset: 0.4 }, {}];

/**
 * Start a celebration above a board; returns its animations. The layer, a child of the board, holds
 * the flying piece and then its sparks.
 */
export function animateCelebration(
  layer: HTMLElement,
  { from: start, to: goal, glow = [], delayMs = 0, isLarge = false }: Celebration,
  isOwn: boolean,
): Animation[] {
  const board = layer.parentElement;
  const [piece, ...sparks] = layer.children;
  const to = goal ? middleOf(goal, layer) : null;
  const from = middleOf(start, layer) ?? to;
  if (!board || !piece || !from) return [];
  if (!isOwn) return [piece.animate(risingSmall(to ?? from), timing(SMALL_MS, delayMs))];
  const score = goal ? board.querySelector(goal) : null;
  const pulsing = timing(PULSE_MS, delayMs + PULSE_DELAY_MS);
  return [
    ...light(board, glow, delayMs),
    piece.animate(rising(from, to, isLarge ? 1.4 : 1), timing(FLIGHT_MS, delayMs)),
    ...sparks.map((spark, index) =>
      spark.animate(bursting(from, index), timing(SPARKS_MS, delayMs + SPARKS_DELAY_MS)),
    ),
    ...(score ? [score.animate(PULSE, pulsing)] : []),
  ];
}

/** The middle of what a selector finds on the board, measured from the layer's corner. */
function middleOf(selector: string, layer: HTMLElement): Spot | null {
  const box = layer.parentElement?.querySelector(selector)?.getBoundingClientRect();
  if (!box || box.width === 0) return null;
  const { x, y } = layer.getBoundingClientRect();
  const half = box.height / 2;
  return { x: box.x + box.width / 2 - x, y: box.y + half - y, half };
}

function light(board: Element, selectors: readonly string[], delayMs: number): Animation[] {
  const stagger = Math.min(GLOW_STAGGER_MS, MAX_GLOW_DELAY_MS / selectors.length);
  return selectors.flatMap((selector, index) =>
    [...board.querySelectorAll(selector)].map((element) =>
      element.animate(GLOW, timing(GLOW_MS, delayMs + stagger * index)),
    ),
  );
}

function rising(from: Spot, to: Point | null, size: number): Keyframe[] {
  const above = { x: from.x, y: from.y - Math.min(MAX_RISE_PX, from.half + 8) };
  const end = to ?? { x: above.x, y: above.y - 20 };
  return [
    { transform: at(from, 0.4 * size), opacity: 0, easing: EASE },
    { transform: at(from, 1.15 * size), opacity: 1, offset: 0.18 },
    { transform: at(above, size), opacity: 1, offset: 0.5, easing: EASE_AWAY },
    { transform: at(end, to ? 0.5 : size), opacity: to ? 0.9 : 0 },
  ];
}

function risingSmall(from: Point): Keyframe[] {
  return [
    { transform: at(from, 0.5), opacity: 0, easing: EASE },
    { transform: at({ x: from.x, y: from.y - 12 }, 0.7), opacity: 1, offset: 0.3 },
    { transform: at({ x: from.x, y: from.y - 18 }, 0.7), opacity: 1, offset: 0.7 },
    { transform: at({ x: from.x, y: from.y - 24 }, 0.7), opacity: 0 },
  ];
}

function bursting({ x, y }: Point, index: number): Keyframe[] {
  // The golden angle spreads any number of sparks evenly.
  const angle = index * 2.4;
  const away = (far: number) => ({ x: x + far * Math.cos(angle), y: y + far * Math.sin(angle) });
  return [
    { transform: at(away(24), 1), opacity: 1, easing: EASE },
    { transform: at(away(96 + 18 * (index % 3)), 0.8), opacity: 1, offset: 0.6 },
    { transform: at(away(104 + 18 * (index % 3)), 0.2), opacity: 0 },
  ];
}

/** Centred on a point. */
const at = ({ x, y }: Point, scale: number): string =>
  `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`;

const timing = (ms: number, delayMs = 0): KeyframeAnimationOptions => ({
  duration: motion.ms(ms),
  delay: motion.ms(delayMs),
});
