import { beforeAll, expect, it } from 'vitest';
import { hasMessage, loadGameMessages, loadLanguage } from '../../../messages';
import data from '../introduction/introduction.json';
import { CONTROLS, messageKeyOf, nextInDirection } from './controls';

beforeAll(async () => {
  await loadLanguage('en');
  await loadGameMessages('quatrefoil');
});

it('there is a control for every legal push and twist', () => {
  expect(CONTROLS.map(({ move }) => move).sort()).toEqual([...data.moves].sort());
});

it.each([...data.moves, 'stack', 'signal', 'look'])('the move “%s” has a text', (move) => {
  expect(hasMessage(`quatrefoil.move.${messageKeyOf(move)}`)).toBe(true);
});

it('every control can be reached from every other with the arrow keys', () => {
  const points = [...CONTROLS, { x: 1, y: 2 }];
  for (const start of points.keys()) {
    const reached = new Set([start]);
    for (const from of reached) {
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
        const next = nextInDirection(key, points[from] ?? { x: 0, y: 0 }, points);
        if (next !== null) reached.add(next);
      }
    }
    expect(reached.size).toBe(points.length);
  }
});

it('an arrow key moves the focus in its direction only', () => {
  const [twist, west, east] = CONTROLS;
  if (!twist || !west || !east) throw new Error('no controls');
  expect(nextInDirection('ArrowRight', twist, CONTROLS)).toBe(1);
  expect(nextInDirection('ArrowRight', west, CONTROLS)).toBe(2);
  expect(nextInDirection('ArrowLeft', east, CONTROLS)).toBe(1);
  expect(nextInDirection('ArrowUp', west, CONTROLS)).toBe(null);
  expect(nextInDirection('Enter', west, CONTROLS)).toBe(null);
});
