/** The three lessons of the introduction: all that can happen in them is listed in a file. */
import type { Fault } from '../../wire';
import { without } from './cards';
import data from './introduction.json';
import type { Draft, Kind, Kinds, View } from './view';

interface Lesson {
  view: View;
  /** All that can be moved. */
  cards: readonly Kind[];
  /** By the number that any of the cards make: what is wrong with them as a set. */
  wrong: string;
  /** By play: the view after it. */
  ends: Readonly<Record<string, View>>;
}

const LESSONS = data.lessons as unknown as Lesson[];

export const COUNT = LESSONS.length;

export function start(lesson: number): View {
  return lessonAt(lesson).view;
}

/** The view after a play; the same if it is none. */
export function played(lesson: number, view: View, play: string): View {
  return lessonAt(lesson).ends[play] ?? view;
}

/** What is wrong with a table as it is laid out so far. */
export function faultsOf(lesson: number, { sets }: Draft): Fault[] {
  const faults = sets.flatMap((set, place) =>
    reasonsFor(lesson, set).map((reason) =>
      fault(reason, { cards: [...set], count: set.length }, [String(place)]),
    ),
  );
  const laid = without(sets.flat(), start(lesson).table.flat());
  return laid.length > 0 ? faults : [...faults, fault('nothing_played')];
}

/** Whether the lesson's aim has been reached: all cards played, a switch, a Qwirkle. */
export function done(lesson: number, { last }: View): boolean {
  if (!last) return false;
  if (lesson === 0) return last.cards.length === start(0).hands[0]?.length;
  return lesson === 1 || last.qwirkles.length > 0;
}

function reasonsFor(lesson: number, set: Kinds): readonly string[] {
  const { cards, wrong } = lessonAt(lesson);
  const number = set.reduce((sum, kind) => sum + 2 ** cards.indexOf(kind), 0);
  return data.reasons[Number(wrong[number])] ?? [];
}

function fault(reason: string, args: Fault['message']['args'] = {}, cells: string[] = []): Fault {
  return { message: { id: `qwirkle_cards.refusal.${reason}`, args }, cells };
}

function lessonAt(lesson: number): Lesson {
  return LESSONS[lesson] as Lesson;
}
