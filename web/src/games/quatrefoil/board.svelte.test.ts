// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { prefersReducedMotion } from 'svelte/motion';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadGameMessages, loadLanguage } from '../../messages';
import type { Letter } from '../../ui/pieces';
import type { BoardProps } from '../contract';
import Board from './Board.svelte';
import Diagram from './Diagram.svelte';
import Introduction from './Introduction.svelte';
import data from './introduction/introduction.json';
import Thumb from './Thumb.svelte';
import type { QuatrefoilView } from './view';

const tokens: Letter[] = ['R', 'G', 'B', 'Y', 'P'];
const base: QuatrefoilView = {
  seat: 0,
  dealt: tokens,
  tokens,
  colours: ['R', null, null, null],
  positions: ['NW', null, null, null],
  target: ['R', null, null, null, null],
  signals: [true, false, false, true],
  turn: 0,
  actions: 3,
  looked: [true, true, true, true],
  clock_ends: null,
  par: null,
  ending: '',
};
const revealed: Partial<QuatrefoilView> = {
  colours: ['R', 'P', 'G', 'Y'],
  positions: ['NW', 'NE', 'SE', 'SW'],
  target: ['R', 'P', 'G', 'Y', 'B'],
  par: 2,
};
const names = ['Mia', 'Ada', 'Ben', 'Cleo'];

function offer(...others: string[]) {
  const effects = (data.after as Record<string, string>)['RGBYP']?.split(' ') ?? [];
  return [
    ...data.moves.map((move, index) => ({ move, effect: [...(effects[index] ?? '')] })),
    ...others.map((move) => ({ move, effect: null })),
  ];
}

let played: string[] = [];
let mounted: Record<string, unknown>[] = [];

function show(more: Partial<BoardProps<QuatrefoilView>> = {}) {
  const props = $state({
    view: base,
    moves: offer('stack'),
    seat: 0,
    names,
    live: true,
    busy: false,
    onmove: (move: string) => played.push(move),
    ...more,
  } as BoardProps<QuatrefoilView>);
  mounted.push(mount(Board, { target: document.body, props }));
  flushSync();
  return props;
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const button = (move: string) => document.querySelector<HTMLElement>(`[data-move="${move}"]`);
const moves = () => all('[data-move]').map((each) => each.dataset['move'] ?? '');
const enabled = () =>
  all('[data-move]:not([aria-disabled="true"])').map((each) => each.dataset['move'] ?? '');
const labels = (selector: string) => all(selector).map((each) => each.getAttribute('aria-label'));

beforeAll(async () => {
  await loadLanguage('en');
  await loadGameMessages('quatrefoil');
});
beforeEach(() => {
  played = [];
});
afterEach(async () => {
  for (const each of mounted) await unmount(each);
  mounted = [];
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const finished = {
  dealt: tokens,
  tokens: ['Y', 'R', 'G', 'B', 'P'] as Letter[],
  target: ['Y', 'R', 'G', 'B', 'P'] as Letter[],
  positions: ['NW', 'NE', 'SE', 'SW'] as const,
  actions: 1,
  par: 2,
  solved: true,
  score: -1,
};
const fresh: QuatrefoilView = { ...base, series: { deals: 5, finished: [], total: 0 } };
const second: QuatrefoilView = { ...base, series: { deals: 5, finished: [finished], total: -1 } };

describe('five deals', () => {
  const text = (selector: string) => all(selector).map((each) => each.textContent?.trim());

  beforeEach(() => {
    vi.spyOn(prefersReducedMotion, 'current', 'get').mockReturnValue(true);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('show their scores against par, and what par means before the first one', () => {
    show({ view: fresh });
    expect(text('.series .deal')).toEqual(['Deal 1 of 5']);
    expect(text('.series .note')).toEqual(['Par: the actions that four experts need.']);
    expect(text('.series .unseen')[0]).toBe('Deal 1: not played yet');
  });

  it('show the solution and the result before the next deal', () => {
    vi.useFakeTimers();
    const props = show({ view: fresh });
    props.view = second;
    flushSync();
    expect(text('.series .note')).toEqual(['Deal 1 solved: 1 action, par 2.']);
    expect(text('.series .total')).toEqual(['Total −1']);
    expect(text('.series .unseen')[0]).toBe('Deal 1: −1');
    expect(text('figcaption')).toEqual(['Solution']);
    expect(enabled()).toEqual([]);
    vi.runAllTimers();
    flushSync();
    expect(text('figcaption')).toEqual(['Target']);
    expect(enabled()).toContain('stack');
  });

  it('go on at once when the player taps the board', () => {
    const props = show({ view: fresh });
    props.view = second;
    flushSync();
    document.querySelector('.board')?.dispatchEvent(new Event('pointerdown', { bubbles: true }));
    flushSync();
    expect(text('figcaption')).toEqual(['Target']);
  });

  it('show the solution in a replay until the next step', () => {
    const props = show({ view: fresh, live: false });
    props.view = second;
    flushSync();
    expect(text('figcaption')).toEqual(['Solution']);
    props.view = { ...second, actions: 1 };
    flushSync();
    expect(text('figcaption')).toEqual(['Target']);
  });

  it('do not wait after a reload', () => {
    show({ view: second });
    expect(text('figcaption')).toEqual(['Target']);
  });

  it('are no part of a single deal', () => {
    show();
    expect(all('.series')).toEqual([]);
  });
});

describe('what is offered', () => {
  it('on one’s turn: eight pushes, two twists and the stack', () => {
    show();
    expect(enabled().sort()).toEqual([...data.moves, 'stack'].sort());
  });

  it('goes round the square in the order of the keyboard, and ends with the stack', () => {
    show();
    expect(moves()[0]).toBe('twist anticlockwise');
    expect(moves().at(-1)).toBe('stack');
    expect(all('[data-move]').every((each) => each.tagName === 'BUTTON')).toBe(true);
  });

  it.each([
    ['while others act', { moves: [] }],
    ['while a move is on its way', { busy: true }],
    ['when looking back', { live: false }],
  ])('%s: everything is there, nothing can be done', (_, more) => {
    show(more);
    expect(moves().length).toBe(11);
    expect(enabled()).toEqual([]);
    button('push north from west')?.click();
    expect(played).toEqual([]);
  });

  it('in Dual: only the pushes into one’s own position', () => {
    const own = ['push north from east', 'push east from north'];
    const mine = offer('stack').filter(
      ({ move }) => !move.startsWith('push') || own.includes(move),
    );
    show({
      moves: mine,
      view: { ...base, ...revealed, turn: null, colours: [null, null, null, null] },
    });
    expect(moves().sort()).toEqual(
      [...own, 'stack', 'twist anticlockwise', 'twist clockwise'].sort(),
    );
  });

  it('signals by hand: a button that stays when it has been used', () => {
    const props = show({ moves: offer('stack', 'signal') });
    expect(enabled()).toContain('signal');
    props.moves = offer('stack');
    flushSync();
    expect(moves()).toContain('signal');
    expect(enabled()).not.toContain('signal');
  });

  it('no signal and no look where there is none', () => {
    show();
    expect(moves()).not.toContain('signal');
    expect(moves()).not.toContain('look');
  });

  it('a look at one’s cards, before anything else', () => {
    show({
      moves: [{ move: 'look', effect: null }],
      view: { ...base, looked: [false, true, true, false], signals: [null, null, null, null] },
    });
    expect(enabled()).toEqual(['look']);
    button('look')?.click();
    expect(played).toEqual(['look']);
    expect(labels('.thumb svg')).toEqual([
      'has looked at their cards',
      'has looked at their cards',
      'has not looked yet',
      'has not looked yet',
    ]);
  });

  it('nothing to bystanders and after the end', () => {
    show({ seat: null, moves: [] });
    expect(moves()).toEqual([]);
    show({ view: { ...base, ...revealed, ending: 'time' }, moves: [] });
    expect(moves()).toEqual([]);
  });
});

describe('what a control says and does', () => {
  it('names the push and what it moves', () => {
    show();
    expect(button('push north from west')?.getAttribute('aria-label')).toBe(
      'push the north row from the west: purple in, green out',
    );
    expect(button('twist clockwise')?.getAttribute('aria-label')).toBe('twist clockwise');
    expect(button('stack')?.textContent?.trim()).toBe('Stack');
  });

  it('makes the move', () => {
    show();
    button('push north from west')?.click();
    button('stack')?.click();
    expect(played).toEqual(['push north from west', 'stack']);
  });

  it('points out a suggested move, not by its look alone', () => {
    show({ suggested: 'twist clockwise' });
    expect(button('twist clockwise')?.getAttribute('aria-label')).toBe(
      'twist clockwise (suggested)',
    );
    expect(button('twist clockwise')?.classList.contains('suggested')).toBe(true);
  });

  it('shows lightly what would lie where, while a mouse points at it', () => {
    show();
    const ghosts = () => all('.ghost [data-piece]').map((each) => each.dataset['piece']);
    button('push north from west')?.dispatchEvent(
      new PointerEvent('pointerenter', { pointerType: 'mouse' }),
    );
    flushSync();
    expect(ghosts()).toEqual(['P', 'R', 'G']);
    button('push north from west')?.dispatchEvent(new PointerEvent('pointerleave'));
    flushSync();
    expect(ghosts()).toEqual([]);
  });

  it('moves the focus with the arrow keys, and keeps them from doing anything else', () => {
    show();
    const corner = button('twist anticlockwise');
    corner?.focus();
    const key = new KeyboardEvent('keydown', { key: 'ArrowUp', bubbles: true, cancelable: true });
    corner?.dispatchEvent(key);
    expect(key.defaultPrevented).toBe(true);
  });
});

describe('what is seen', () => {
  it('describes the board in one sentence', () => {
    show();
    expect(document.querySelector('.said')?.textContent).toBe(
      'Northwest red, northeast green, southeast blue, southwest yellow; free purple.',
    );
  });

  it('shows one’s own cards and the others’ backs, names and thumbs', () => {
    show();
    expect(labels('.cards')).toEqual([
      'colour card face down and position card face down',
      'colour card face down and position card face down',
      'colour card face down and position card face down',
      'red card and northwest card',
    ]);
    expect(all('.seat .name').map((each) => each.textContent?.trim())).toEqual([
      'Ada',
      'Ben',
      'Cleo',
      'You',
    ]);
    expect(labels('.thumb svg')).toEqual(['thumbs down', 'thumbs down', 'thumbs up', 'thumbs up']);
    expect(labels('.acts .pointer')).toEqual(['To play:']);
  });

  it('seats the others clockwise from the left', () => {
    show({ seat: 2 });
    expect(all('.others .name').map((each) => each.textContent?.trim())).toEqual([
      'Cleo',
      'Mia',
      'Ada',
    ]);
  });

  it('shows four alike to bystanders', () => {
    show({ seat: null, moves: [] });
    expect(all('.others .seat').length).toBe(4);
    expect(all('.mine').length).toBe(0);
  });

  it('tells no signal from thumbs down', () => {
    show({ view: { ...base, signals: [null, false, null, true] } });
    expect(labels('.thumb svg')).toEqual(['thumbs down', 'no signal', 'thumbs up', 'no signal']);
  });

  it('in Dual there are no colour cards and no thumbs', () => {
    show({ view: { ...base, ...revealed, turn: null, colours: [null, null, null, null] } });
    expect(labels('.mine .cards')).toEqual(['northwest card']);
    expect(all('.thumb svg').length).toBe(0);
  });

  it('shows the target as far as it is known, the north card, actions and the fewest possible', () => {
    const props = show();
    const picture = () => labels('figure [role="img"]')[0];
    expect(picture()).toBe('northwest red');
    expect(labels('.north [role="img"]')).toEqual(['North, with a colour card face down']);
    expect(all('.count').map((each) => each.textContent.trim())).toEqual(['3 actions']);
    props.view = { ...base, ...revealed };
    flushSync();
    expect(picture()).toBe(
      'northwest red, northeast purple, southeast green, southwest yellow and free blue',
    );
    expect(labels('.north [role="img"]')).toEqual(['North, with the blue card']);
    expect(all('.count').map((each) => each.textContent.trim())).toEqual([
      '3 actions',
      'fewest: 2',
    ]);
    props.view = { ...base, target: [null, null, null, null, null] };
    flushSync();
    expect(picture()).toBe('nothing known yet');
  });

  it('says how many actions are left, and when only the stack remains', () => {
    const props = show({ view: { ...base, left: 6 } });
    const counted = () =>
      document.querySelector('.count')?.textContent?.split(/\s+/).join(' ').trim();
    expect(counted()).toBe('3 actions 6 left');
    expect(document.querySelector('.only')).toBeNull();
    props.view = { ...base, actions: 9, left: 0 };
    props.moves = [{ move: 'stack', effect: null }];
    flushSync();
    expect(document.querySelector('.only')?.textContent).toBe('You can only stack now');
    props.view = { ...base, ...revealed, actions: 9, left: 0, ending: 'stack' };
    flushSync();
    expect(document.querySelector('.only')).toBeNull();
    expect(counted()).toBe('9 actions');
  });

  it('after the end: the solution, and what was right and wrong', () => {
    show({ view: { ...base, ...revealed, ending: 'stack' }, moves: [] });
    expect(document.querySelector('figcaption')?.textContent).toBe('Solution');
    expect(labels('.mark svg').sort()).toEqual(
      ['blue: wrong', 'green: wrong', 'purple: wrong', 'red: right', 'yellow: right'].sort(),
    );
    expect(document.querySelector('.said')?.textContent).toContain('purple stacked on top');
    expect(all('.acts').length).toBe(0);
  });
});

describe('motion', () => {
  const animate = vi.fn(() => ({ cancel() {} }));

  beforeEach(() => {
    animate.mockClear();
    Object.assign(Element.prototype, { animate, getAnimations: () => [] });
  });

  it('moves what a push moves, within 300 ms', () => {
    const props = show();
    expect(animate).not.toHaveBeenCalled();
    props.view = { ...base, tokens: ['P', 'R', 'B', 'Y', 'G'] };
    flushSync();
    expect(animate).toHaveBeenCalledTimes(3);
    for (const [, options] of animate.mock.calls as unknown as [unknown, { duration: number }][]) {
      expect(options.duration).toBeGreaterThanOrEqual(150);
      expect(options.duration).toBeLessThanOrEqual(300);
    }
  });

  it('drops the free token on top, and stays still where nothing moved', () => {
    const props = show();
    props.view = { ...base, signals: [null, null, null, null] };
    flushSync();
    expect(animate).not.toHaveBeenCalled();
    props.view = { ...base, ...revealed, ending: 'stack' };
    flushSync();
    expect(animate).toHaveBeenCalledTimes(1);
  });

  it('is off with reduced motion', () => {
    vi.spyOn(prefersReducedMotion, 'current', 'get').mockReturnValue(true);
    const props = show();
    props.view = { ...base, tokens: ['P', 'R', 'B', 'Y', 'G'] };
    flushSync();
    expect(animate).not.toHaveBeenCalled();
  });
});

describe('other components of the game', () => {
  it('draws pictures for the guide', () => {
    const source = 'tokens RG/YB P\nmove push north from west\ntarget PR/YB G\ncaption Words.';
    mounted.push(mount(Diagram, { target: document.body, props: { source } }));
    expect(labels('[role="img"]').length).toBe(2);
    expect(document.body.textContent).toContain('push the north row from the west');
    expect(document.querySelector('figcaption')?.textContent).toBe('Words.');
    expect(all('svg[data-piece]').length).toBe(10);
  });

  it('shows what it cannot draw as it is written', () => {
    mounted.push(mount(Diagram, { target: document.body, props: { source: 'tokens ?' } }));
    expect(document.querySelector('pre')?.textContent).toBe('tokens ?');
  });

  it('has a thumbnail without controls', () => {
    mounted.push(mount(Thumb, { target: document.body }));
    expect(all('.token [data-piece]').length).toBe(5);
    expect(all('button, a, [tabindex]').length).toBe(0);
  });

  it('leads through three lessons', () => {
    mounted.push(mount(Introduction, { target: document.body }));
    flushSync();
    const heading = () => document.querySelector('h2')?.textContent;
    const remark = () => document.querySelector('[role="status"]')?.textContent;
    const press = (move: string) => {
      button(move)?.click();
      flushSync();
    };
    const next = () => {
      all('.steps button').at(-1)?.click();
      flushSync();
    };
    expect(heading()).toBe('Push and twist');
    expect(remark()).toBe('');
    press('push west from north');
    expect(remark()).toBe('One more action is enough.');
    press('twist clockwise');
    expect(remark()).toContain('You reached the target in 2 actions.');
    next();
    expect(heading()).toContain('thumbs');
    expect(document.activeElement?.tagName).toBe('H2');
    press('push south from west');
    expect(remark()).toContain(
      'Your thumb is up, and so is one other. The target is one action away.',
    );
    next();
    press('push east from south');
    expect(remark()).toContain('Stack!');
    press('stack');
    expect(remark()).toContain('everyone wins');
  });
});
