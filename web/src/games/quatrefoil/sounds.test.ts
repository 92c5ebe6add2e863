import { expect, it } from 'vitest';
import { soundsBetween } from './sounds';
import type { QuatrefoilView } from './view';

const TOKENS = ['R', 'G', 'B', 'Y', 'P'];

function view(more: object = {}): QuatrefoilView {
  const usual = { tokens: TOKENS, target: TOKENS, actions: 3, turn: 0, ending: '' };
  return { ...usual, ...more } as unknown as QuatrefoilView;
}

const names = (then: QuatrefoilView, now: QuatrefoilView, seat: number | null) =>
  soundsBetween(then, now, seat).map(({ sound, isOwn }) => `${isOwn ? 'own' : 'other'} ${sound}`);

it('every push and twist has the sound of placing a token', () => {
  expect(names(view(), view({ actions: 4, turn: 1 }), 0)).toEqual(['own place']);
  expect(names(view(), view({ actions: 4, turn: 1 }), 2)).toEqual(['other place']);
});

it('a solved deal is celebrated for everybody, also within a series', () => {
  expect(names(view(), view({ ending: 'stack' }), 2)).toEqual(['other place', 'own largeScore']);
  const series = (...solved: boolean[]) => ({
    series: { finished: solved.map((each) => ({ solved: each })) },
  });
  expect(names(view(series()), view({ ...series(true), actions: 0 }), 0)).toEqual([
    'own place',
    'own largeScore',
  ]);
  expect(names(view(series()), view({ ...series(false), actions: 0 }), 0)).toEqual(['own place']);
});

it('a signal, a look at cards and a step back are silent', () => {
  expect(names(view(), view({ signals: [true] }), 0)).toEqual([]);
  expect(names(view(), view({ actions: 2 }), 0)).toEqual([]);
});
