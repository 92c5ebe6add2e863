// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { all } from '../test-board.svelte';
import { click, fault, laid, pageText, press, rack, setUp, show } from './test-board';
import { viewFor } from './test-views';
import type { Placed } from './view';

setUp();

const lines: Placed[] = [
  [0, 0, 'r1'],
  [1, 0, 'r2'],
  [2, 0, 'r3'],
  [1, 1, 'b3'],
];

it('the board continues with the draft that the server has stored', () => {
  show({ draft: { tiles: lines } });
  expect(laid().length).toBe(4);
  expect(rack().length).toBe(3);
});

describe('the lines of a grid', () => {
  it('are coloured once the server has checked them', () => {
    const props = show({ draft: { tiles: lines } });
    expect(all('.plane svg.right, .plane svg.short').length).toBe(0);
    props.faults = [fault('short', ['1,0', '1,1']), fault('unused')];
    flushSync();
    expect(all('.plane svg.right').length).toBe(2);
    expect(all('.plane svg.short').length).toBe(1);
    expect(pageText()).toContain('Too short.');
  });

  it('stay coloured while the server checks another line', () => {
    const props = show({ draft: { tiles: lines } });
    props.faults = [fault('short', ['1,0', '1,1']), fault('unused')];
    flushSync();
    press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'g', '3');
    expect(all('.plane svg.right').length).toBe(2);
  });

  it('are not coloured before the last minute if grids are checked at scoring', () => {
    const view = viewFor({ referee: 'at-scoring' });
    const props = show({ view, draft: { tiles: lines } });
    props.faults = [fault('unused')];
    flushSync();
    expect(all('.plane svg.right').length).toBe(0);
    click('[data-tool="more"]');
    expect(all('[role="switch"]').length).toBe(0);
  });

  it('are not coloured if the player has switched that off', () => {
    const props = show({ draft: { tiles: lines } });
    click('[data-tool="more"]');
    click('[role="switch"]');
    props.faults = [fault('unused')];
    flushSync();
    expect(all('.plane svg.right').length).toBe(0);
    click('[role="switch"]');
  });
});
