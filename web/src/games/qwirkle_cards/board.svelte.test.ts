// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { prefersReducedMotion } from 'svelte/motion';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadGameMessages, loadLanguage } from '../../messages';
import type { Fault } from '../../wire';
import type { BoardProps } from '../contract';
import Board from './Board.svelte';
import { handOrder } from './cards/hand-sorting.svelte';
import Diagram from './Diagram.svelte';
import Introduction from './Introduction.svelte';
import Thumb from './Thumb.svelte';
import type { QwirkleCardsDraft, QwirkleCardsView } from './view';

const CIRCLES = ['Rc', 'Oc', 'Gc'];
const BLUE = ['Bc', 'Bs', 'Bd', 'Bx'];
const QWIRKLE_SIZE = ['Yc', 'Ys', 'Yd', 'Yl', 'Yx', 'Ya'];

const base: QwirkleCardsView = {
  seat: 0,
  hands: [['Rs', 'Os', 'Yc', 'Pa'], null],
  sizes: [4, 9],
  deck: 42,
  table: [CIRCLES, BLUE],
  qwirkles: [[], [QWIRKLE_SIZE]],
  turn: 0,
  phase: 'play',
  redrawn: false,
  turns_left: null,
  idle: 0,
  last: null,
  winners: [],
};
const fault = (id: string, ...cells: string[]): Fault => ({
  message: { id: `qwirkle_cards.refusal.${id}`, args: { cards: ['Rs', 'Os'], count: 2 } },
  cells,
});

let moves: string[] = [];
let drafts: string[] = [];
let mounted: Record<string, unknown>[] = [];

function show(more: Partial<BoardProps<QwirkleCardsView>> = {}) {
  const props = $state({
    view: base,
    moves: [],
    seat: 0,
    names: ['Mia', 'Ada'],
    live: true,
    busy: false,
    draft: null,
    faults: [] as readonly Fault[],
    onmove: (move: string) => moves.push(move),
    ondraft: (draft: unknown) => {
      drafts.push((draft as QwirkleCardsDraft).sets.map((set) => set.join(' ')).join(', '));
      props.draft = draft;
    },
    ...more,
  } as BoardProps<QwirkleCardsView>);
  mounted.push(mount(Board, { target: document.body, props }));
  flushSync();
  return props;
}

/** The server's answer. */
function answer(props: BoardProps<QwirkleCardsView>, ...faults: Fault[]): void {
  props.faults = faults;
  flushSync();
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const text = (selector: string) =>
  document.querySelector(selector)?.textContent?.replace(/\s+/g, ' ').trim();
const kinds = (selector: string) => all(`${selector} [data-kind]`).map((e) => e.dataset['kind']);
const sets = () =>
  all('.set ul').map((ul) =>
    [...ul.children].map((li) => (li as HTMLElement).dataset['kind']).join(' '),
  );
const hand = () => kinds('[data-drop="hand"]').join(' ');
const tool = (name: string) => document.querySelector<HTMLElement>(`[data-tool="${name}"]`);
const play = () => document.querySelector<HTMLElement>('[data-move="play"]');
const enabled = (element: HTMLElement | null) => element?.getAttribute('aria-disabled') === 'false';

function button(kind: string, where = ''): HTMLElement {
  return document.querySelector(`${where} [data-kind="${kind}"] button`) as HTMLElement;
}

/** Cards, or buttons that may appear only while a card is held. */
function press(...those: (HTMLElement | string)[]): void {
  for (const each of those) {
    const selector = /^\w+$/.test(String(each)) ? `[data-tool="${each}"]` : String(each);
    const found = typeof each === 'string' ? document.querySelector<HTMLElement>(selector) : each;
    found?.click();
    flushSync();
  }
}

function key(target: HTMLElement, name: string, more: KeyboardEventInit = {}): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, ...more }));
  flushSync();
}

beforeAll(async () => {
  await loadLanguage('en');
  await loadGameMessages('qwirkle_cards');
});
const animate = vi.fn(() => ({ cancel() {} }));
beforeEach(() => {
  moves = [];
  drafts = [];
  handOrder.choose('colour');
  animate.mockClear();
  Object.assign(Element.prototype, { animate, getAnimations: () => [] });
});
afterEach(async () => {
  for (const each of mounted) await unmount(each);
  mounted = [];
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('a turn', () => {
  it('begins with the table as it is, and nothing to play yet', () => {
    show();
    expect(sets()).toEqual(['Rc Oc Gc', 'Bc Bs Bd Bx']);
    expect(hand()).toBe('Rs Os Yc Pa');
    expect([play(), tool('undo'), tool('reset')].map(enabled)).toEqual([false, false, false]);
    expect(text('.say p')).toContain('at least one card');
  });

  it('cards that are tapped go together: into a new set, into a set', () => {
    const props = show();
    press(button('Rs'), button('Os'), button('Bs'));
    // A card on the table accepts held cards.
    expect(sets()).toEqual(['Rc Oc Gc', 'Bc Bs Bd Bx Rs Os'.split(' ').sort(order).join(' ')]);
    press('undo');
    press(button('Bs'), button('Rs'), button('Os'), 'new_set');
    expect(sets()).toEqual(['Rc Oc Gc', 'Bc Bd Bx', 'Rs Os Bs']);
    expect(hand()).toBe('Yc Pa');
    expect(drafts.at(-1)).toBe('Rc Oc Gc, Bc Bd Bx, Rs Os Bs');
    expect(enabled(play())).toBe(false);
    answer(props);
    expect(text('[data-move="play"]')).toBe('Play 2 cards');
    press('[data-move="play"]');
    expect(moves).toEqual(['[Bc Bs Bd Bx] > [Rs Os Bs] [Bc Bd Bx]']);
  });

  it('each set is right or says what is wrong', () => {
    const props = show();
    press(button('Rs'), button('Os'), '.begin');
    expect(all('[data-state]').map((e) => e.dataset['state'])).toEqual(['right', 'right']);
    answer(props, fault('too_few', '2'));
    expect(all('[data-state]').map((e) => e.dataset['state'])).toEqual(['right', 'right', 'wrong']);
    expect(text('.chip')).toBe('one more');
    expect(text('.say p')).toBe('Only 2 cards. A set needs at least three.');
    expect(all('.set ul')[2]?.getAttribute('aria-label')).toContain('not right yet: Only 2 cards');
    press('[data-move="play"]');
    expect(moves).toEqual([]);
    // A set's faults are known as soon as the same set is there again.
    press(button('Pa'), button('Rs'), 'undo');
    expect(text('.chip')).toBe('one more');
    expect(text('.say p')).not.toContain('Only');
  });

  it('steps can be undone, and everything put back as it was', () => {
    show();
    press(button('Yc'), button('Rc'), button('Rs'), button('Bs'));
    expect(hand()).toBe('Os Pa');
    key(document.body, 'z', { ctrlKey: true });
    expect(hand()).toBe('Rs Os Pa');
    press('reset');
    expect([sets()[0], hand()]).toEqual(['Rc Oc Gc', 'Rs Os Yc Pa']);
    press('undo');
    expect(hand()).toBe('Rs Os Pa');
  });

  it('cards of the hand are marked on the table and can go back, those of the table cannot', () => {
    show();
    press(button('Yc'), button('Rc'));
    expect(button('Yc').getAttribute('aria-label')).toBe(
      'yellow circle, from your hand, on the table',
    );
    expect(button('Rc').getAttribute('aria-label')).toBe('red circle, on the table');
    press(button('Rc'));
    expect(tool('to_hand')).toBe(null);
    press('[data-drop="hand"]');
    expect(text('[role="status"]')).toBe('Cards on the table stay on the table.');
    press(button('Yc'), 'to_hand');
    expect(hand()).toBe('Rs Os Yc Pa');
    press(button('Yc'), button('Rc'));
    key(button('Yc'), 'Delete');
    expect(hand()).toBe('Rs Os Yc Pa');
  });

  it('a Qwirkle is announced before it is played', () => {
    const view = { ...base, table: [QWIRKLE_SIZE.slice(1)] };
    const props = show({ view });
    press(button('Yc'), button('Ys'));
    answer(props);
    expect(text('[data-move="play"]')).toBe('Play 1 card a Qwirkle!');
  });

  it.each([
    ['while a move is on its way', { busy: true }],
    ['when looking back', { live: false }],
    ['while others play', { view: { ...base, turn: 1 } }],
  ])('%s: nothing can be moved', (_, more) => {
    show(more);
    press(button('Rs'), 'new_set');
    expect(drafts).toEqual([]);
    expect(enabled(play())).toBe(false);
  });

  it('a player who cannot play is told so and redraws', () => {
    show({ view: { ...base, phase: 'redraw' } });
    expect(text('.say p')).toContain('None of your cards can be played');
    expect(play()).toBe(null);
    press('[data-move="redraw"]');
    expect(moves).toEqual(['redraw']);
  });
});

const order = (a: string, b: string) =>
  'ROYGBP'.indexOf(a[0] ?? '') - 'ROYGBP'.indexOf(b[0] ?? '') ||
  'csdlxa'.indexOf(a[1] ?? '') - 'csdlxa'.indexOf(b[1] ?? '');

describe('the draft', () => {
  const draft = { sets: [CIRCLES, ['Bc', 'Bd', 'Bx'], ['Bs', 'Rs']] };

  it('comes back from the table, and is checked once more', () => {
    const props = show({ draft });
    expect(sets()).toEqual(['Rc Oc Gc', 'Bc Bd Bx', 'Rs Bs']);
    expect(hand()).toBe('Os Yc Pa');
    expect(drafts).toEqual(['Rc Oc Gc, Bc Bd Bx, Rs Bs']);
    expect(enabled(play())).toBe(false);
    answer(props, fault('too_few', '2'));
    expect(text('.chip')).toBe('one more');
    press('reset');
    expect(hand()).toBe('Rs Os Yc Pa');
  });

  it('that the table does not want is gone', () => {
    const props = show();
    press(button('Yc'), button('Rc'));
    props.draft = null;
    flushSync();
    expect([sets()[0], hand()]).toEqual(['Rc Oc Gc', 'Rs Os Yc Pa']);
  });

  it('of another table is none', () => {
    const props = show({ draft: { sets: [CIRCLES, ['Bc', 'Bd', 'Bx']] } });
    expect([sets()[1], hand(), drafts.length]).toEqual(['Bc Bs Bd Bx', 'Rs Os Yc Pa', 0]);
    props.draft = { sets: [[...CIRCLES, 'Bc'], BLUE] };
    flushSync();
    expect(drafts).toEqual([]);
  });

  it('is not shown when the turn is looked at later', () => {
    const props = show();
    press(button('Yc'), button('Rc'));
    Object.assign(props, { view: { ...base, turn: 1, table: [BLUE] }, draft: null });
    flushSync();
    Object.assign(props, { view: base, live: false });
    flushSync();
    expect([sets()[0], hand()]).toEqual(['Rc Oc Gc', 'Rs Os Yc Pa']);
  });

  it('is found again by who has looked back, and can still be undone', () => {
    const props = show();
    press(button('Yc'), button('Rc'), button('Rs'), button('Bs'));
    const kept = props.draft;
    Object.assign(props, { view: { ...base, table: [CIRCLES] }, live: false, draft: null });
    flushSync();
    expect(sets()).toEqual(['Rc Oc Gc']);
    Object.assign(props, { view: base, live: true, draft: kept });
    flushSync();
    expect(hand()).toBe('Os Pa');
    press('undo');
    expect(hand()).toBe('Rs Os Pa');
  });

  it('is not lost when the same view comes once more', () => {
    const props = show();
    press(button('Yc'), button('Rc'));
    props.view = structuredClone(base);
    flushSync();
    expect(hand()).toBe('Rs Os Pa');
    press('undo');
    expect(hand()).toBe('Rs Os Yc Pa');
  });
});

describe('a hint', () => {
  it('shows which cards and sets it means, and can be laid out', () => {
    const suggested = '[Bc Bs Bd Bx] > [Rs Os Bs] [Bc Bd Bx]';
    const props = show({ suggested });
    expect(all('li.suggested').map((e) => e.dataset['kind'])).toEqual(['Rs', 'Os']);
    expect(all('.set.suggested').length).toBe(1);
    expect(button('Rs').getAttribute('aria-label')).toBe('red square, in your hand, suggested');
    press('lay_out');
    expect(drafts).toEqual(['Rc Oc Gc, Bc Bd Bx, Rs Os Bs']);
    expect([tool('lay_out'), ...all('.suggested')]).toEqual([null]);
    answer(props);
    press('[data-move="play"]');
    expect(moves).toEqual([suggested]);
  });
});

describe('the keyboard', () => {
  it('goes from card to card, with one stop in the hand and one on the table', () => {
    show();
    expect(all('[data-card] button[tabindex="0"]').length).toBe(2);
    button('Rs').focus();
    key(button('Rs'), 'ArrowRight');
    expect(document.activeElement).toBe(button('Os'));
    key(button('Os'), 'End');
    expect(document.activeElement).toBe(button('Pa'));
    key(button('Pa'), 'Home');
    expect(document.activeElement).toBe(button('Rc'));
  });

  it('lets go with Escape', () => {
    show();
    press(button('Rs'));
    expect(button('Rs').getAttribute('aria-pressed')).toBe('true');
    expect(text('.say p')).toBe('Choose a set for the red square.');
    key(button('Rs'), 'Escape');
    expect(button('Rs').getAttribute('aria-pressed')).toBe('false');
    expect(text('[role="status"]')).toBe('Put down.');
  });

  it('moves cards within the hand', () => {
    show();
    key(button('Rs'), 'ArrowRight', { shiftKey: true });
    expect(hand()).toBe('Os Rs Yc Pa');
    key(button('Pa'), 'ArrowLeft', { shiftKey: true });
    expect(hand()).toBe('Os Rs Pa Yc');
    animate.mockClear();
    press('shape');
    expect(hand()).toBe('Yc Rs Os Pa');
  });
});

describe('the players', () => {
  it('have cards and Qwirkles that everyone can look at', () => {
    Object.assign(HTMLDialogElement.prototype, { showModal() {} });
    show();
    expect(text('[data-seat="1"]')).toContain('9 cards in hand');
    press('[data-pile="1"] button');
    expect(document.querySelector('dialog [role="img"]')?.getAttribute('aria-label')).toContain(
      'yellow clover',
    );
  });

  it('have so many turns left', () => {
    show({ view: { ...base, deck: 0, turns_left: 2 } });
    expect(text('[data-deck]')).toContain('2 turns left');
    expect(text('.say p')).toContain('2 turns left, including this one');
  });

  it('are shown with their cards where all is open', () => {
    const view = { ...base, seat: null, hands: [['Rs'], ['Bs', 'Bx']], turn: 1 };
    show({ view, seat: null, live: false });
    expect(hand()).toBe('Bs Bx');
    expect(document.querySelector('[data-drop="hand"] ul')?.getAttribute('aria-label')).toBe(
      'Ada’s hand',
    );
    expect(all('[data-card] button')).toEqual([]);
  });
});

describe('what others play', () => {
  const last = {
    seat: 1,
    cards: ['Rs', 'Os'],
    old: [BLUE],
    new: [
      ['Rs', 'Os', 'Bs'],
      ['Bc', 'Bd', 'Bx'],
    ],
    qwirkles: [] as string[][],
    drawn: 2,
    redrawn: false,
  };
  const watched: QwirkleCardsView = { ...base, turn: 1, hands: [['Yc', 'Pa'], null] };
  const after: QwirkleCardsView = { ...watched, turn: 0, table: [CIRCLES, ...last.new], last };

  it('is seen card by card, and marked', () => {
    const props = show({ view: watched });
    animate.mockClear();
    props.view = after;
    flushSync();
    expect(sets()).toEqual(['Rc Oc Gc', 'Rs Os Bs', 'Bc Bd Bx']);
    const delays = (animate.mock.calls as unknown as [unknown, { delay: number }][]).map(
      ([, { delay }]) => delay,
    );
    expect(new Set(delays).size).toBeGreaterThanOrEqual(2);
    expect(button('Rs').getAttribute('aria-label')).toBe('red square, last played, on the table');
  });

  it('shows a Qwirkle before it is taken', () => {
    vi.useFakeTimers();
    const five = QWIRKLE_SIZE.slice(0, 5);
    const props = show({ view: { ...watched, table: [CIRCLES, five] } });
    const made = {
      ...last,
      cards: ['Ya'],
      old: [five],
      new: [QWIRKLE_SIZE],
      qwirkles: [QWIRKLE_SIZE],
    };
    props.view = { ...after, table: [CIRCLES], last: made };
    flushSync();
    expect(sets()).toEqual(['Rc Oc Gc', QWIRKLE_SIZE.join(' ')]);
    expect(play()).toBe(null);
    vi.runAllTimers();
    flushSync();
    expect(sets()).toEqual(['Rc Oc Gc']);
    expect(play()).not.toBe(null);
  });

  it('is simply there for who wants no motion', () => {
    vi.spyOn(prefersReducedMotion, 'current', 'get').mockReturnValue(true);
    const props = show({ view: watched });
    props.view = after;
    flushSync();
    expect(sets()).toEqual(['Rc Oc Gc', 'Rs Os Bs', 'Bc Bd Bx']);
    expect(animate).not.toHaveBeenCalled();
  });
});

describe('beside the table', () => {
  it('the introduction says what came of it', () => {
    mounted.push(mount(Introduction, { target: document.body }));
    flushSync();
    press(button('Rs'), button('Gs'), 'new_set');
    expect(text('.chip')).toBe('one more');
    press(button('Ps'));
    press(button('Gs'), '[data-move="play"]');
    expect(text('.remark')).toContain('You played 3 cards');
  });

  it('a diagram shows sets and a hand, or its source', () => {
    const source = 'table [Rc Oc Gc]\nhand Bc\nmark Bc\ncaption Four circles.';
    mounted.push(mount(Diagram, { target: document.body, props: { source } }));
    expect(document.querySelector('[role="img"]')?.getAttribute('aria-label')).toBe(
      'On the table: red circle, orange circle and green circle. In hand: blue circle.',
    );
    expect(all('.marked').length).toBe(1);
    mounted.push(mount(Diagram, { target: document.body, props: { source: 'nothing' } }));
    expect(text('pre')).toBe('nothing');
  });

  it('the thumb shows all colours and shapes', () => {
    mounted.push(mount(Thumb, { target: document.body }));
    expect(
      all('.card text')
        .map((e) => e.textContent)
        .sort()
        .join(''),
    ).toBe('BGOPRY');
  });
});
