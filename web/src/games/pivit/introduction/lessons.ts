/**
 * The lessons of the introduction; every position and result is precomputed in introduction.json.
 */
import type { Fault } from '../../../wire';
import { keyOf } from '../grid/cells';
import { reasonOf } from '../grid/lines';
import type { Kind, PivitDraft, PivitView, Placed } from '../view';
import data from './introduction.json';

interface PivitLesson {
  view: PivitView;
  fixed: Placed[];
  /** By tile, its cell at the start; `null` for the rack. */
  loose: Record<Kind, [x: number, y: number] | null>;
  open: string[];
  /** All possible combinations of faults. */
  faults: string[];
  /** By arrangement of the loose tiles, an index into `faults`. */
  found: number[];
}

const LESSONS = data.lessons as unknown as PivitLesson[];
/** The lesson with more tiles than are needed. */
const WITH_DECOYS = 0;

export const LESSON_COUNT = LESSONS.length;

export function viewOf(lesson: number): PivitView {
  return lessonAt(lesson).view;
}

export function taskOf(lesson: number): Pick<PivitLesson, 'fixed' | 'open'> {
  const { fixed, open } = lessonAt(lesson);
  return { fixed, open };
}

export function start(lesson: number): PivitDraft {
  const { fixed, loose } = lessonAt(lesson);
  const laid = Object.entries(loose).flatMap(([kind, cell]): Placed[] =>
    cell ? [[...cell, kind]] : [],
  );
  return { tiles: [...fixed, ...laid] };
}

/** The faults of a draft, as a new array on each call, like a server's answer. */
export function faultsOf(lesson: number, { tiles }: PivitDraft): Fault[] {
  const { fixed, loose, open, faults, found } = lessonAt(lesson);
  const free = tiles.filter((tile) => !fixed.some((each) => String(each) === String(tile)));
  const place = Object.keys(loose).reduce((number, kind) => {
    const [x, y] = free.find((tile) => tile[2] === kind) ?? [];
    const cell = x === undefined || y === undefined ? -1 : open.indexOf(keyOf({ x, y }));
    return number * (open.length + 1) + cell + 1;
  }, 0);
  const text = faults[found[place] ?? -1] ?? '';
  return text === '' ? [] : text.split('; ').map(read);
}

/** Whether the lesson is solved: every tile is placed and nothing is wrong. */
export function finished(lesson: number, faults: readonly Fault[]): boolean {
  const left = lesson === WITH_DECOYS ? faults.filter((fault) => !isUnused(fault)) : faults;
  return left.length === 0;
}

/** The first fault worth mentioning; unused tiles are visible anyway. */
export function firstOf(faults: readonly Fault[]): Fault | null {
  return faults.find((fault) => !isUnused(fault)) ?? null;
}

function isUnused(fault: Fault): boolean {
  return reasonOf(fault) === 'unused';
}

function read(text: string): Fault {
  const [reason = '', ...names] = text.split(' ');
  const id = `pivit.refusal.${reason}`;
  if (reason === 'unused') {
    return { message: { id, args: { count: names.length, tiles: names } }, cells: [] };
  }
  return { message: { id, args: {} }, cells: names };
}

function lessonAt(lesson: number): PivitLesson {
  return LESSONS[lesson] as PivitLesson;
}
