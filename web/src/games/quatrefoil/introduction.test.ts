// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { button, nextLesson, render } from '../test-board.svelte';
import Introduction from './Introduction.svelte';
import { setUp } from './test-board';

setUp();

it('the introduction has three lessons that can be completed', () => {
  render(Introduction, {});
  const heading = () => document.querySelector('h2')?.textContent;
  const remark = () => document.querySelector('[role="status"]')?.textContent;
  const press = (move: string) => {
    button(move)?.click();
    flushSync();
  };
  expect(heading()).toBe('Push and twist');
  expect(remark()).toBe('');
  press('push west from north');
  expect(remark()).toBe('One more action is enough.');
  press('twist clockwise');
  expect(remark()).toContain('You reached the target in 2 actions.');
  nextLesson();
  expect(heading()).toContain('thumbs');
  expect(document.activeElement?.tagName).toBe('H2');
  press('push south from west');
  expect(remark()).toContain(
    'Your thumb is up, and so is one other. The target is one action away.',
  );
  nextLesson();
  press('push east from south');
  expect(remark()).toContain('Stack!');
  press('stack');
  expect(remark()).toContain('everyone wins');
});
