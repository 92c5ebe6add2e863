/** The lessons of the introduction: all that can happen in them is listed in a file. */
import type { Fault } from '../../wire';
import { keyOf } from './cells';
import data from './introduction.json';
import { reasonOf } from './lines';
import type { Draft, Kind, Placed, View } from './view';

interface Lesson {
  view: View;
  fixed: Placed[];
  /** By tile, where it lies in the beginning; nowhere: in the rack. */
  loose: Record<Kind, [x: number, y: number] | null>;
  open: string[];
  /** What can be wrong. */
  faults: string[];
  /** By where the loose tiles lie, which of it is. */
  found: number[];
}

const LESSONS = data.lessons as unknown as Lesson[];
/** Where there are more tiles than are wanted. */
const WITH_DECOYS = 0;

export const COUNT = LESSONS.length;

export function viewOf(lesson: number): View {
  return at(lesson).view;
}

export function taskOf(lesson: number): Pick<Lesson, 'fixed' | 'open'> {
  const { fixed, open } = at(lesson);
  return { fixed, open };
}

export function start(lesson: number): Draft {
  const { fixed, loose } = at(lesson);
  const laid = Object.entries(loose).flatMap(([kind, cell]): Placed[] =>
    cell ? [[...cell, kind]] : [],
  );
  return { tiles: [...fixed, ...laid] };
}

/** What the table finds; each time anew, as if it had been asked. */
export function faultsOf(lesson: number, { tiles }: Draft): Fault[] {
  const { fixed, loose, open, faults, found } = at(lesson);
  const free = tiles.filter((tile) => !fixed.some((each) => String(each) === String(tile)));
  const place = Object.keys(loose).reduce((number, kind) => {
    const [x, y] = free.find((tile) => tile[2] === kind) ?? [];
    const cell = x === undefined || y === undefined ? -1 : open.indexOf(keyOf({ x, y }));
    return number * (open.length + 1) + cell + 1;
  }, 0);
  const text = faults[found[place] ?? -1] ?? '';
  return text === '' ? [] : text.split('; ').map(read);
}

/** Whether all is done: every tile is laid and nothing wrong. */
export function finished(lesson: number, faults: readonly Fault[]): boolean {
  const left = lesson === WITH_DECOYS ? faults.filter((fault) => !isUnused(fault)) : faults;
  return left.length === 0;
}

/** What is to be said about it first; that tiles are left one sees. */
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

function at(lesson: number): Lesson {
  return LESSONS[lesson] as Lesson;
}
