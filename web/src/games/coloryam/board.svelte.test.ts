// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { prefersReducedMotion } from 'svelte/motion';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadGameMessages, loadLanguage } from '../../messages';
import type { Letter } from '../../ui/pieces';
import type { BoardProps, Offer } from '../contract';
import Board from './Board.svelte';
import { rollMove } from './board/dice';
import { ROLL_MS } from './board/roll-state.svelte';
import Diagram from './Diagram.svelte';
import Introduction from './Introduction.svelte';
import Thumb from './Thumb.svelte';
import type { Challenge, ColorYamView } from './view';

const challenge = (kind: string, colours = ''): Challenge => ({
  kind,
  colours: [...colours] as Letter[],
});
const column = (...entries: (number | null)[]) => [
  ...entries,
  ...Array<null>(10 - entries.length).fill(null),
];

/** Ada plays before Mia in the second line; Ben has completed it. */
const base: ColorYamView = {
  seat: 0,
  sheet: [
    challenge('none', 'Y'),
    challenge('two', 'B'),
    challenge('three colours'),
    challenge('four alike'),
    challenge('different', 'RG'),
    challenge('all different', 'OBY'),
  ],
  beginner: false,
  entries: [column(24), column(31), column(0, 27, 21)],
  points: [column(2), column(3), column(0)],
  totals: [2, 3, 0],
  line: 1,
  waiting: [0, 1],
  faces: [],
  rolls: 0,
  chances: 0,
  phase: 'roll',
  met: null,
  total: null,
  field: null,
  kept: [],
  last: null,
  winners: [],
};
const FACES = ['4O', '2B', '5K', '1O', '2R', '6Y'];
const rolled: ColorYamView = { ...base, faces: FACES, rolls: 1, met: false, total: 20 };
const failed: ColorYamView = { ...rolled, rolls: 3, phase: 'choose', field: 2 };
const names = ['Mia', 'Ada', 'Ben'];

const offer = (...moves: string[]): Offer[] => moves.map((move) => ({ move, effect: null }));
const first = offer('roll');
const keeps = offer(
  ...Array.from(
    { length: 63 },
    (_, mask) =>
      rollMove(FACES, new Set([0, 1, 2, 3, 4, 5].filter((die) => (mask >> die) & 1))) ?? '',
  ),
  'stop',
);
const choices = offer('cross', 'enter');

let played: string[] = [];
let mounted: Record<string, unknown>[] = [];

function show(more: Partial<BoardProps<ColorYamView>> = {}) {
  const props = $state({
    view: base,
    moves: first,
    seat: 0,
    names,
    live: true,
    busy: false,
    onmove: (move: string) => played.push(move),
    ...more,
  } as BoardProps<ColorYamView>);
  mounted.push(mount(Board, { target: document.body, props }));
  flushSync();
  return props;
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const text = (selector: string) =>
  document.querySelector(selector)?.textContent?.replace(/\s+/g, ' ').trim();
/** A row of the sheet: header and cells. */
const row = (selector: string) =>
  all(`${selector} > :is(th, td)`)
    .map((cell) => cell.textContent?.trim())
    .join(' ');
const button = (move: string) => document.querySelector<HTMLElement>(`[data-move="${move}"]`);
const enabled = () =>
  all('[data-move]:not([aria-disabled="true"])').map((each) => each.dataset['move'] ?? '');
const die = (number: number) => document.querySelector<HTMLElement>(`[data-die="${number}"]`);
const labels = (selector: string) => all(selector).map((each) => each.getAttribute('aria-label'));

/** Wait until rolling dice have landed. */
function land(): void {
  vi.advanceTimersByTime(ROLL_MS);
  flushSync();
}

function press(...dice: number[]): void {
  for (const number of dice) die(number)?.click();
  flushSync();
}

beforeAll(async () => {
  await loadLanguage('en');
  await loadGameMessages('coloryam');
});
const animate = vi.fn(() => ({ cancel() {} }));
beforeEach(() => {
  played = [];
  vi.useFakeTimers();
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

describe('what is offered', () => {
  it('before the first roll: to roll all six', () => {
    show();
    expect(enabled()).toEqual(['roll']);
    expect(text('.roll')).toBe('Roll 6 dice 1st of 3');
    expect(all('[data-die]')).toEqual([]);
    expect(labels('.cube [role="img"]')).toEqual(Array(6).fill('not rolled yet'));
    button('roll')?.click();
    expect(played).toEqual(['roll']);
  });

  it('after a roll: to keep dice, to roll the others, to stop', () => {
    show({ view: rolled, moves: keeps });
    expect(enabled()).toEqual(['roll', 'stop']);
    expect(text('.roll')).toBe('Roll 6 dice 2nd of 3');
    expect(text('.stop')).toBe('Stop not met');
    press(1, 5, 2);
    expect(text('.roll')).toBe('Roll 3 dice 2nd of 3');
    expect(text('.sum')).toBe('3 dice, total 13');
    button('roll')?.click();
    button('stop')?.click();
    expect(played).toEqual(['keep 2B 5K 6Y', 'stop']);
  });

  it('with nothing kept all are rolled again; with everything kept nothing is', () => {
    show({ view: rolled, moves: keeps });
    button('roll')?.click();
    press(0, 1, 2, 3, 4);
    expect(text('.roll')).toBe('Roll 1 die 2nd of 3');
    press(5);
    expect(text('.roll')).toBe('All dice are kept');
    expect(enabled()).toEqual(['stop']);
    button('roll')?.click();
    expect(played).toEqual(['roll']);
  });

  it('sends nothing that is not offered', () => {
    show({ view: rolled, moves: offer('roll', 'stop') });
    press(0);
    expect(enabled()).toEqual(['stop']);
    button('roll')?.click();
    expect(played).toEqual([]);
  });

  it.each([
    ['while a move is on its way', { busy: true }],
    ['when looking back', { live: false }],
  ])('%s: nothing can be done', (_, more) => {
    show({ view: rolled, moves: keeps, ...more });
    expect(enabled()).toEqual([]);
    press(0);
    button('roll')?.click();
    expect(played).toEqual([]);
    expect(text('.sum')).toBe(undefined);
  });

  it('after failing: the two ways to continue, and what each means', () => {
    show({ view: failed, moves: choices });
    expect(enabled()).toEqual(['cross', 'enter']);
    expect(text('[data-move="enter"] strong')).toBe('Enter 20 in ColorYam 1');
    expect(text('[data-move="enter"]')).toContain('three new rolls');
    expect(text('[data-move="cross"]')).toContain('no points');
    expect(text('legend')).toBe('Not met. You can:');
    button('enter')?.click();
    expect(played).toEqual(['enter']);
  });

  it('only those of them that there are', () => {
    show({ view: failed, moves: offer('cross') });
    expect(enabled()).toEqual(['cross']);
    show({ view: failed, moves: [] });
    expect(all('legend').length).toBe(1);
  });

  it('nothing while others play: what they do is shown', () => {
    show({ view: { ...rolled, waiting: [1] }, moves: [] });
    expect(all('button')).toEqual([]);
    expect(text('.aside')).toBe('Ada: 1st roll of 3');
    expect(labels('.cube [role="img"]')[2]).toBe('5 black');
    show({ view: { ...failed, waiting: [1] }, moves: [] });
    expect(all('.aside')[1]?.textContent).toBe(
      'Ada decides: cross it out, or enter 20 in ColorYam 1 and try again',
    );
  });

  it('nothing to bystanders', () => {
    show({ view: rolled, moves: [], seat: null });
    expect(all('button')).toEqual([]);
    expect(text('.aside')).toBe('Mia: 1st roll of 3');
  });
});

describe('the dice', () => {
  it('say what they show and whether they are kept', () => {
    show({ view: rolled, moves: keeps });
    expect(labels('[data-die]')).toEqual([
      '4 orange',
      '2 blue',
      '5 black',
      '1 orange',
      '2 red',
      '6 yellow',
    ]);
    press(2);
    expect(all('[data-die]').map((each) => each.getAttribute('aria-pressed'))).toEqual(
      [0, 1, 2, 3, 4, 5].map((number) => String(number === 2)),
    );
    expect(all('.slot.kept').length).toBe(1);
    press(2);
    expect(all('.slot.kept').length).toBe(0);
  });

  it('stay kept in the next roll of the attempt, and in no other attempt', () => {
    const props = show({ view: rolled, moves: keeps });
    press(2, 5);
    const faces = ['5Y', '6K', '5K', '6B', '5B', '6Y'];
    props.view = { ...rolled, faces, rolls: 2, kept: [2, 5] };
    flushSync();
    expect(all('.slot.kept').length).toBe(2);
    land();
    expect(all('.slot.kept').length).toBe(2);
    props.view = { ...rolled, chances: 1 };
    flushSync();
    expect(all('.slot.kept').length).toBe(0);
  });

  it('can be gone through with the arrow keys', () => {
    show({ view: rolled, moves: keeps });
    const key = (name: string) => {
      const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true });
      document.activeElement?.dispatchEvent(event);
      return event.defaultPrevented;
    };
    die(0)?.focus();
    expect(key('ArrowRight')).toBe(true);
    expect(document.activeElement).toBe(die(1));
    key('End');
    expect(document.activeElement).toBe(die(5));
    expect(key('ArrowRight')).toBe(true);
    expect(document.activeElement).toBe(die(5));
    expect(key('a')).toBe(false);
  });

  it('point out what is suggested, not by their look alone', () => {
    const props = show({ view: rolled, moves: keeps, suggested: 'keep 2B 6Y' });
    expect(labels('[data-die].suggested')).toEqual([
      '2 blue (suggested: keep)',
      '6 yellow (suggested: keep)',
    ]);
    expect(all('.roll.suggested').length).toBe(0);
    press(1, 5);
    expect(labels('.roll.suggested')).toEqual(['Roll 4 dice, 2nd of 3 (suggested)']);
    props.suggested = 'stop';
    flushSync();
    expect(labels('.stop.suggested')).toEqual(['Stop, not met (suggested)']);
  });

  it('of others: those they kept lie apart', () => {
    show({ view: { ...rolled, rolls: 2, waiting: [1], kept: [0, 2] }, moves: [] });
    expect(all('.slot.kept').length).toBe(2);
    expect(text('.sum')).toBe('2 dice, total 9');
  });

  it('of an attempt that is over stay until the next one', () => {
    const last = { seat: 1, line: 1, faces: FACES, total: 20, entry: 20 };
    const props = show({ view: { ...base, last } });
    expect(text('.ended')).toBe('Ada: 20 entered');
    expect(labels('.cube [role="img"]')[0]).toBe('4 orange');
    props.view = { ...base, last: { ...last, entry: 0 } };
    flushSync();
    expect(text('.ended')).toBe('Ada: 20, crossed out');
    props.view = { ...base, chances: 1, last: { ...last, line: 2 } };
    flushSync();
    expect(text('.ended')).toBe('Ada: 20 in ColorYam 1, new try');
    props.view = { ...base, last: { ...last, seat: 0 } };
    flushSync();
    expect(text('.ended')).toBe('You entered 20');
    props.view = rolled;
    flushSync();
    land();
    expect(text('.ended')).toBe(undefined);
  });
});

describe('shortcuts', () => {
  const key = (name: string, code = '') => {
    window.dispatchEvent(new KeyboardEvent('keydown', { key: name, code, cancelable: true }));
    flushSync();
  };

  it('roll with Space, keep dice with their numbers, and stop with Enter', () => {
    const props = show();
    key('1', 'Digit1');
    key('Enter');
    expect(played).toEqual([]);
    key(' ');
    expect(played).toEqual(['roll']);
    props.view = rolled;
    props.moves = keeps;
    flushSync();
    key(' ');
    expect(played).toEqual(['roll']);
    land();
    key('2', 'Digit2');
    key('6', 'Digit6');
    key('2', 'Digit2');
    expect(all('.slot.kept').length).toBe(1);
    key(' ');
    key('Enter');
    expect(played).toEqual(['roll', 'keep 6Y', 'stop']);
  });
});

describe('the challenge', () => {
  it('is drawn and said, with the total and whether it is met', () => {
    const props = show({ view: rolled, moves: keeps });
    expect(text('.task .sentence')).toBe('Exactly 2 blue dice');
    expect(all('.task [data-piece="B"]').length).toBe(1);
    expect(text('.state')).toBe('Total 20 Not met yet');
    props.view = { ...rolled, met: true };
    flushSync();
    expect(text('.state')).toBe('Total 20 Met');
    expect(text('.stop')).toBe('Stop enter 20');
    props.view = failed;
    flushSync();
    expect(text('.state')).toBe('Total 20 Not met');
  });

  it('says when it is a second chance', () => {
    show({ view: { ...rolled, chances: 1 }, moves: keeps });
    expect(text('.chance')).toBe('Second chance');
  });

  it('is none on a ColorYam line: there the earlier numbers stand', () => {
    const field: ColorYamView = { ...rolled, line: 5, met: null };
    const props = show({ view: field, moves: keeps });
    expect(text('.task .name')).toBe('ColorYam 2');
    expect(text('.task .sentence')).toBe('Any colours, any total');
    expect(text('.stop')).toBe('Stop with 20');
    const entries = [column(24, 0, 19), ...base.entries.slice(1)];
    props.view = { ...field, entries };
    flushSync();
    expect(text('.task .sentence')).toContain('19');
    props.view = { ...field, entries, beginner: true };
    flushSync();
    expect(text('.task .sentence')).toBe('Any colours, any total');
  });
});

describe('the sheet', () => {
  const rows = () =>
    all('tbody tr, tfoot tr').map((row) =>
      [...row.querySelectorAll('td')].map((cell) =>
        [...cell.querySelectorAll<HTMLElement>('[role="img"], .entry, .points [aria-hidden]')]
          .map((part) => part.getAttribute('aria-label') ?? part.textContent)
          .join('+'),
      ),
    );

  it('has a column a player and a row a line, with headers', () => {
    show();
    expect(all('thead th[scope="col"]').length).toBe(4);
    expect(all('tbody').map((each) => each.dataset['piece'])).toEqual(['R', 'Y', 'B']);
    expect(all('tbody th[scope="row"]').length).toBe(12);
    expect(all('tbody [data-line]').map((each) => each.dataset['line'])).toEqual([...'0123456789']);
    expect(text('tbody th .sentence')).toBe('No yellow dice');
    expect(all('thead .name > span').map((each) => each.textContent)).toEqual([
      'You',
      'Ada',
      'Ben',
    ]);
  });

  it('shows entries, crosses and points', () => {
    show();
    expect(rows()[0]).toEqual(['24+2', '31+3', 'missed+0']);
    expect(rows()[1]).toEqual(['', '', '27']);
    expect(rows()[2]).toEqual(['', '', '21']);
    expect(row('[data-piece="R"] .score')).toBe('Score 2 3 0');
    expect(row('tfoot tr')).toBe('Points 2 3 0');
    expect(text('.points .unseen')).toBe('2 points');
  });

  it('says which line it is, and whose', () => {
    show();
    expect(all('[aria-current="step"]').length).toBe(1);
    expect(all('.now')[0]?.dataset['line']).toBe('1');
    expect(labels('.pointer')).toEqual(['To roll:']);
    expect(text('th.acts')).toBe('You');
  });

  it('alone: sums instead of points', () => {
    const alone = { entries: [column(24)], points: [column(24)], totals: [24], waiting: [0] };
    show({ view: { ...base, ...alone } });
    expect(rows()[0]).toEqual(['24']);
    expect(row('tfoot tr')).toBe('Sum 24');
  });

  it('after the end: the final scores and the winner, and nothing to do', () => {
    const over: ColorYamView = {
      ...base,
      phase: 'over',
      line: 10,
      waiting: [],
      totals: [14, 20, 20],
    };
    const last = { seat: 0, line: 9, faces: FACES, total: 20, entry: 0 };
    show({ view: { ...over, winners: [2], last }, moves: [] });
    expect(text('.finale p')).toBe('You got an X (total 20)');
    expect(row('tfoot tr')).toBe('Final score 14 20 20');
    expect(labels('.crown')).toEqual(['Winner']);
    expect(text('th.won')).toBe('Ben');
    expect(all('button').length).toBe(0);
  });
});

describe('motion', () => {
  it('tumbles what was rolled and nothing else', () => {
    const props = show({ view: rolled, moves: keeps });
    expect(animate).not.toHaveBeenCalled();
    press(1, 2, 5);
    button('roll')?.click();
    const faces = ['5Y', '2B', '5K', '6B', '2R', '6Y'];
    props.view = { ...rolled, faces, rolls: 2, kept: [1, 2, 5] };
    flushSync();
    expect(animate).toHaveBeenCalledTimes(3);
    for (const [, { duration, delay }] of animate.mock.calls as unknown as [
      unknown,
      { duration: number; delay: number },
    ][]) {
      expect(duration + delay).toBe(ROLL_MS);
    }
  });

  it('reveals nothing before the dice have landed', () => {
    const onsuspense = vi.fn();
    const props = show({ onsuspense });
    props.view = { ...rolled, met: true };
    props.moves = keeps;
    flushSync();
    expect(labels('.cube [role="img"]')).toEqual(Array(6).fill('rolling'));
    expect([text('.total'), text('.met')]).toEqual([undefined, undefined]);
    expect(enabled()).toEqual([]);
    expect(onsuspense.mock.calls).toEqual([[true]]);
    land();
    expect(labels('[data-die]')[0]).toBe('4 orange');
    expect([text('.total'), text('.met')]).toEqual(['Total 20', 'Met']);
    expect(enabled()).toEqual(['roll', 'stop']);
    expect(onsuspense.mock.calls).toEqual([[true], [false]]);
  });

  it('of a roll ends at once when the game goes on', () => {
    const props = show({ view: { ...base, waiting: [1] }, moves: [] });
    props.view = { ...rolled, waiting: [1] };
    flushSync();
    props.view = { ...failed, waiting: [1], rolls: 1 };
    flushSync();
    expect(labels('.cube [role="img"]')[0]).toBe('4 orange');
  });

  it('tumbles all six in the first roll, also of others', () => {
    const props = show({ view: { ...base, waiting: [1] }, moves: [] });
    props.view = { ...rolled, waiting: [1] };
    flushSync();
    expect(animate).toHaveBeenCalledTimes(6);
  });

  it('is off with reduced motion', () => {
    vi.spyOn(prefersReducedMotion, 'current', 'get').mockReturnValue(true);
    const props = show();
    props.view = rolled;
    flushSync();
    expect(animate).not.toHaveBeenCalled();
    expect(text('.total')).toBe('Total 20');
  });
});

describe('other components of the game', () => {
  it('draws pictures for the guide', () => {
    const source = 'challenge 2 B\n4O 2B 5K 1O 2R 6Y\nkeep 2B 6Y\ncaption Words.';
    mounted.push(mount(Diagram, { target: document.body, props: { source } }));
    expect(labels('[role="img"]')).toEqual([
      'The dice show 4 orange, 2 blue, 5 black, 1 orange, 2 red, 6 yellow.',
    ]);
    expect(document.body.textContent).toContain('Exactly 2 blue dice');
    expect(text('p.kept')).toBe('Kept: 2 blue, 6 yellow');
    expect(text('figcaption')).toBe('Words.');
  });

  it('shows what it cannot draw as it is written', () => {
    mounted.push(mount(Diagram, { target: document.body, props: { source: '9Z' } }));
    expect(text('pre')).toBe('9Z');
  });

  it('has a thumbnail without controls', () => {
    mounted.push(mount(Thumb, { target: document.body }));
    expect(all('.picture [data-piece]').length).toBe(5);
    expect(all('button, a, [tabindex]').length).toBe(0);
  });

  it('leads through three lessons', () => {
    mounted.push(mount(Introduction, { target: document.body }));
    flushSync();
    const remark = () => text('[role="status"].remark');
    const act = (move: string) => {
      button(move)?.click();
      flushSync();
      land();
    };
    const next = () => {
      all('.steps button').at(-1)?.click();
      flushSync();
    };
    expect(text('h2')).toBe('Keep and roll');
    expect(remark()).toBe('');
    act('roll');
    press(1, 2, 5);
    act('roll');
    expect(remark()).toContain('one roll left');
    press(0, 1, 3, 4);
    act('roll');
    expect(remark()).toContain('a total of 32');
    next();
    expect(document.activeElement?.tagName).toBe('H2');
    act('roll');
    expect(remark()).toContain('you could enter 19');
    act('stop');
    expect(remark()).toContain('worth 1 point');
    next();
    act('enter');
    expect(remark()).toContain('You have 26 in ColorYam 2');
    act('roll');
    press(0, 1, 2);
    act('roll');
    act('stop');
    expect(remark()).toContain('You enter 28');
  });
});
