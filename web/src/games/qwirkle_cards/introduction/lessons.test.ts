import { describe, expect, it } from 'vitest';
import { done, faultsOf, LESSON_COUNT, played, start } from './lessons';

const ids = (lesson: number, ...sets: string[]) =>
  faultsOf(lesson, { sets: sets.map((set) => set.split(' ')) }).map(({ message, cells }) => [
    message.id.split('.').at(-1),
    ...cells,
  ]);

describe('the introduction', () => {
  it('has three lessons, which are not finished at the start', () => {
    expect(LESSON_COUNT).toBe(3);
    for (const lesson of [0, 1, 2]) {
      expect(start(lesson).turn).toBe(0);
      expect(done(lesson, start(lesson))).toBe(false);
      expect(ids(lesson, ...start(lesson).table.map((set) => set.join(' ')))).toEqual([
        ['nothing_played'],
      ]);
    }
  });

  it('reports each fault with its set', () => {
    expect(ids(1, 'Bc Bd Bx', 'Rl Ol Yl', 'Rs Bs')).toEqual([['too_few', '2']]);
    expect(ids(1, 'Bc Bd Bx Rs', 'Rl Ol Yl', 'Os Bs')).toEqual([
      ['mixed', '0'],
      ['too_few', '2'],
    ]);
    expect(ids(1, 'Bc Bd Bx', 'Rl Ol Yl', 'Rs Os Bs')).toEqual([]);
    const fault = faultsOf(1, { sets: [['Rs', 'Bs']] })[0];
    expect(fault?.message.args).toEqual({ cards: ['Rs', 'Bs'], count: 2 });
  });

  it('accepts any play in lesson 1, which is finished with all five cards', () => {
    const one = played(0, start(0), '[Rs Gs Ps]');
    expect([one.turn, one.last?.cards.length, done(0, one)]).toEqual([1, 3, false]);
    const all = '[Rc Oc Gc] [Yd Yl Yx] > [Rc Oc Gc Bc] [Rs Gs Ps] [Yd Yl Yx Ya]';
    expect(done(0, played(0, start(0), all))).toBe(true);
  });

  it('accepts only a switch in lesson 2', () => {
    const view = played(1, start(1), '[Bc Bs Bd Bx] > [Rs Os Bs] [Bc Bd Bx]');
    expect(view.last?.cards).toEqual(['Rs', 'Os']);
    expect(done(1, view)).toBe(true);
    expect(played(1, start(1), '[Rs Os]')).toBe(start(1));
  });

  it('accepts other plays in lesson 3, which is finished with a Qwirkle', () => {
    const plain = played(2, start(2), '[Rl Ol Yl] > [Rl Ol Yl Gl]');
    expect([plain.last?.seat, done(2, plain)]).toEqual([0, false]);
    const text =
      '[Rl Ol Yl] [Yc Ys Yd Yx] [Ya Ga Ba Pa] > [Rl Ol Gl] [Yc Ys Yd Yl Yx Ya] [Ga Ba Pa]';
    const view = played(2, start(2), text);
    expect(view.qwirkles[0]).toEqual([['Yc', 'Ys', 'Yd', 'Yl', 'Yx', 'Ya']]);
    expect(done(2, view)).toBe(true);
  });
});
