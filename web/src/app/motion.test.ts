// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { prefersReducedMotion } from 'svelte/motion';
import { afterEach, expect, it, vi } from 'vitest';
import { motion } from './motion.svelte';
import { preferences } from './preferences.svelte';

afterEach(() => {
  preferences.speed = 'normal';
  vi.restoreAllMocks();
});

it('animations follow the chosen speed', () => {
  expect([motion.isOff, motion.ms(700)]).toEqual([false, 700]);
  preferences.speed = 'fast';
  expect([motion.isOff, motion.ms(700)]).toEqual([false, 280]);
  preferences.speed = 'instant';
  expect([motion.isOff, motion.ms(700)]).toEqual([true, 0]);
});

it('animations are off with reduced motion, whatever speed was chosen', () => {
  vi.spyOn(prefersReducedMotion, 'current', 'get').mockReturnValue(true);
  expect([motion.isOff, motion.ms(700)]).toEqual([true, 0]);
});

it('the chosen speed is applied to the stylesheet', () => {
  motion.start();
  flushSync();
  const pace = () => document.documentElement.style.getPropertyValue('--pace');
  expect(pace()).toBe('1');
  preferences.speed = 'instant';
  flushSync();
  expect(pace()).toBe('0');
});
