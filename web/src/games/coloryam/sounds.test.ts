import { expect, it } from 'vitest';
import { ROLL_MS } from './board/roll-state.svelte';
import { soundsBetween } from './sounds';
import type { ColorYamView } from './view';

const FACES = ['1R', '2O', '3Y', '4G', '5B', '6K'];

function view(more: object = {}): ColorYamView {
  const usual = {
    entries: [[null], [null]],
    points: [[null], [null]],
    line: 0,
    waiting: [0, 1],
    faces: [],
    rolls: 0,
    chances: 0,
    kept: [],
    last: null,
  };
  return { ...usual, ...more } as unknown as ColorYamView;
}

const rolled = view({ faces: FACES, rolls: 1 });
const entered = { entries: [[21], [null]], waiting: [1] };
const last = (faces: readonly string[]) => ({ seat: 0, line: 0, faces, total: 21, entry: 21 });

it('a roll has the sound of dice', () => {
  expect(soundsBetween(view(), rolled, 0)).toEqual([{ sound: 'roll', isOwn: true }]);
  expect(soundsBetween(view(), rolled, 1)).toEqual([{ sound: 'roll', isOwn: false }]);
});

it('a line that is met has the sound of a score', () => {
  const now = view({ ...entered, last: last(FACES) });
  expect(soundsBetween(rolled, now, 0)).toEqual([{ sound: 'score', isOwn: true, afterMs: 0 }]);
});

it('the sound of a score waits until the dice have landed', () => {
  const now = view({ ...entered, last: last(FACES.with(0, '6R')) });
  expect(soundsBetween(rolled, now, 0)).toEqual([
    { sound: 'roll', isOwn: true },
    { sound: 'score', isOwn: true, afterMs: ROLL_MS },
  ]);
});

it('a step back is silent', () => {
  expect(soundsBetween(rolled, view(), 0)).toEqual([]);
});
