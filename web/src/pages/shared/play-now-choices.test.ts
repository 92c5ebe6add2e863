// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { lastChoices, storeChoices } from './play-now-choices';

const LEVELS = ['easy', 'medium', 'expert'];

afterEach(() => localStorage.clear());

it('the first choices are a short wait and the default bots', () => {
  expect(lastChoices(LEVELS, 'medium')).toEqual({ wait: 60, level: 'medium' });
});

it('each choice is stored separately', () => {
  storeChoices({ wait: 300 });
  storeChoices({ level: 'expert' });
  expect(lastChoices(LEVELS, 'medium')).toEqual({ wait: 300, level: 'expert' });
});

it.each(['null', '7', 'not JSON', '{"wait": 7, "level": "sublime"}'])(
  'stored choices like %s are ignored',
  (memory) => {
    localStorage.setItem('quincunx.play', memory);
    expect(lastChoices(LEVELS, 'medium')).toEqual({ wait: 60, level: 'medium' });
  },
);

it('the default choices are used if nothing can be stored', () => {
  vi.stubGlobal('localStorage', undefined);
  storeChoices({ wait: 0, level: 'easy' });
  expect(lastChoices(LEVELS, 'medium')).toEqual({ wait: 60, level: 'medium' });
  vi.unstubAllGlobals();
});
