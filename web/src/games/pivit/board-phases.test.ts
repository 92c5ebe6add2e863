// @vitest-environment happy-dom
import { flushSync, tick } from 'svelte';
import { describe, expect, it } from 'vitest';
import { all, drafts, offer, played } from '../test-board.svelte';
import { click, fault, laid, one, pageText, press, rack, setUp, show } from './test-board';
import { TEST_HAND, viewFor } from './test-views';

setUp();

describe('a round', () => {
  it('begins once the players are ready', () => {
    const ready = viewFor({ phase: 'ready', round: 0, hands: [[], []] });
    show({ view: ready, moves: offer('ready') });
    click('[data-move="ready"]');
    expect(played).toEqual(['ready']);
  });

  it('begins with a countdown', () => {
    show({ view: viewFor({ phase: 'countdown', ends_at: 7500 }), moves: [], clock: () => 5000 });
    expect(one('[role="timer"]').textContent?.trim()).toBe('3');
  });

  it('begins with new tiles and an empty grid', () => {
    const props = show();
    press('r', '1');
    props.draft = null;
    props.view = viewFor({ round: 2, hands: [['p1', 'p2'], null] });
    flushSync();
    expect([laid(), rack()]).toEqual([[], ['p1', 'p2']]);
  });

  it('continues with a grid that the server has put back', () => {
    show({ view: viewFor({ referee: 'at-scoring', refused: [[0, 0, 'r1']] }) });
    expect(laid()).toEqual(['0,0 r1']);
    expect(drafts).toEqual([{ tiles: [[0, 0, 'r1']] }]);
  });

  it('is over for a player who has stopped', () => {
    show({ view: viewFor({ stops: [true, false], stopped: [true, false] }), moves: [] });
    expect(all('[role="application"]')).toEqual([]);
    expect(pageText()).toContain('You have stopped for this round.');
  });
});

describe('the gallery of grids', () => {
  it('shows all grids and their points between rounds', async () => {
    const view = viewFor({
      phase: 'ready',
      hands: [
        ['r1', 'r2'],
        ['b1', 'b2'],
      ],
      grids: [
        [
          [0, 0, 'r1'],
          [1, 0, 'r2'],
        ],
        null,
      ],
      claimed: [true, false],
      sticks: [0, null],
      gained: [6, 2],
    });
    show({ view, moves: offer('ready'), drafts: { 1: { tiles: [[9, 9, 'b2']] } } });
    expect(all('.gallery .picture').length).toBe(2);
    expect(pageText()).toContain('+6');
    expect(pageText()).toContain('Waiting for: Ben');
    click('.gallery button');
    await tick();
    expect(one('dialog').querySelectorAll('[data-kind]').length).toBe(2);
  });

  it('shows the player’s own grid while others build, and lets the player return the stick', () => {
    const view = viewFor({
      referee: 'at-scoring',
      grids: [[[0, 0, 'r1']], null],
      claimed: [true, true],
      sticks: [1, 0],
    });
    show({ view, moves: offer('withdraw') });
    expect(pageText()).toContain('The grid is shown when it is checked.');
    click('[data-move="withdraw"]');
    expect(played).toEqual(['withdraw']);
  });

  it('marks a grid that was found wrong, and gives each reason once', () => {
    const wrong = [
      [0, 0, 'b1'],
      [1, 0, 'g4'],
    ] as const;
    const faults = [fault('mixed', ['0,0', '1,0']), fault('mixed', ['0,0', '1,0'])];
    const view = viewFor({
      phase: 'race',
      referee: 'at-scoring',
      grids: [[[0, 0, 'r1']], null],
      claimed: [true, false],
      sticks: [0, null],
      wrong: [null, wrong],
      faults: [[], faults],
    });
    show({ view, moves: [] });
    expect(pageText()).toContain('Wrong');
    const label = all('.gallery .wrong button')[0]?.getAttribute('aria-label');
    expect(label).toContain('Ben’s grid was wrong.');
    expect(label?.match(/shares neither a colour nor a design/g)?.length).toBe(1);
    expect(all('.gallery .wrong [data-kind="g4"]').length).toBe(1);
  });

  it('shows grids as they were built, in a replay', () => {
    show({ live: false, moves: [], drafts: { 0: { tiles: [[0, 0, 'r1']] }, 1: { tiles: [] } } });
    expect(all('.gallery [data-kind="r1"][data-cell]').length).toBe(1);
    expect(all('[data-move]')).toEqual([]);
  });
});

describe('the last round', () => {
  const ANNOUNCED = 'Last round: the most points win';

  it.each([
    ['build', 20],
    ['race', 20],
    ['ready', 19],
    ['countdown', 19],
  ] as const)('is announced in phase “%s” when round %i of 20 has begun', (phase, round) => {
    show({ view: viewFor({ phase, round, rounds: 20 }) });
    expect(pageText()).toContain(ANNOUNCED);
  });

  it.each([
    ['build', 19],
    ['ready', 18],
    ['over', 20],
  ] as const)('is not announced in phase “%s” when round %i of 20 has begun', (phase, round) => {
    show({ view: viewFor({ phase, round, rounds: 20 }) });
    expect(pageText()).not.toContain(ANNOUNCED);
  });

  it('is not announced to a single player', () => {
    show({ view: viewFor({ scores: [0], hands: [TEST_HAND], round: 1, rounds: 1 }) });
    expect(pageText()).not.toContain(ANNOUNCED);
  });
});
