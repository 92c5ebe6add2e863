import { describe, expect, it } from 'vitest';
import { CELLS, type Effect, placeOf } from '../view';
import { LESSON_COUNT, movesOf, played, pointsLeft, SHOWN_CELLS, solves, start } from './lessons';

const moves = (lesson: number) => movesOf(lesson).map(({ move }) => move);
const effect = (lesson: number, move: string) =>
  movesOf(lesson).find((each) => each.move === move)?.effect as Effect;
const lessons = Array.from({ length: LESSON_COUNT }, (_, lesson) => lesson);

it.each(lessons)(
  'lesson %i has all cards in the corner that is shown, and can be solved',
  (lesson) => {
    const { grid } = start(lesson);
    for (const [cell, card] of grid.entries()) {
      const { row, column } = placeOf(CELLS[cell] as string);
      expect(card !== null).toBe(row < SHOWN_CELLS && column < SHOWN_CELLS);
    }
    expect(moves(lesson).some((move) => solves(lesson, move))).toBe(true);
    expect(moves(lesson).every((move) => solves(lesson, move))).toBe(false);
  },
);

it('a move has an effect before it is made and a result afterwards', () => {
  expect(effect(0, 'b2 right')).toEqual({
    links: [
      { colour: 'B', cells: ['b2', 'c2'] },
      { colour: 'G', cells: ['b2', 'b3'] },
    ],
    cells: ['b2', 'c2', 'b3'],
    points: 6,
  });
  const view = played(0, 'b2 right');
  expect([view.points[0], view.cards[0]]).toEqual([6, 3]);
  expect(view.grid[CELLS.indexOf('b2')]).toBe(null);
  expect(start(0).grid[CELLS.indexOf('b2')]).toBe('RBGY1');
});

describe('there is one way to', () => {
  it('take a card across the corner', () => {
    expect(moves(1).filter((move) => solves(1, move))).toEqual(['b2 right']);
    expect(effect(1, 'b2 right').cells).toContain('c3');
  });

  it('avoid the minus cards', () => {
    expect(moves(2).filter((move) => solves(2, move))).toEqual(['c3 left']);
    expect(effect(2, 'c2 right')).toMatchObject({ points: 4, cells: { length: 5 } });
    expect(effect(2, 'c3 left')).toMatchObject({ points: 8, cells: { length: 3 } });
  });

  it('claim the free link for the most points and keep the card', () => {
    expect(moves(3).filter((move) => solves(3, move))).toEqual(['claim b2']);
    expect(played(3, 'claim b2')).toMatchObject({ points: [14, 0], doubles: [true, true] });
    expect(played(3, 'b2 half').doubles).toEqual([false, true]);
  });

  it('block the next player’s best move', () => {
    expect(moves(4).filter((move) => solves(4, move))).toEqual(['block b2']);
    expect([pointsLeft(4, 'decline'), pointsLeft(4, 'block b2')]).toEqual([10, 4]);
    expect(played(4, 'block b2')).toMatchObject({ blocks: ['b2', null], phase: 'turn', turn: 1 });
  });
});
