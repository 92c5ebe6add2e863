// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { prefersReducedMotion } from 'svelte/motion';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadGameMessages, loadLanguage } from '../../messages';
import type { BoardProps, Offer } from '../contract';
import Board from './Board.svelte';
import { upright } from './cards/upright.svelte';
import Diagram from './Diagram.svelte';
import Introduction from './Introduction.svelte';
import Thumb from './Thumb.svelte';
import { after, base, quiet } from './test-views';
import { CELLS, type Effect, type QuivvitView } from './view';

const names = ['Mia', 'Ada', 'Ben'];
const none: Effect = { links: [], cells: [], points: 0 };
const linking: Effect = {
  links: after.last?.links ?? [],
  cells: after.last?.cells ?? [],
  points: 6,
};
const turns: Offer[] = CELLS.flatMap((cell) =>
  ['left', 'right'].map((way) => ({
    move: `${cell} ${way}`,
    effect: `${cell} ${way}` === 'b2 right' ? linking : none,
  })),
);
const offer = (...moves: string[]): Offer[] => moves.map((move) => ({ move, effect: null }));
const blocking: QuivvitView = {
  ...base,
  phase: 'block',
  turn: 1,
  waiting: [0, 2],
  blocks: [null, 'd4', null],
  may_block: [true, false, true],
};
const blocks = offer('decline', 'block c3', 'quiet');

let played: string[] = [];
let mounted: Record<string, unknown>[] = [];

function show(more: Partial<BoardProps<QuivvitView>> = {}) {
  const props = $state({
    view: base,
    moves: turns,
    seat: 0,
    names,
    live: true,
    busy: false,
    onmove: (move: string) => played.push(move),
    ...more,
  } as BoardProps<QuivvitView>);
  mounted.push(mount(Board, { target: document.body, props }));
  flushSync();
  return props;
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const cell = (name: string) => document.querySelector<HTMLElement>(`[data-cell="${name}"]`);
const text = (selector: string) =>
  document.querySelector(selector)?.textContent?.replace(/\s+/g, ' ').trim();
const button = (move: string) => document.querySelector<HTMLElement>(`[data-move="${move}"]`);
const named = (name: string) => cell(name)?.querySelector('.unseen')?.textContent;
const lit = () =>
  all('[data-cell]').flatMap((each) =>
    [...each.querySelectorAll<HTMLElement>('.lit')].map(
      (square) => `${each.dataset['cell']} ${square.dataset['piece']}`,
    ),
  );
const held = () => all('[aria-pressed="true"][data-cell]').map((each) => each.dataset['cell']);

/** A mouse click on the left half, on the right half, or anywhere. */
function tap(element: HTMLElement | null, half: 'left' | 'right' = 'right'): void {
  const clientX = half === 'left' ? -1 : 1;
  element?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1, clientX }));
  flushSync();
}

function press(key: string, on: Element | null = document.activeElement): void {
  on?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  // The browser's own reaction to a key on a button.
  if (key === 'Enter') (on as HTMLElement).click();
  flushSync();
}

function turn(way: 'left' | 'right'): void {
  tap(document.querySelector<HTMLElement>(`[data-turn="${way}"]`));
}

beforeAll(async () => {
  await loadLanguage('en');
  await loadGameMessages('quivvit');
});
beforeEach(() => {
  played = [];
  vi.useFakeTimers();
});
afterEach(async () => {
  for (const each of mounted) await unmount(each);
  mounted = [];
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
  if (upright.on) upright.toggle();
});

describe('a card', () => {
  it('is described as it lies, without what it would link', () => {
    show();
    expect(named('b2')).toBe(
      'b2: 1 point, red top left, blue top right, green bottom right, yellow bottom left',
    );
    expect(named('d2')).toMatch(/^d2: minus 1 point, /);
    tap(cell('b2'));
    turn('right');
    const moveText = [...all('[role="status"], [aria-label], .unseen')].map(
      (each) => `${each.textContent} ${each.getAttribute('aria-label')}`,
    );
    expect(moveText.filter((words) => /link|points? with|c2 and/.test(words))).toEqual([]);
    expect(text('.release small')).toBe('3 cards, 6 points');
    expect(document.querySelector('.release small')?.getAttribute('aria-hidden')).toBe('true');
    expect(all('[role="status"]').map((each) => each.textContent)).toContain(
      'yellow top left, red top right, blue bottom right, green bottom left',
    );
  });

  it('that is suggested is described with what it links', () => {
    show({ suggested: 'b2 right' });
    expect(named('b2')).toContain(
      '(suggested: rotate it right. It links blue at b2 c2, green at b2 b3.)',
    );
    tap(cell('b2'));
    expect(all('.suggested').map((each) => each.dataset['turn'])).toEqual(['right']);
    turn('right');
    expect(all('.suggested').map((each) => each.dataset['move'])).toEqual(['b2 right']);
  });
});

describe('in the hand', () => {
  it('is led to the move that is pointed out, wherever it has been turned', () => {
    show({ moves: [...turns, { move: 'b2 half', effect: none }], suggested: 'b2 half' });
    const led = () => all('.suggested').map((each) => each.dataset['turn'] ?? each.dataset['move']);
    tap(cell('b2'));
    turn('left');
    expect(led()).toEqual(['right']);
    turn('left');
    expect(led()).toEqual(['b2 half']);
  });

  it('is turned, lights what links, and is played by letting go', () => {
    show();
    tap(cell('b2'));
    expect([held(), lit(), text('.release')]).toEqual([['b2'], [], 'Put back']);
    turn('right');
    expect(lit()).toEqual(['b2 B', 'b2 G', 'c2 B', 'b3 G']);
    expect(all('circle[data-piece="B"][r="0.11"]').length).toBe(1);
    tap(button('b2 right'));
    expect(played).toEqual(['b2 right']);
  });

  it('is turned back and put back, and nothing has happened', () => {
    show();
    tap(cell('b2'));
    turn('right');
    turn('left');
    expect(lit()).toEqual([]);
    tap(document.querySelector<HTMLElement>('.release'));
    expect([held(), played]).toEqual([[], []]);
  });

  it('is turned by its own halves, no further than is offered', () => {
    show();
    tap(cell('b2'));
    tap(cell('b2'), 'right');
    tap(cell('b2'), 'right');
    expect(button('b2 right')).not.toBe(null);
    tap(cell('b2'), 'left');
    tap(cell('b2'), 'left');
    expect(button('b2 left')).not.toBe(null);
  });

  it('goes on to half a turn where that is offered, and says what it costs', () => {
    show({ moves: [...turns, { move: 'b2 half', effect: none }] });
    tap(cell('b2'));
    turn('left');
    turn('left');
    expect(text('.line')).toMatch(/half turn: uses Double Rotate/);
    tap(button('b2 half'));
    expect(played).toEqual(['b2 half']);
  });

  it('is claimed without being turned where it has a free link', () => {
    show({ moves: [...turns, { move: 'claim b2', effect: linking }] });
    tap(cell('b2'));
    expect(text('.release')).toBe('Claim free link 3 cards, 6 points');
    tap(button('claim b2'));
    expect(played).toEqual(['claim b2']);
  });

  it('makes way for another card, and for a press beside the cards', () => {
    show();
    tap(cell('b2'));
    turn('right');
    tap(cell('d4'));
    expect([held(), lit()]).toEqual([['d4'], []]);
    tap(document.querySelector<HTMLElement>('.board'));
    expect(held()).toEqual([]);
  });

  it('stays there while the move is on its way, and can do nothing else', () => {
    const props = show();
    tap(cell('b2'));
    turn('right');
    tap(button('b2 right'));
    props.busy = true;
    flushSync();
    turn('left');
    tap(cell('d4'));
    tap(button('b2 right'));
    expect([held(), lit().length, played]).toEqual([['b2'], 4, ['b2 right']]);
    // The move was refused: the hand is free again.
    props.busy = false;
    flushSync();
    turn('left');
    expect(lit()).toEqual([]);
  });

  it('can be turned, but not let go of, while something else is on its way', () => {
    show({ busy: true });
    tap(cell('b2'));
    turn('right');
    expect(lit().length).toBe(4);
    tap(button('b2 right'));
    expect(played).toEqual([]);
  });

  it('is taken out of it when the time is up', () => {
    const props = show();
    tap(cell('b2'));
    turn('right');
    const last = {
      ...(quiet.last as NonNullable<QuivvitView['last']>),
      way: 'time' as const,
      cell: null,
    };
    Object.assign(props, { view: { ...base, played: 1, turn: 1, last }, moves: [] });
    flushSync();
    expect([held(), lit()]).toEqual([[], []]);
    expect(text('.before')).toBe('Mia time is up');
  });
});

describe('the keyboard', () => {
  it('goes from card to card, turns, and lets go', () => {
    show();
    cell('b2')?.focus();
    press('ArrowRight');
    press('ArrowDown');
    expect((document.activeElement as HTMLElement).dataset['cell']).toBe('c3');
    for (const _ of '12345') press('ArrowUp');
    press('ArrowLeft');
    press('ArrowDown');
    expect((document.activeElement as HTMLElement).dataset['cell']).toBe('b2');
    expect(all('[data-cell][tabindex="0"]').length).toBe(1);
    press('.');
    expect(lit().length).toBe(4);
    press('Enter');
    expect(played).toEqual(['b2 right']);
  });

  it('turns back, and puts back', () => {
    show();
    cell('b2')?.focus();
    press('.');
    press(',');
    press(',');
    expect(button('b2 left')).not.toBe(null);
    press('Escape');
    expect([held(), played]).toEqual([[], []]);
    press('Enter');
    expect(held()).toEqual(['b2']);
  });
});

describe('a seat that may block', () => {
  it('covers a card, after a look at it', () => {
    show({ view: blocking, moves: blocks });
    expect(text('.line p')).toBe('Cover a card before Ada plays? It stays covered.');
    expect(named('d4')).toBe('d4: covered by Ada');
    expect(button('block')?.getAttribute('aria-disabled')).toBe('true');
    tap(cell('b2'));
    expect(held()).toEqual([]);
    tap(cell('c3'));
    expect(text('[data-move="block c3"]')).toBe('Cover c3');
    tap(button('block c3'));
    expect(played).toEqual(['block c3']);
  });

  it('declines, and may opt out of being asked', () => {
    show({ view: blocking, moves: blocks });
    tap(button('decline'));
    tap(button('quiet'));
    expect(played).toEqual(['decline', 'quiet']);
  });

  it('may take that back at any time', () => {
    show({ view: { ...blocking, phase: 'turn', waiting: [] }, moves: offer('ask') });
    tap(button('ask'));
    expect(played).toEqual(['ask']);
  });

  it('keeps looking at a card while others answer, unless they cover it', () => {
    const props = show({ view: blocking, moves: blocks });
    tap(cell('c3'));
    props.view = { ...blocking, waiting: [0] };
    flushSync();
    expect(held()).toEqual(['c3']);
    Object.assign(props, {
      view: { ...blocking, waiting: [0], blocks: [null, 'd4', 'c3'] },
      moves: offer('decline', 'block e5'),
    });
    flushSync();
    expect(held()).toEqual([]);
  });

  it('draws a card at the end, or does not', () => {
    show({
      view: { ...base, phase: 'bonus', turn: null, waiting: [0, 2] },
      moves: offer('draw', 'decline'),
    });
    tap(button('draw'));
    tap(button('decline'));
    expect(played).toEqual(['draw', 'decline']);
  });
});

describe('from view to view', () => {
  it('the cards fly to the pile, new ones are flipped, and then all is calm', () => {
    const props = show({ seat: 1, moves: [] });
    props.view = after;
    flushSync();
    expect(all('.flyer').length).toBe(3);
    expect(all('.fresh').length).toBe(3);
    vi.advanceTimersByTime(3000);
    flushSync();
    expect([all('.flyer').length, all('.fresh').length]).toEqual([0, 0]);
  });

  it('answers that come meanwhile do not cut it short', () => {
    const props = show({ seat: 1, moves: [] });
    props.view = { ...after, phase: 'block', waiting: [0, 2] };
    flushSync();
    props.view = { ...after, phase: 'block', waiting: [2] };
    flushSync();
    expect(all('.flyer').length).toBe(3);
  });

  it('nothing flies backwards, nor for those who want no motion', () => {
    const props = show({ view: after, live: false, moves: [] });
    props.view = base;
    flushSync();
    expect(all('.flyer')).toEqual([]);
    vi.spyOn(prefersReducedMotion, 'current', 'get').mockReturnValue(true);
    props.view = after;
    flushSync();
    expect(all('.flyer')).toEqual([]);
    expect(named('b2')).toMatch(/^b2: 3 points/);
  });

  it('a card that was turned for nothing lies where the hand left it', () => {
    const props = show();
    const angle = () =>
      cell('b2')?.querySelector<SVGElement>('.card svg')?.style.getPropertyValue('--turn');
    tap(cell('b2'));
    turn('left');
    expect(angle()).toBe('-90deg');
    Object.assign(props, { view: quiet, moves: [] });
    flushSync();
    expect([angle(), held()]).toEqual(['-90deg', []]);
  });
});

describe('who stands where', () => {
  it('each seat has its place in the round, its points and its cards', () => {
    show({ view: { ...base, order: [2, 0, 1], played: 1, doubles: [true, false, false] } });
    expect(all('.place').map((each) => each.textContent)).toEqual(['2', '3', '1']);
    expect(all('.place.first').length).toBe(1);
    expect(all('.pile .unseen').map((each) => each.textContent)).toEqual([
      '4 points, 3 cards',
      '0 points, 0 cards',
      '7 points, 5 cards',
    ]);
    expect(all('.pile [role="img"]').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Double Rotate card',
    ]);
    expect(text('.situation .words p')).toBe('Round 2 of 5 120 cards in the deck');
  });

  it('cards that may not count are kept apart', () => {
    const apart = { draining: true, round: 6, apart: [[2, 3], [], []], apart_points: [5, 0, 0] };
    show({ view: { ...base, ...apart } });
    expect(text('.apart')).toMatch(/^\+5 set aside/);
    expect(text('.situation .words p')).toMatch(/^Drain round 1 /);
  });

  it('the die shows its colour, and its place stays while it waits', () => {
    const props = show({ view: { ...base, random_color: true, colour: 'G' } });
    expect(document.querySelector('.die')?.getAttribute('aria-label')).toBe('The die shows green');
    props.view = { ...blocking, random_color: true, played: 1 };
    flushSync();
    expect(document.querySelector('.die')?.getAttribute('aria-label')).toMatch(/not been rolled/);
  });

  it('a team sees which member is on turn', () => {
    const view = { ...base, teams: [1, 2, 1], turn: 1, member: 1 };
    show({ view, names: ['Mia', 'Ada & Bob', 'Ben'], moves: [] });
    expect(all('.member').map((each) => each.textContent?.trim())).toEqual(['', 'Bob’s turn', '']);
    expect(text('.line p')).toBe('Bob is choosing a card.');
  });

  it('a spectator sees everything and can do nothing', () => {
    show({ seat: null, moves: [], live: false });
    expect(all('[data-move], [data-turn]')).toEqual([]);
    tap(cell('b2'));
    expect(held()).toEqual([]);
  });

  it('numbers are turned upright for those who want it, and that is remembered', () => {
    show();
    tap(document.querySelector<HTMLElement>('button.upright'));
    expect(all('svg.upright.card').length).toBe(25);
    expect(localStorage.getItem('quincunx.quivvit.upright')).toBe('yes');
    tap(document.querySelector<HTMLElement>('button.upright'));
    expect(localStorage.getItem('quincunx.quivvit.upright')).toBe(null);
  });
});

describe('pictures and lessons', () => {
  it('the guide shows a turn and what links', () => {
    const source = 'RGBY2 YGRB3\nb1 left\nRGBY2 GRBY3\nlink G a1 b1\ncaption Green meets green.';
    mounted.push(mount(Diagram, { target: document.body, props: { source } }));
    expect(all('[role="img"]').length).toBe(2);
    expect(text('.frame p')).toBe('rotate b1 left');
    expect(text('figcaption')).toBe('Green meets green.');
  });

  it('the home page has its picture', () => {
    mounted.push(mount(Thumb, { target: document.body }));
    expect(all('svg.card').length).toBe(6);
  });

  it('the introduction says what came of a turn, and begins anew', () => {
    mounted.push(mount(Introduction, { target: document.body }));
    flushSync();
    tap(cell('b2'));
    turn('left');
    tap(button('b2 left'));
    expect(text('.remark')).toMatch(/^No colours meet/);
    tap(all('.steps button')[0] ?? null);
    tap(cell('b2'));
    turn('right');
    tap(button('b2 right'));
    expect(text('.remark')).toMatch(/^Linked! You take 3 cards/);
    expect(document.querySelector('.remark.finished')).not.toBe(null);
  });
});
