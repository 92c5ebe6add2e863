import { beforeAll, expect, it } from 'vitest';
import { loadGameMessages, loadLanguage } from '../../../messages';
import type { QuatrefoilView, Tokens } from '../view';
import { celebrationBetween } from './celebration';

const TOKENS: Tokens = ['R', 'G', 'B', 'Y', 'P'];

const view = (ending: QuatrefoilView['ending'], target: QuatrefoilView['target'] = TOKENS) => ({
  ending,
  tokens: TOKENS,
  target,
});
const WRONG: Tokens = ['G', 'R', 'B', 'Y', 'P'];

beforeAll(async () => {
  await loadLanguage('en');
  await loadGameMessages('quatrefoil');
});

it('the stack that solves a deal is celebrated for everybody', () => {
  expect(celebrationBetween(view(''), view('stack'))).toMatchObject({
    seat: null,
    text: 'Solved!',
    glow: TOKENS.map((colour) => `[data-token="${colour}"]`),
    isLarge: true,
  });
});

it('the celebration moves to the deal’s score in a series', () => {
  const finished = [{ score: 1 }, { score: 0 }] as never;
  const now = { ...view('stack'), series: { deals: 5, finished, total: 1 } };
  expect(celebrationBetween(view(''), now)?.to).toBe('[data-deal="2"]');
});

it.each([
  ['a stack that is wrong', view(''), view('stack', WRONG)],
  ['the end of the time', view(''), view('time')],
  ['a step back', view('stack'), view('')],
])('the board does not celebrate %s', (_, then, now) => {
  expect(celebrationBetween(then, now)).toBe(null);
});
