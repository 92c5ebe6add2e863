// @vitest-environment happy-dom
import { flushSync, mount, tick, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { loadGameMessages, loadLanguage } from '../../messages';
import type { Fault } from '../../wire';
import type { BoardProps } from '../contract';
import Board from './Board.svelte';
import Diagram from './Diagram.svelte';
import Introduction from './Introduction.svelte';
import Thumb from './Thumb.svelte';
import { TEST_HAND, viewFor } from './test-views';
import type { PivitDraft, PivitView, Placed } from './view';

let moves: string[] = [];
let drafts: PivitDraft[] = [];
let mounted: Record<string, unknown>[] = [];

const OFFERED = ['stop', ...new Set(TEST_HAND.map((kind) => `trade ${kind}`))];

function show(more: Partial<BoardProps<PivitView>> = {}) {
  const props = $state({
    view: viewFor({}),
    moves: OFFERED.map((move) => ({ move, effect: null })),
    seat: 0,
    names: ['Ada', 'Ben'],
    live: true,
    busy: false,
    onmove: (move: string) => moves.push(move),
    ondraft: (draft: unknown) => {
      drafts.push(draft as PivitDraft);
      props.draft = draft;
    },
    draft: null,
    faults: [],
    clock: () => 5000,
    ...more,
  } as BoardProps<PivitView>);
  mounted.push(mount(Board, { target: document.body, props }));
  flushSync();
  return props;
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const one = (selector: string) => all(selector)[0] as HTMLElement;
const rack = () => all('.rack [data-tile]').map((tile) => tile.dataset['kind']);
const laid = () =>
  all('.plane [data-tile]').map((tile) => [tile.dataset['cell'], tile.dataset['kind']].join(' '));
const words = () => document.body.textContent?.replace(/\s+/g, ' ') ?? '';
const plane = () => one('[role="application"]');

function press(...keys: string[]) {
  for (const key of keys) {
    const [, ctrl, name] = /^(ctrl )?(.+)$/.exec(key) ?? [];
    plane().dispatchEvent(
      new KeyboardEvent('keydown', { key: name ?? '', ctrlKey: !!ctrl, bubbles: true }),
    );
    flushSync();
  }
}

function click(selector: string) {
  one(selector).click();
  flushSync();
}

const fault = (reason: string, cells: string[] = []): Fault => ({
  message: { id: `pivit.refusal.${reason}`, args: { count: 3, tiles: ['r1'] } },
  cells,
});

beforeAll(async () => {
  await loadLanguage('en');
  await loadGameMessages('pivit');
});
beforeEach(() => {
  moves = [];
  drafts = [];
  localStorage.clear();
});
afterEach(async () => {
  for (const each of mounted) await unmount(each);
  mounted = [];
  document.body.replaceChildren();
});

describe('building with keys', () => {
  it('lays a tile by its letter and number, and goes on', () => {
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

  it('leads a cursor, picks up, puts down and takes back', () => {
    show();
    press('r', '1', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'Enter', 'ArrowDown', 'Enter');
    expect(laid()).toEqual(['0,1 r1']);
    press('Delete');
    expect(laid()).toEqual([]);
    expect(words()).toContain('Back in the rack: red, design 1: ring.');
  });

  it('undoes and does again', () => {
    show();
    press('r', '1', 'r', '2', 'ctrl z');
    expect(laid()).toEqual(['0,0 r1']);
    press('ctrl y');
    expect(laid().length).toBe(2);
    press('ctrl z', 'ctrl z', 'ctrl z');
    expect(laid()).toEqual([]);
    expect(drafts.at(-1)).toEqual({ tiles: [] });
  });

  it('says what is under the cursor, and what is not there', () => {
    show();
    press('r', '1', 'ArrowLeft');
    expect(words()).toContain('red, design 1: ring, column 0, row 0');
    press('p', '6');
    expect(words()).toContain('Not in your rack: purple, design 6: squares.');
  });

  it('moves a whole piece', () => {
    show();
    press('r', '1', 'r', '2', 'ArrowLeft');
    plane().dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', shiftKey: true, bubbles: true }),
    );
    press('ArrowDown', 'Enter');
    expect(laid().sort()).toEqual(['0,1 r1', '1,1 r2']);
  });
});

describe('with taps', () => {
  it('a tile, a second time all that hangs together, a third time nothing', () => {
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

  it('back to the rack, into its own slot', () => {
    show();
    const before = rack();
    press('r', '2');
    click('.plane [data-kind="r2"]');
    click('[data-tool="to_rack"]');
    expect(rack()).toEqual(before);
  });

  it('sorts the rack, and closes the gaps', () => {
    show();
    press('r', '1');
    expect(all('.rack li').length).toBe(7);
    click('[data-tool="colour"]');
    expect(all('.rack li').length).toBe(6);
    expect(rack()).toEqual(['r2', 'r3', 'r3', 'g3', 'b3', '**']);
  });
});

describe('what the table says', () => {
  const lines: Placed[] = [
    [0, 0, 'r1'],
    [1, 0, 'r2'],
    [2, 0, 'r3'],
    [1, 1, 'b3'],
  ];

  it('goes on with what it has kept', () => {
    show({ draft: { tiles: lines } });
    expect(laid().length).toBe(4);
    expect(rack().length).toBe(3);
  });

  it('colours lines once it has looked at them', () => {
    const props = show({ draft: { tiles: lines } });
    expect(all('.plane svg.right, .plane svg.short').length).toBe(0);
    props.faults = [fault('short', ['1,0', '1,1']), fault('unused')];
    flushSync();
    expect(all('.plane svg.right').length).toBe(2);
    expect(all('.plane svg.short').length).toBe(1);
    expect(words()).toContain('Too short.');
  });

  it('remembers of a line what it has said, while it looks at the next one', () => {
    const props = show({ draft: { tiles: lines } });
    props.faults = [fault('short', ['1,0', '1,1']), fault('unused')];
    flushSync();
    press('ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowRight', 'g', '3');
    expect(all('.plane svg.right').length).toBe(2);
  });

  it('says nothing at scoring before the last minute', () => {
    const view = viewFor({ referee: 'at-scoring' });
    const props = show({ view, draft: { tiles: lines } });
    props.faults = [fault('unused')];
    flushSync();
    expect(all('.plane svg.right').length).toBe(0);
    click('[data-tool="more"]');
    expect(all('[role="switch"]').length).toBe(0);
  });

  it('does not colour for who does not want it', () => {
    const props = show({ draft: { tiles: lines } });
    click('[data-tool="more"]');
    click('[role="switch"]');
    props.faults = [fault('unused')];
    flushSync();
    expect(all('.plane svg.right').length).toBe(0);
    click('[role="switch"]');
  });
});

describe('moves', () => {
  const everything: Placed[] = TEST_HAND.map((kind, x) => [x, 0, kind]);

  it('“done” only with all tiles laid, and from the first column and row on', () => {
    const props = show();
    click('[data-move="claim"]');
    expect(moves).toEqual([]);
    props.draft = { tiles: everything.map(([x, y, kind]) => [x - 3, y + 2, kind]) };
    flushSync();
    click('[data-move="claim"]');
    expect(moves).toEqual(['claim r1 r2 r3 r3 b3 g3 **']);
  });

  it('points at what is wrong when “done” was too early', () => {
    const props = show({ draft: { tiles: everything } });
    props.faults = [fault('twice', ['2,0', '3,0'])];
    flushSync();
    expect(words()).toContain('A line has the same tile twice.');
    click('[data-move="claim"]');
    expect(all('.plane .pointed').map((tile) => tile.dataset['cell'])).toEqual(['2,0', '3,0']);
  });

  it('trades a tile when one says so twice', () => {
    const props = show();
    press('r', '3');
    click('.plane [data-kind="r3"]');
    click('[data-tool="trade"]');
    expect(moves).toEqual([]);
    click('[data-tool="trade_yes"]');
    expect(moves).toEqual(['trade r3']);
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

  it('asks which tile shall go where none is held', () => {
    show();
    click('[data-tool="trade"]');
    expect(words()).toContain('Which tile do you want to trade?');
    click('.rack [data-kind="b3"]');
    click('[data-tool="trade_yes"]');
    expect(moves).toEqual(['trade b3']);
  });

  it('trades nothing without a token', () => {
    show({ moves: [{ move: 'stop', effect: null }], view: viewFor({ tokens: [0, 1] }) });
    expect(one('[data-tool="trade"]').getAttribute('aria-disabled')).toBe('true');
    click('[data-tool="trade"]');
    expect(words()).not.toContain('Which tile do you want to trade?');
  });

  it('keeps the tile when one thinks better of it', () => {
    show();
    click('.rack [data-kind="r1"]');
    click('[data-tool="trade"]');
    click('[data-tool="trade_no"]');
    expect(moves).toEqual([]);
    expect(all('[data-tool="trade_yes"]')).toEqual([]);
  });

  it('offers to end the round', () => {
    show();
    click('[data-tool="more"]');
    click('[data-move="stop"]');
    expect(moves).toEqual(['stop']);
  });

  it('builds on while a move is on its way, but makes no other', () => {
    show({ busy: true, draft: { tiles: everything } });
    click('[data-move="claim"]');
    expect(moves).toEqual([]);
    press('Delete');
    expect(laid().length).toBe(6);
  });

  it('lays out what a hint shows', () => {
    show({ suggested: 'claim r1 r2 r3 / .. .. b3' });
    click('[data-tool="lay_out"]');
    expect(laid().sort()).toEqual(['0,0 r1', '1,0 r2', '2,0 r3', '2,1 b3']);
  });

  it('points out where the round can be ended', () => {
    show({ suggested: 'stop' });
    expect(one('[data-tool="more"]').classList).toContain('suggested');
  });

  it('points out the tile of a trade that is suggested', () => {
    show({ suggested: 'trade g3' });
    expect(one('.rack .suggested').dataset['kind']).toBe('g3');
  });
});

describe('the other phases', () => {
  const ready = viewFor({ phase: 'ready', round: 0, hands: [[], []] });
  const offer = (...names: string[]) => names.map((move) => ({ move, effect: null }));

  it('ready, before the first round', () => {
    show({ view: ready, moves: offer('ready') });
    click('[data-move="ready"]');
    expect(moves).toEqual(['ready']);
  });

  it('counts down', () => {
    show({ view: viewFor({ phase: 'countdown', ends_at: 7500 }), moves: [], clock: () => 5000 });
    expect(one('[role="timer"]').textContent?.trim()).toBe('3');
  });

  it('shows all grids between the rounds, with the points', async () => {
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
    expect(words()).toContain('+6');
    expect(words()).toContain('Waiting for: Ben');
    click('.gallery button');
    await tick();
    expect(one('dialog').querySelectorAll('[data-kind]').length).toBe(2);
  });

  it('shows one’s own grid while others build, and gives the stick back', () => {
    const view = viewFor({
      referee: 'at-scoring',
      grids: [[[0, 0, 'r1']], null],
      claimed: [true, true],
      sticks: [1, 0],
    });
    show({ view, moves: offer('withdraw') });
    expect(words()).toContain('The grid is shown when it is checked.');
    click('[data-move="withdraw"]');
    expect(moves).toEqual(['withdraw']);
  });

  it('shows a grid that was found wrong, marked and with the reasons', () => {
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
    expect(words()).toContain('Wrong');
    const label = all('.gallery .wrong button')[0]?.getAttribute('aria-label');
    expect(label).toContain('Ben’s grid was wrong.');
    expect(label?.match(/shares neither a colour nor a design/g)?.length).toBe(1);
    expect(all('.gallery .wrong [data-kind="g4"]').length).toBe(1);
  });

  it('builds no further once a player has stopped for good', () => {
    show({ view: viewFor({ stops: [true, false], stopped: [true, false] }), moves: [] });
    expect(all('[role="application"]')).toEqual([]);
    expect(words()).toContain('You have stopped for this round.');
  });

  it('goes on with a grid that was put back', () => {
    show({ view: viewFor({ referee: 'at-scoring', refused: [[0, 0, 'r1']] }) });
    expect(laid()).toEqual(['0,0 r1']);
    expect(drafts).toEqual([{ tiles: [[0, 0, 'r1']] }]);
  });

  it('begins a new round with new tiles', () => {
    const props = show();
    press('r', '1');
    props.draft = null;
    props.view = viewFor({ round: 2, hands: [['p1', 'p2'], null] });
    flushSync();
    expect([laid(), rack()]).toEqual([[], ['p1', 'p2']]);
  });

  it('shows grids as they grew when looking back', () => {
    show({ live: false, moves: [], drafts: { 0: { tiles: [[0, 0, 'r1']] }, 1: { tiles: [] } } });
    expect(all('.gallery [data-kind="r1"][data-cell]').length).toBe(1);
    expect(all('[data-move]')).toEqual([]);
  });
});

it('has an introduction that can be solved', () => {
  mounted.push(mount(Introduction, { target: document.body }));
  flushSync();
  click('.rack [data-kind="b4"]');
  press('Escape', 'ArrowRight', 'ArrowRight', 'b', '4');
  expect(words()).toContain('A line shares neither a colour nor a design.');
  press('ArrowLeft', 'Delete', 'r', '5');
  expect(words()).toContain('Three red tiles, three designs');
});

it('has pictures', () => {
  mounted.push(mount(Thumb, { target: document.body }));
  mounted.push(
    mount(Diagram, { target: document.body, props: { source: 'r1 r2 r3\nright 0,0 2,0' } }),
  );
  mounted.push(mount(Diagram, { target: document.body, props: { source: 'nonsense' } }));
  flushSync();
  expect(all('.picture').length).toBe(2);
  expect(all('pre').length).toBe(1);
});

describe('the last round', () => {
  const ANNOUNCED = 'Last round: the most points win';

  it.each([
    ['build', 20],
    ['race', 20],
    ['ready', 19],
    ['countdown', 19],
  ] as const)('is announced in phase %s after round %i began', (phase, round) => {
    show({ view: viewFor({ phase, round, rounds: 20 }) });
    expect(words()).toContain(ANNOUNCED);
  });

  it.each([
    ['build', 19],
    ['ready', 18],
    ['over', 20],
  ] as const)('is not announced in phase %s after round %i began', (phase, round) => {
    show({ view: viewFor({ phase, round, rounds: 20 }) });
    expect(words()).not.toContain(ANNOUNCED);
  });

  it('is not announced to a single player', () => {
    show({ view: viewFor({ scores: [0], hands: [TEST_HAND], round: 1, rounds: 1 }) });
    expect(words()).not.toContain(ANNOUNCED);
  });
});
