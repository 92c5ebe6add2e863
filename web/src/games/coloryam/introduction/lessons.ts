/**
 * The lessons of the introduction; every position and result is precomputed in introduction.json.
 */
import type { Offer } from '../../contract';
import { keptBy, rollMove } from '../board/dice';
import { type ColorYamView, DICE } from '../view';
import data from './introduction.json';

/** The result of a turn: an entry with points, or a choice to make. */
type TurnResult =
  | { entry: number; points: number[]; totals: number[] }
  | { phase: 'choose'; field: number };

interface ColorYamLesson {
  /** Set if the lesson starts with a choice instead of a roll. */
  choice: { view: ColorYamView; crossed: TurnResult } | null;
  /** The view before the first roll. */
  view: ColorYamView;
  /** What each die shows if it is rolled in the first, second, third roll. */
  tape: string[][];
  /** `y` or `n` for each combination of dice. */
  met: string;
  /** Two digits for each combination of dice. */
  totals: string;
  /** By total, or `X` for a challenge that is not met. */
  ends: Record<string, TurnResult>;
}

const LESSONS = data.lessons as unknown as ColorYamLesson[];
const ROLLS = 3;

export const LESSON_COUNT = LESSONS.length;

export function start(lesson: number): ColorYamView {
  const { choice, view } = lessonAt(lesson);
  return choice?.view ?? view;
}

/** Whether the turn is over. */
export function ended(view: ColorYamView): boolean {
  return entryOf(view) !== null;
}

/** Seat 0's entry in the current line. */
export function entryOf(view: ColorYamView): number | null {
  return view.entries[0]?.[view.line] ?? null;
}

export function movesOf(lesson: number, view: ColorYamView): Offer[] {
  if (ended(view)) return [];
  if (view.phase === 'choose') return lessonAt(lesson).choice ? offers('cross', 'enter') : [];
  if (view.rolls === 0) return offers('roll');
  const keeps = Array.from({ length: 2 ** DICE - 1 }, (_, mask) =>
    rollMove(view.faces, new Set([...view.faces.keys()].filter((die) => (mask >> die) & 1))),
  );
  return offers(...keeps.filter((move) => move !== null), 'stop');
}

/** The view after a move. */
export function played(lesson: number, view: ColorYamView, move: string): ColorYamView {
  const { choice, view: first, tape } = lessonAt(lesson);
  if (move === 'enter') return first;
  if (move === 'cross') return choice ? finished(view, choice.crossed) : view;
  if (move === 'stop') return finish(lesson, view);
  const kept = keptBy(move, view.faces);
  const faces = Array.from({ length: DICE }, (_, die) =>
    kept.has(die) ? view.faces[die] : tape[view.rolls]?.[die],
  ) as string[];
  const place = placeOf(tape, faces);
  const rolled = {
    ...view,
    faces,
    kept: [...kept],
    rolls: view.rolls + 1,
    met: lessonAt(lesson).met[place] === 'y',
    total: Number(lessonAt(lesson).totals.slice(2 * place, 2 * place + 2)),
  };
  return rolled.rolls === ROLLS ? finish(lesson, rolled) : rolled;
}

export function done(view: ColorYamView): boolean {
  return (entryOf(view) ?? 0) > 0;
}

function finish(lesson: number, view: ColorYamView): ColorYamView {
  const end = lessonAt(lesson).ends[view.met ? String(view.total) : 'X'];
  return end ? finished(view, end) : view;
}

function finished(view: ColorYamView, end: TurnResult): ColorYamView {
  if ('phase' in end) return { ...view, ...end };
  return {
    ...view,
    phase: 'roll',
    field: null,
    totals: end.totals,
    entries: view.entries.map((column, seat) =>
      seat === 0 ? column.with(view.line, end.entry) : column,
    ),
    points: view.points.map((column, seat) => column.with(view.line, end.points[seat] ?? null)),
  };
}

/** Index of a combination of dice in `met` and `totals`. */
function placeOf(tape: string[][], faces: string[]): number {
  return faces.reduce(
    (place, face, die) => 3 * place + tape.findIndex((roll) => roll[die] === face),
    0,
  );
}

function lessonAt(lesson: number): ColorYamLesson {
  return LESSONS[lesson] as ColorYamLesson;
}

function offers(...moves: string[]): Offer[] {
  return moves.map((move) => ({ move, effect: null }));
}
