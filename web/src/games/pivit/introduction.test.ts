// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { render } from '../test-board.svelte';
import Introduction from './Introduction.svelte';
import { click, pageText, press, setUp } from './test-board';

setUp();

it('the first lesson of the introduction can be solved', () => {
  render(Introduction, {});
  click('.rack [data-kind="b4"]');
  press('Escape', 'ArrowRight', 'ArrowRight', 'b', '4');
  expect(pageText()).toContain('A line shares neither a colour nor a design.');
  press('ArrowLeft', 'Delete', 'r', '5');
  expect(pageText()).toContain('Three red tiles, three designs');
});
