import { expect, it } from 'vitest';
import type { ColorYamView } from '../view';
import { done, ended, entryOf, LESSON_COUNT, movesOf, played, start } from './lessons';

const play = (lesson: number, ...moves: string[]): ColorYamView =>
  moves.reduce((view, move) => {
    expect(movesOf(lesson, view).map((each) => each.move)).toContain(move);
    return played(lesson, view, move);
  }, start(lesson));

it('there are three lessons, which are not finished at the start', () => {
  expect(LESSON_COUNT).toBe(3);
  for (const lesson of [0, 1, 2]) {
    expect(ended(start(lesson))).toBe(false);
    expect(done(start(lesson))).toBe(false);
  }
});

it('a lesson offers the legal moves', () => {
  const moves = (lesson: number, view: ColorYamView) =>
    movesOf(lesson, view).map(({ move }) => move);
  expect(moves(0, start(0))).toEqual(['roll']);
  const rolled = moves(0, play(0, 'roll'));
  expect(rolled.length).toBe(64);
  expect(rolled.filter((move) => move.startsWith('keep')).length).toBe(62);
  expect(moves(2, start(2))).toEqual(['cross', 'enter']);
});

it('lesson 1: a second roll can correct one blue die too many', () => {
  const twice = play(0, 'roll', 'keep 2B 5K 6Y');
  expect(twice.faces).toEqual(['5Y', '2B', '5K', '6B', '5B', '6Y']);
  expect([twice.met, twice.total]).toEqual([false, 29]);
  const view = played(0, twice, 'keep 5Y 5K 6B 5B 6Y');
  expect([view.met, view.total, entryOf(view)]).toEqual([true, 32, 32]);
  expect(done(view)).toBe(true);
  expect(movesOf(0, view)).toEqual([]);
});

it('lesson 1: stopping with the challenge not met ends it', () => {
  const view = play(0, 'roll', 'stop');
  expect([view.phase, done(view)]).toEqual(['choose', false]);
  expect(movesOf(0, view)).toEqual([]);
});

it('lesson 2: stopping early is safe and gives few points; rolling too often gives none', () => {
  const points = (view: ColorYamView) => view.points.map((column) => column[view.line]);
  expect(points(play(1, 'roll', 'stop'))).toEqual([1, 3, 2]);
  const dared = play(1, 'roll', 'keep 4O 4K 4B', 'stop');
  expect([dared.total, ...points(dared)]).toEqual([28, 3, 2, 1]);
  const greedy = play(1, 'roll', 'keep 4O 4K 4B', 'keep 5R 6G 4K 5B 4B'.replace('4O ', ''));
  expect([greedy.met, done(greedy)]).toEqual([false, false]);
});

it('lesson 3: the total can be entered in the field, and the challenge starts again', () => {
  const again = play(2, 'enter');
  expect(again.entries[0]?.[5]).toBe(26);
  expect([again.chances, again.rolls, again.faces.length]).toEqual([1, 0, 0]);
  const view = play(2, 'enter', 'roll', 'keep 6R 5R 4R', 'stop');
  expect([view.met, entryOf(view)]).toEqual([true, 28]);
  expect(done(view)).toBe(true);
});

it('lesson 3: the line can be crossed out', () => {
  const view = play(2, 'cross');
  expect([entryOf(view), view.entries[0]?.[5]]).toEqual([0, null]);
  expect([ended(view), done(view)]).toEqual([true, false]);
  const missed = play(2, 'enter', 'roll', 'stop');
  expect([entryOf(missed), ended(missed)]).toEqual([0, true]);
});

it('a lesson contains the result of every roll', () => {
  for (const lesson of [0, 1]) {
    const first = play(lesson, 'roll');
    for (const { move } of movesOf(lesson, first)) {
      const second = played(lesson, first, move);
      const last = played(lesson, second, 'roll');
      for (const { met, total } of [second, last]) {
        expect(typeof met).toBe('boolean');
        expect(total).toBeGreaterThanOrEqual(6);
      }
      expect(ended(last) || last.phase === 'choose').toBe(true);
    }
  }
});
