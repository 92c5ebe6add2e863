// @vitest-environment happy-dom
import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { all, drafts, offer, played } from '../test-board.svelte';
import {
  ALL_LAID,
  click,
  fault,
  laid,
  one,
  pageText,
  press,
  rack,
  setUp,
  show,
} from './test-board';
import { viewFor } from './test-views';

setUp();

describe('“Done”', () => {
  it('sends the grid, from its first column and row on, once all tiles are placed', () => {
    const props = show();
    click('[data-move="claim"]');
    expect(played).toEqual([]);
    props.draft = { tiles: ALL_LAID.map(([x, y, kind]) => [x - 3, y + 2, kind]) };
    flushSync();
    click('[data-move="claim"]');
    expect(played).toEqual(['claim r1 r2 r3 r3 b3 g3 **']);
  });

  it('marks the tiles of a fault', () => {
    const props = show({ draft: { tiles: ALL_LAID } });
    props.faults = [fault('twice', ['2,0', '3,0'])];
    flushSync();
    expect(pageText()).toContain('A line has the same tile twice.');
    click('[data-move="claim"]');
    expect(all('.plane .pointed').map((tile) => tile.dataset['cell'])).toEqual(['2,0', '3,0']);
  });

  it('does nothing while a move is being sent, but the player can go on building', () => {
    show({ busy: true, draft: { tiles: ALL_LAID } });
    click('[data-move="claim"]');
    expect(played).toEqual([]);
    press('Delete');
    expect(laid().length).toBe(6);
  });
});

describe('a trade', () => {
  it('is sent once the player has confirmed it', () => {
    const props = show();
    press('r', '3');
    click('.plane [data-kind="r3"]');
    click('[data-tool="trade"]');
    expect(played).toEqual([]);
    click('[data-tool="trade_yes"]');
    expect(played).toEqual(['trade r3']);
    props.view = viewFor({
      hands: [['r1', 'r2', 'r3', 'b3', 'g3', '**', 'o5'], null],
      tokens: [1, 1],
    });
    flushSync();
    expect(laid()).toEqual([]);
    expect(rack()).toContain('o5');
    expect(one('.rack .fresh').dataset['kind']).toBe('o5');
    expect(drafts.at(-1)).toEqual({ tiles: [] });
  });

  it('asks for a tile if none is held', () => {
    show();
    click('[data-tool="trade"]');
    expect(pageText()).toContain('Which tile do you want to trade?');
    click('.rack [data-kind="b3"]');
    click('[data-tool="trade_yes"]');
    expect(played).toEqual(['trade b3']);
  });

  it('is disabled without a trade token', () => {
    show({ moves: offer('stop'), view: viewFor({ tokens: [0, 1] }) });
    expect(one('[data-tool="trade"]').getAttribute('aria-disabled')).toBe('true');
    click('[data-tool="trade"]');
    expect(pageText()).not.toContain('Which tile do you want to trade?');
  });

  it('can be cancelled', () => {
    show();
    click('.rack [data-kind="r1"]');
    click('[data-tool="trade"]');
    click('[data-tool="trade_no"]');
    expect(played).toEqual([]);
    expect(all('[data-tool="trade_yes"]')).toEqual([]);
  });
});

it('the dialog “More” ends the round', () => {
  show();
  click('[data-tool="more"]');
  click('[data-move="stop"]');
  expect(played).toEqual(['stop']);
});

describe('a hint', () => {
  it('can be laid out in the grid', () => {
    show({ suggested: 'claim r1 r2 r3 / .. .. b3' });
    click('[data-tool="lay_out"]');
    expect(laid().sort()).toEqual(['0,0 r1', '1,0 r2', '2,0 r3', '2,1 b3']);
  });

  it('to end the round marks the menu that contains it', () => {
    show({ suggested: 'stop' });
    expect(one('[data-tool="more"]').classList).toContain('suggested');
  });

  it('to trade marks the tile', () => {
    show({ suggested: 'trade g3' });
    expect(one('.rack .suggested').dataset['kind']).toBe('g3');
  });
});
