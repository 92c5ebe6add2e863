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

it('begins with sound and nothing else', async () => {
  const { confirmMoves, sound, notify, muted } = await loaded();
  expect({ confirmMoves, sound, notify, muted }).toEqual({
    confirmMoves: false,
    sound: true,
    notify: false,
    muted: [],
  });
});

it('remembers what was chosen', async () => {
  const before = await loaded();
  before.sound = false;
  before.confirmMoves = true;
  before.mute(ada);
  before.mute(ada);
  flushSync();
  const { sound, confirmMoves, muted } = await loaded();
  expect([sound, confirmMoves, muted]).toEqual([false, true, [ada]]);
});

it.each(['null', '{', '[]', '{"sound":"loud","muted":[1,{"id":"a"}]}'])(
  'makes nothing of %s',
  async (stored) => {
    localStorage.setItem(KEY, stored);
    const { sound, muted } = await loaded();
    expect([sound, muted]).toEqual([true, []]);
  },
);
