/**
 * The lessons of the introduction; every position and result is precomputed in introduction.json.
 */
import type { Letter } from '../../../ui/pieces';
import type { Offer } from '../../contract';
import type { QuatrefoilView, Tokens } from '../view';
import data from './introduction.json';

interface QuatrefoilLesson {
  view: QuatrefoilView;
  /** The fields that a stack reveals. */
  ended: Partial<QuatrefoilView>;
  /** By arrangement: the four thumbs, and the distance to the target in actions. */
  seen: Record<string, string>;
}

const AFTER: Record<string, string> = data.after;
const LESSONS = data.lessons as unknown as QuatrefoilLesson[];

/** The only lesson in which the player can stack. */
const STACKED_IN = 2;

export const LESSON_COUNT = LESSONS.length;

export function start(lesson: number): QuatrefoilView {
  return lessonAt(lesson).view;
}

export function movesOf(lesson: number, view: QuatrefoilView): Offer[] {
  if (view.ending) return [];
  const effects = (AFTER[view.tokens.join('')] ?? '').split(' ');
  const moves: Offer[] = data.moves.map((move, index) => ({
    move,
    effect: letters(effects[index]),
  }));
  return lesson === STACKED_IN ? [...moves, { move: 'stack', effect: null }] : moves;
}

/** The view after a move. */
export function played(lesson: number, view: QuatrefoilView, move: string): QuatrefoilView {
  const { ended, seen } = lessonAt(lesson);
  if (move === 'stack') return { ...view, ...ended };
  const tokens = movesOf(lesson, view).find((each) => each.move === move)?.effect as Tokens;
  const signals = [...thumbs(seen, tokens)].map((thumb) => thumb === 'u');
  return { ...view, tokens, signals, actions: view.actions + 1 };
}

/** Number of actions left to the target. */
export function actionsLeft(lesson: number, view: QuatrefoilView): number {
  return Number(lessonAt(lesson).seen[view.tokens.join('')]?.split(' ')[1]);
}

export function done(lesson: number, view: QuatrefoilView): boolean {
  if (lesson === 0) return actionsLeft(lesson, view) === 0;
  if (lesson === 1) return view.signals[0] === true;
  return view.ending !== '' && actionsLeft(lesson, view) === 0;
}

function lessonAt(lesson: number): QuatrefoilLesson {
  return LESSONS[lesson] as QuatrefoilLesson;
}

function thumbs(seen: Record<string, string>, tokens: Tokens): string {
  return seen[tokens.join('')]?.split(' ')[0] ?? '';
}

function letters(text = ''): Tokens {
  return [...text] as Letter[];
}
