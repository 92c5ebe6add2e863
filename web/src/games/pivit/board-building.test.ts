// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { all, drafts } from '../test-board.svelte';
import { click, laid, pageText, press, rack, setUp, show } from './test-board';

setUp();

describe('the keyboard', () => {
  it('places a tile by its letter and number, then moves the cursor to the next cell', () => {
    show();
    press('r', '1', 'R', '2', 'w');
    expect(laid().sort()).toEqual(['0,0 r1', '1,0 r2', '2,0 **']);
    expect(rack().sort()).toEqual(['b3', 'g3', 'r3', 'r3']);
    expect(drafts.at(-1)).toEqual({
      tiles: [
        [0, 0, 'r1'],
        [1, 0, 'r2'],
        [2, 0, '**'],
      ],
    });
  });

  it('moves the cursor, picks up and places tiles, and returns them to the rack', () => {
    show();
    press('r', '1', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'Enter', 'ArrowDown', 'Enter');
    expect(laid()).toEqual(['0,1 r1']);
    press('Delete');
    expect(laid()).toEqual([]);
    expect(pageText()).toContain('Back in the rack: red, design 1: ring.');
  });

  it('undoes and redoes changes', () => {
    show();
    press('r', '1', 'r', '2', 'ctrl z');
    expect(laid()).toEqual(['0,0 r1']);
    press('ctrl y');
    expect(laid().length).toBe(2);
    press('ctrl z', 'ctrl z', 'ctrl z');
    expect(laid()).toEqual([]);
    expect(drafts.at(-1)).toEqual({ tiles: [] });
  });

  it('announces the tile under the cursor, and a tile that is not in the rack', () => {
    show();
    press('r', '1', 'ArrowLeft');
    expect(pageText()).toContain('red, design 1: ring, column 0, row 0');
    press('p', '6');
    expect(pageText()).toContain('Not in your rack: purple, design 6: squares.');
  });

  it('moves a group of connected tiles', () => {
    show();
    press('r', '1', 'r', '2', 'ArrowLeft');
    press('shift Enter', 'ArrowDown', 'Enter');
    expect(laid().sort()).toEqual(['0,1 r1', '1,1 r2']);
  });
});

describe('tapping', () => {
  it('holds a tile first, then all tiles connected to it, then none', () => {
    show();
    press('r', '1', 'r', '2');
    const held = () => all('.plane .held').length;
    click('.plane [data-kind="r1"]');
    expect(held()).toBe(1);
    click('.plane [data-kind="r1"]');
    expect(held()).toBe(2);
    click('.plane [data-kind="r1"]');
    expect(held()).toBe(0);
  });

  it('returns a tile to its own slot in the rack', () => {
    show();
    const before = rack();
    press('r', '2');
    click('.plane [data-kind="r2"]');
    click('[data-tool="to_rack"]');
    expect(rack()).toEqual(before);
  });

  it('sorts the rack and closes its gaps', () => {
    show();
    press('r', '1');
    expect(all('.rack li').length).toBe(7);
    click('[data-tool="colour"]');
    expect(all('.rack li').length).toBe(6);
    expect(rack()).toEqual(['r2', 'r3', 'r3', 'g3', 'b3', '**']);
  });
});
