// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';

const KEY = 'quincunx.preferences';
const ada = { id: 'a', name: 'Ada' };

/** As after a reload of the page. */
async function loaded() {
  vi.resetModules();
  return (await import('./preferences.svelte')).preferences;
}

beforeEach(() => localStorage.clear());

it('begins with sound, letters on pieces and animations at normal speed', async () => {
  const { confirmMoves, sound, notify, speed, letters, muted } = await loaded();
  expect({ confirmMoves, sound, notify, speed, letters, muted }).toEqual({
    confirmMoves: false,
    sound: true,
    notify: false,
    speed: 'normal',
    letters: true,
    muted: [],
  });
});

it('remembers what was chosen', async () => {
  const before = await loaded();
  before.sound = false;
  before.confirmMoves = true;
  before.speed = 'fast';
  before.letters = false;
  before.mute(ada);
  before.mute(ada);
  flushSync();
  const { sound, confirmMoves, speed, letters, muted } = await loaded();
  expect([sound, confirmMoves, speed, letters, muted]).toEqual([false, true, 'fast', false, [ada]]);
});

it.each(['null', '{', '[]', '{"sound":"loud","speed":"warp","muted":[1,{"id":"a"}]}'])(
  'makes nothing of %s',
  async (stored) => {
    localStorage.setItem(KEY, stored);
    const { sound, speed, muted } = await loaded();
    expect([sound, speed, muted]).toEqual([true, 'normal', []]);
  },
);
