// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { all, render } from '../test-board.svelte';
import Diagram from './Diagram.svelte';
import Thumb from './Thumb.svelte';
import { setUp } from './test-board';

setUp();

it('the thumbnail and a diagram draw a picture; a diagram that cannot be read shows its source', () => {
  render(Thumb, {});
  render(Diagram, { source: 'r1 r2 r3\nright 0,0 2,0' });
  render(Diagram, { source: 'nonsense' });
  expect(all('.picture').length).toBe(2);
  expect(all('pre').length).toBe(1);
});
