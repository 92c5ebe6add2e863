// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { all, render, text } from '../test-board.svelte';
import Diagram from './Diagram.svelte';
import Thumb from './Thumb.svelte';
import { setUp } from './test-board';

setUp();

it('a diagram of the guide shows a rotation, what links and a caption', () => {
  const source = 'RGBY2 YGRB3\nb1 left\nRGBY2 GRBY3\nlink G a1 b1\ncaption Green meets green.';
  render(Diagram, { source });
  expect(all('[role="img"]').length).toBe(2);
  expect(text('.frame p')).toBe('rotate b1 left');
  expect(text('figcaption')).toBe('Green meets green.');
});

it('the thumbnail shows six cards', () => {
  render(Thumb, {});
  expect(all('svg.card').length).toBe(6);
});
