/**
 * The lessons of the introduction; every position and result is precomputed in introduction.json.
 */
import type { Letter } from '../../../ui/pieces';
import type { Offer } from '../../contract';
import type { Tokens, View } from '../view';
import data from './introduction.json';

interface Lesson {
  view: View;
  /** The fields that a stack reveals. */
  ended: Partial<View>;
  /** By arrangement: the four thumbs, and the distance to the target in actions. */
  seen: Record<string, string>;
}

const AFTER: Record<string, string> = data.after;
const LESSONS = data.lessons as unknown as Lesson[];

/** The only lesson in which the player can stack. */
const STACKED_IN = 2;

export const COUNT = LESSONS.length;

export function start(lesson: number): View {
  return lessonAt(lesson).view;
}

export function movesOf(lesson: number, view: View): Offer[] {
  if (view.ending) return [];
  const effects = (AFTER[view.tokens.join('')] ?? '').split(' ');
  const moves: Offer[] = data.moves.map((move, index) => ({
    move,
    effect: letters(effects[index]),
  }));
  return lesson === STACKED_IN ? [...moves, { move: 'stack', effect: null }] : moves;
}

/** The view after a move. */
export function played(lesson: number, view: View, move: string): View {
  const { ended, seen } = lessonAt(lesson);
  if (move === 'stack') return { ...view, ...ended };
  const tokens = movesOf(lesson, view).find((each) => each.move === move)?.effect as Tokens;
  const signals = [...thumbs(seen, tokens)].map((thumb) => thumb === 'u');
  return { ...view, tokens, signals, actions: view.actions + 1 };
}

/** Number of actions left to the target. */
export function togo(lesson: number, view: View): number {
  return Number(lessonAt(lesson).seen[view.tokens.join('')]?.split(' ')[1]);
}

export function done(lesson: number, view: View): boolean {
  if (lesson === 0) return togo(lesson, view) === 0;
  if (lesson === 1) return view.signals[0] === true;
  return view.ending !== '' && togo(lesson, view) === 0;
}

function lessonAt(lesson: number): Lesson {
  return LESSONS[lesson] as Lesson;
}

function thumbs(seen: Record<string, string>, tokens: Tokens): string {
  return seen[tokens.join('')]?.split(' ')[0] ?? '';
}

function letters(text = ''): Tokens {
  return [...text] as Letter[];
}
