import { expect, it } from 'vitest';
import type { QuatrefoilView } from '../view';
import data from './introduction.json';
import { actionsLeft, done, LESSON_COUNT, movesOf, played, start } from './lessons';

const play = (lesson: number, ...moves: string[]): QuatrefoilView =>
  moves.reduce((view, move) => played(lesson, view, move), start(lesson));

it('there are three lessons, which are not finished at the start', () => {
  expect(LESSON_COUNT).toBe(3);
  for (const lesson of [0, 1, 2]) expect(done(lesson, start(lesson))).toBe(false);
});

it('only the last lesson offers a stack', () => {
  const offered = [0, 1, 2].map((lesson) => movesOf(lesson, start(lesson)).map(({ move }) => move));
  expect(offered.map((moves) => moves.length)).toEqual([10, 10, 11]);
  expect(offered[2]).toContain('stack');
});

it('lesson 1: a push and a twist reach the target', () => {
  expect(actionsLeft(0, start(0))).toBe(2);
  const view = play(0, 'push west from north', 'twist clockwise');
  expect(view.tokens).toEqual(view.target);
  expect(view.actions).toBe(2);
  expect(done(0, view)).toBe(true);
});

it('lesson 2: three thumbs up can be further away than two', () => {
  const twisted = play(1, 'twist anticlockwise');
  expect([twisted.signals.filter(Boolean).length, actionsLeft(1, twisted)]).toEqual([3, 3]);
  const pushed = play(1, 'push south from west');
  expect([pushed.signals.filter(Boolean).length, actionsLeft(1, pushed)]).toEqual([2, 1]);
  expect([done(1, twisted), done(1, pushed)]).toEqual([true, true]);
  expect(pushed.colours).toEqual(['B', null, null, null]);
});

it('lesson 3: a stack reveals all cards, right or wrong', () => {
  const won = play(2, 'push east from south', 'stack');
  expect(won.ending).toBe('stack');
  expect(won.tokens).toEqual(won.target);
  expect(done(2, won)).toBe(true);
  const lost = play(2, 'stack');
  expect(lost.target).toEqual(won.target);
  expect(done(2, lost)).toBe(false);
  expect(movesOf(2, lost)).toEqual([]);
});

it('a lesson contains every arrangement, so that it can be continued for ever', () => {
  let view = start(0);
  for (let step = 0; step < 50; step++) {
    const moves = movesOf(0, view);
    view = played(0, view, moves[step % moves.length]?.move ?? '');
    expect(view.tokens.length).toBe(5);
    expect(actionsLeft(0, view)).toBeLessThanOrEqual(4);
  }
});

it('the number of actions left for each number of thumbs is as the guide says', () => {
  const left = new Map<number, Set<number>>();
  for (const seen of Object.values(data.lessons[1]?.seen ?? {})) {
    const [thumbs = '', actions] = seen.split(' ');
    const up = thumbs.replaceAll('d', '').length;
    left.set(up, (left.get(up) ?? new Set()).add(Number(actions)));
  }
  const table = [0, 1, 2, 3, 4].map((up) => [...(left.get(up) ?? [])].sort());
  expect(table).toEqual([[1, 2, 3], [2, 3], [1, 2, 3, 4], [3], [0]]);
});
