// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { all, labels, render, text } from '../test-board.svelte';
import Diagram from './Diagram.svelte';
import Thumb from './Thumb.svelte';
import { setUp } from './test-board';

setUp();

it('a diagram of the guide shows dice, the challenge, what is kept and a caption', () => {
  const source = 'challenge 2 B\n4O 2B 5K 1O 2R 6Y\nkeep 2B 6Y\ncaption Words.';
  render(Diagram, { source });
  expect(labels('[role="img"]')).toEqual([
    'The dice show 4 orange, 2 blue, 5 black, 1 orange, 2 red, 6 yellow.',
  ]);
  expect(document.body.textContent).toContain('Exactly 2 blue dice');
  expect(text('p.kept')).toBe('Kept: 2 blue, 6 yellow');
  expect(text('figcaption')).toBe('Words.');
});

it('a diagram that cannot be read shows its source', () => {
  render(Diagram, { source: '9Z' });
  expect(text('pre')).toBe('9Z');
});

it('the thumbnail has no controls', () => {
  render(Thumb, {});
  expect(all('.picture [data-piece]').length).toBe(5);
  expect(all('button, a, [tabindex]').length).toBe(0);
});
