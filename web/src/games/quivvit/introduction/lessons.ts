/**
 * The lessons of the introduction; every position and result is precomputed in introduction.json.
 */
import { applyChanges, type ViewChange } from '../../../table/record-views';
import type { Offer } from '../../contract';
import type { Effect, QuivvitView } from '../view';
import data from './introduction.json';

interface QuivvitLesson {
  view: QuivvitView;
  /** By move, the changes of the view: paths and values. */
  after: Record<string, string>;
  /** By move, the most points that the next player can take. */
  best?: Record<string, number>;
  /** The moves that solve the lesson. */
  goals: string[];
}

const LESSONS = data.lessons as unknown as QuivvitLesson[];

/** Rows and columns shown: the cards are in a corner of the grid. */
export const SHOWN_CELLS = 3;
export const LESSON_COUNT = LESSONS.length;

export function start(lesson: number): QuivvitView {
  return lessonAt(lesson).view;
}

export function movesOf(lesson: number): Offer[] {
  return Object.keys(lessonAt(lesson).after).map((move) => ({
    move,
    effect: effectOf(played(lesson, move)),
  }));
}

/** The view after a move. */
export function played(lesson: number, move: string): QuivvitView {
  const { view, after } = lessonAt(lesson);
  return applyChanges(view, changesIn(after[move] ?? '')) as QuivvitView;
}

export function solves(lesson: number, move: string): boolean {
  return lessonAt(lesson).goals.includes(move);
}

/** The most points that the next player can take after a move. */
export function pointsLeft(lesson: number, move: string): number {
  return lessonAt(lesson).best?.[move] ?? 0;
}

/** The effect of a move is the result of its turn. */
function effectOf({ last }: QuivvitView): Effect | null {
  return last && { links: last.links, cells: last.cells, points: last.points };
}

/** Parse `grid.6=null points.0=6`; values contain no spaces. */
function changesIn(text: string): ViewChange[] {
  return text.split(' ').map((part): ViewChange => {
    const [path = '', value = ''] = part.split(/=(.*)/s);
    return [
      path.split('.').map((key) => (/^\d+$/.test(key) ? Number(key) : key)),
      JSON.parse(value),
    ];
  });
}

function lessonAt(lesson: number): QuivvitLesson {
  return LESSONS[lesson] as QuivvitLesson;
}
