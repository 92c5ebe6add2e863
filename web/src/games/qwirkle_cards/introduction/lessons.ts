/**
 * The lessons of the introduction; every position and result is precomputed in introduction.json.
 */
import type { Fault } from '../../../wire';
import { without } from '../cards/cards';
import type { Draft, Kind, Kinds, View } from '../view';
import data from './introduction.json';

interface Lesson {
  view: View;
  /** All cards that can be moved. */
  cards: readonly Kind[];
  /** By subset of the cards as a bit mask: an index into `reasons`. */
  wrong: string;
  /** By play, the view after it. */
  ends: Readonly<Record<string, View>>;
}

const LESSONS = data.lessons as unknown as Lesson[];

export const COUNT = LESSONS.length;

export function start(lesson: number): View {
  return lessonAt(lesson).view;
}

/** The view after a play; unchanged if the play is not legal. */
export function played(lesson: number, view: View, play: string): View {
  return lessonAt(lesson).ends[play] ?? view;
}

/** The faults of a draft. */
export function faultsOf(lesson: number, { sets }: Draft): Fault[] {
  const faults = sets.flatMap((set, place) =>
    reasonsFor(lesson, set).map((reason) =>
      fault(reason, { cards: [...set], count: set.length }, [String(place)]),
    ),
  );
  const laid = without(sets.flat(), start(lesson).table.flat());
  return laid.length > 0 ? faults : [...faults, fault('nothing_played')];
}

/** Whether the lesson is solved: all cards played, a rearrangement, a Qwirkle. */
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
