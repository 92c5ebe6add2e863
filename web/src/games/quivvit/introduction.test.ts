// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { all, button, render, text } from '../test-board.svelte';
import Introduction from './Introduction.svelte';
import { cell, rotate, setUp, tap } from './test-board';

setUp();

it('the introduction explains the result of a turn, and can start a lesson again', () => {
  render(Introduction, {});
  tap(cell('b2'));
  rotate('left');
  tap(button('b2 left'));
  expect(text('.remark')).toMatch(/^No colours meet/);
  tap(all('.steps button')[0] ?? null);
  tap(cell('b2'));
  rotate('right');
  tap(button('b2 right'));
  expect(text('.remark')).toMatch(/^Linked! You take 3 cards/);
  expect(document.querySelector('.remark.finished')).not.toBe(null);
});
