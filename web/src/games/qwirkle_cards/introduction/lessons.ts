/**
 * The lessons of the introduction; every position and result is precomputed in introduction.json.
 */
import type { Fault } from '../../../wire';
import { without } from '../cards/cards';
import type { Kind, Kinds, QwirkleCardsDraft, QwirkleCardsView } from '../view';
import data from './introduction.json';

interface QwirkleCardsLesson {
  view: QwirkleCardsView;
  /** All cards that can be moved. */
  cards: readonly Kind[];
  /** By subset of the cards as a bit mask: an index into `reasons`. */
  wrong: string;
  /** By play, the view after it. */
  ends: Readonly<Record<string, QwirkleCardsView>>;
}

const LESSONS = data.lessons as unknown as QwirkleCardsLesson[];

export const LESSON_COUNT = LESSONS.length;

export function start(lesson: number): QwirkleCardsView {
  return lessonAt(lesson).view;
}

/** The view after a play; unchanged if the play is not legal. */
export function played(lesson: number, view: QwirkleCardsView, play: string): QwirkleCardsView {
  return lessonAt(lesson).ends[play] ?? view;
}

/** The faults of a draft. */
export function faultsOf(lesson: number, { sets }: QwirkleCardsDraft): Fault[] {
  const faults = sets.flatMap((set, place) =>
    reasonsFor(lesson, set).map((reason) =>
      fault(reason, { cards: [...set], count: set.length }, [String(place)]),
    ),
  );
  const laid = without(sets.flat(), start(lesson).table.flat());
  return laid.length > 0 ? faults : [...faults, fault('nothing_played')];
}

/** Whether the lesson is solved: all cards played, a rearrangement, a Qwirkle. */
export function done(lesson: number, { last }: QwirkleCardsView): boolean {
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

function lessonAt(lesson: number): QwirkleCardsLesson {
  return LESSONS[lesson] as QwirkleCardsLesson;
}
