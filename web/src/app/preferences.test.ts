// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { beforeEach, expect, it, vi } from 'vitest';

const KEY = 'quincunx.preferences';
const ada = { id: 'a', name: 'Ada' };

/** The preferences after a reload of the page. */
async function loaded() {
  vi.resetModules();
  return (await import('./preferences.svelte')).preferences;
}

beforeEach(() => localStorage.clear());

it('the defaults are quiet sound, letters on pieces and normal speed', async () => {
  const { confirmMoves, volume, notify, speed, botPace, letters, muted } = await loaded();
  expect({ confirmMoves, volume, notify, speed, botPace, letters, muted }).toEqual({
    confirmMoves: false,
    volume: 'low',
    notify: false,
    speed: 'normal',
    botPace: 'normal',
    letters: true,
    muted: [],
  });
});

it('choices are stored', async () => {
  const before = await loaded();
  before.volume = 'high';
  before.confirmMoves = true;
  before.speed = 'fast';
  before.botPace = 'slow';
  before.letters = false;
  before.muted = [ada];
  flushSync();
  const { volume, confirmMoves, speed, botPace, letters, muted } = await loaded();
  expect([volume, confirmMoves, speed, botPace, letters, muted]).toEqual([
    'high',
    true,
    'fast',
    'slow',
    false,
    [ada],
  ]);
});

it.each([
  'null',
  '{',
  '[]',
  '{"volume":"loud","sound":1,"speed":"warp","botPace":"idle","muted":[1,{"id":"a"}]}',
])('stored preferences like %s are ignored', async (stored) => {
  localStorage.setItem(KEY, stored);
  const { volume, speed, botPace, muted } = await loaded();
  expect([volume, speed, botPace, muted]).toEqual(['low', 'normal', 'normal', []]);
});

it('the sound is off on a phone until the player chooses a volume', async () => {
  const coarse = { matches: true } as MediaQueryList;
  const media = vi.spyOn(globalThis, 'matchMedia').mockReturnValue(coarse);
  expect((await loaded()).volume).toBe('off');
  localStorage.setItem(KEY, '{"volume":"medium"}');
  expect((await loaded()).volume).toBe('medium');
  media.mockRestore();
});

it('the sound stays off if it was switched off in an earlier version of the page', async () => {
  localStorage.setItem(KEY, '{"sound":false}');
  expect((await loaded()).volume).toBe('off');
  localStorage.setItem(KEY, '{"sound":true}');
  expect((await loaded()).volume).toBe('low');
});
