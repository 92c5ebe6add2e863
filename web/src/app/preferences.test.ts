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

it('begins with quiet sound, letters on pieces and everything at normal speed', async () => {
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

it('remembers what was chosen', async () => {
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
])('makes nothing of %s', async (stored) => {
  localStorage.setItem(KEY, stored);
  const { volume, speed, botPace, muted } = await loaded();
  expect([volume, speed, botPace, muted]).toEqual(['low', 'normal', 'normal', []]);
});

it('is silent on a phone until the player chooses a volume', async () => {
  const coarse = { matches: true } as MediaQueryList;
  const media = vi.spyOn(globalThis, 'matchMedia').mockReturnValue(coarse);
  expect((await loaded()).volume).toBe('off');
  localStorage.setItem(KEY, '{"volume":"medium"}');
  expect((await loaded()).volume).toBe('medium');
  media.mockRestore();
});

it('stays silent if sound was switched off in an earlier version of the page', async () => {
  localStorage.setItem(KEY, '{"sound":false}');
  expect((await loaded()).volume).toBe('off');
  localStorage.setItem(KEY, '{"sound":true}');
  expect((await loaded()).volume).toBe('low');
});
