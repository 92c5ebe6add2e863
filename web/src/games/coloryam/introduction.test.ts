// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { button, nextLesson, render, text } from '../test-board.svelte';
import Introduction from './Introduction.svelte';
import { land, press, setUp } from './test-board';

setUp();

it('the introduction has three lessons that can be completed', () => {
  render(Introduction, {});
  const remark = () => text('[role="status"].remark');
  const act = (move: string) => {
    button(move)?.click();
    flushSync();
    land();
  };
  expect(text('h2')).toBe('Keep and roll');
  expect(remark()).toBe('');
  act('roll');
  press(1, 2, 5);
  act('roll');
  expect(remark()).toContain('one roll left');
  press(0, 1, 3, 4);
  act('roll');
  expect(remark()).toContain('a total of 32');
  nextLesson();
  expect(document.activeElement?.tagName).toBe('H2');
  act('roll');
  expect(remark()).toContain('you could enter 19');
  act('stop');
  expect(remark()).toContain('worth 1 point');
  nextLesson();
  act('enter');
  expect(remark()).toContain('You have 26 in ColorYam 2');
  act('roll');
  press(0, 1, 2);
  act('roll');
  act('stop');
  expect(remark()).toContain('You enter 28');
});
