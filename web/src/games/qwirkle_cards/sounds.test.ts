import { expect, it } from 'vitest';
import { soundsBetween } from './sounds';
import type { QwirkleCardsView } from './view';

const CIRCLES = ['Rc', 'Oc', 'Yc', 'Gc', 'Bc', 'Pc'];
const FIVE = CIRCLES.slice(0, 5);

const before = { table: [FIVE], last: null } as unknown as QwirkleCardsView;

/** The view after seat 0 has played; Qwirkles leave the table. */
function after(set: readonly string[], old: readonly (readonly string[])[]): QwirkleCardsView {
  const isQwirkle = set.length === 6;
  return {
    table: [...(old.length > 0 ? [] : [FIVE]), ...(isQwirkle ? [] : [set])],
    last: { seat: 0, cards: ['Pc'], old, new: [set], qwirkles: isQwirkle ? [set] : [] },
  } as unknown as QwirkleCardsView;
}

const names = (now: QwirkleCardsView, seat: number | null) =>
  soundsBetween(before, now, seat).map(({ sound, isOwn }) => `${isOwn ? 'own' : 'other'} ${sound}`);

it('a play has the sound of placing cards', () => {
  const now = after(['Pc', 'Ps', 'Pd'], []);
  expect([names(now, 0), names(now, 1)]).toEqual([['own place'], ['other place']]);
});

it('the player’s own Qwirkle is celebrated more than another player’s', () => {
  const now = after(CIRCLES, [FIVE]);
  expect(names(now, 0)).toEqual(['own place', 'own largeScore']);
  expect(names(now, 1)).toEqual(['other place', 'other score']);
});

it('a step back is silent', () => {
  expect(soundsBetween(after(CIRCLES, [FIVE]), before, 0)).toEqual([]);
});
