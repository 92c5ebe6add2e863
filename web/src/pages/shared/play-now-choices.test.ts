// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { lastChoices, storeChoices } from './play-now-choices';

const LEVELS = ['easy', 'medium', 'expert'];

afterEach(() => localStorage.clear());

it('begins with a short wait and the usual bots', () => {
  expect(lastChoices(LEVELS, 'medium')).toEqual({ wait: 60, level: 'medium' });
});

it('keeps what was chosen, one choice at a time', () => {
  storeChoices({ wait: 300 });
  storeChoices({ level: 'expert' });
  expect(lastChoices(LEVELS, 'medium')).toEqual({ wait: 300, level: 'expert' });
});

it.each(['null', '7', 'not JSON', '{"wait": 7, "level": "sublime"}'])(
  'does not trust a memory like %s',
  (memory) => {
    localStorage.setItem('quincunx.play', memory);
    expect(lastChoices(LEVELS, 'medium')).toEqual({ wait: 60, level: 'medium' });
  },
);

it('does without a memory', () => {
  vi.stubGlobal('localStorage', undefined);
  storeChoices({ wait: 0, level: 'easy' });
  expect(lastChoices(LEVELS, 'medium')).toEqual({ wait: 60, level: 'medium' });
  vi.unstubAllGlobals();
});
