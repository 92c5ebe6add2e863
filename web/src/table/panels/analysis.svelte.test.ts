// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { loadGameMessages, loadLanguage } from '../../messages';
import type { GameReview, Judged } from '../../wire';
import Analysis from './Analysis.svelte';

const move = (text: string) => ({
  move: text,
  words: { id: 'quivvit.move.claim', args: { cell: text } },
  effect: null,
});
const judged = (version: number, seat: number, loss: number): Judged => ({
  version,
  seat,
  played: move('a1'),
  better: move(`b${version}`),
  loss,
  message: { id: 'coloryam.review.chance', args: { own: 40, best: 40 + loss } },
});
const review: GameReview = {
  measure: { id: 'coloryam.review.measure.chance', args: {} },
  curve: [
    { version: 0, values: [50, 50] },
    { version: 4, values: [30.4, 69.6] },
    { version: 9, values: [0, 100] },
  ],
  judged: [judged(2, 0, 5), judged(4, 1, 0), judged(6, 0, 12)],
  decided: { id: 'coloryam.review.decided.shared', args: { seats: [0, 1] } },
  can_retry: false,
};

let mounted: Record<string, unknown> | undefined;

function show(
  shown: GameReview = review,
  names = ['Ada', 'Ben'],
  you: number | null = null,
  retryPath: ((mistake: Judged) => string) | null = null,
) {
  const props = $state({
    review: shown,
    names,
    you,
    version: 0,
    retryPath,
    onshow: vi.fn((version: number) => {
      props.version = version;
    }),
    chosen: null as Judged | null,
    onchoose: vi.fn((mistake: Judged) => {
      props.chosen = mistake;
    }),
  });
  mounted = mount(Analysis, { target: document.body, props });
  flushSync();
  return props;
}

const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
const texts = (selector: string) =>
  all(selector).map((each) => each.textContent?.replace(/\s+/g, ' ').trim());

beforeAll(async () => {
  await loadLanguage('en');
  await loadGameMessages('coloryam');
  await loadGameMessages('quivvit');
});

afterEach(() => {
  if (mounted) unmount(mounted);
  mounted = undefined;
});

it('the analysis shows what decided the game and lists the mistakes, the largest first', () => {
  show();
  expect(texts('.decided')).toEqual(['Ada and Ben tied, even in ColorYam 4.']);
  expect(texts('.mistakes b')).toEqual(['Ada, move 7', 'Ada, move 3']);
  expect(texts('.mistakes li')[0]).toContain('Better: claim the free link at b6');
  expect(texts('.mistakes li')[0]).toContain('at best 52%');
  expect(all('.mistake')).toHaveLength(2);
});

it('the analysis addresses the player who reads it', () => {
  const args = { seat: 1, actor: 0, entry: 0, line: 0, sure: 'no', before: 40, after: 90 };
  const other = { id: 'coloryam.review.decided.other', args };
  show({ ...review, decided: other }, ['Ada', 'Ben'], 0);
  expect(texts('.decided')[0]).toMatch(/^The game was decided when you got an X .* Ben’s chance/);
  expect(texts('.mistakes b')).toEqual(['You, move 7', 'You, move 3']);
  if (mounted) unmount(mounted);
  show({ ...review, decided: other }, ['Ada', 'Ben'], 1);
  expect(texts('.decided')[0]).toMatch(/^The game was decided when Ada got an X .* your chance/);
  if (mounted) unmount(mounted);
  show(review, ['Ada', 'Ben'], 1);
  expect(texts('.decided')).toEqual(['You tied with Ada, even in ColorYam 4.']);
});

it('a press on a mistake shows it; it is marked while it is shown', () => {
  const props = show();
  all('.mistakes button')[0]?.click();
  flushSync();
  expect(props.onchoose.mock.calls).toEqual([[review.judged[2]]]);
  expect(texts('[aria-current="step"] b')).toEqual(['Ada, move 7']);
  props.chosen = null;
  flushSync();
  expect(all('[aria-current="step"]')).toHaveLength(0);
});

it('the curve is a slider that announces the values at its position', () => {
  const props = show();
  const slider = document.querySelector<HTMLInputElement>('input[type="range"]');
  expect(slider?.max).toBe('9');
  expect(slider?.getAttribute('aria-valuetext')).toBe('Move 0 of 9: Ada 50, Ben 50');
  if (slider) slider.value = '5';
  slider?.dispatchEvent(new Event('input', { bubbles: true }));
  flushSync();
  expect(props.onshow).toHaveBeenCalledWith(5);
  expect(slider?.getAttribute('aria-valuetext')).toBe('Move 5 of 9: Ada 30, Ben 70');
  expect(texts('.legend .tabular')).toEqual(['30', '70']);
});

it('the curve is also available as a table', () => {
  show();
  expect(texts('thead th')).toEqual(['Move', 'Ada', 'Ben']);
  expect(texts('tbody tr :is(th, td)')).toEqual('0 50 50 4 30 70 9 0 100'.split(' '));
});

it('players who win or lose together share one curve', () => {
  const together = review.curve.map(({ version }) => ({ version, values: [version % 3] }));
  show({ ...review, curve: together, judged: [judged(2, 1, 3)] });
  expect(all('.plot path.curve')).toHaveLength(1);
  expect(texts('.legend .name')).toEqual(['All together']);
  expect(texts('.mistakes b')).toEqual(['Ben, move 3']);
});

it('each mistake links to the same decision if it can be tried again', () => {
  show();
  expect(all('.mistakes a')).toHaveLength(0);
  if (mounted) unmount(mounted);
  show(review, ['Ada', 'Ben'], 0, ({ version }) => `/again/${version}`);
  expect(all('.mistakes a').map((link) => link.getAttribute('href'))).toEqual([
    '/again/6',
    '/again/2',
  ]);
});

it('the analysis says if there are no mistakes', () => {
  show({ ...review, judged: [judged(4, 1, 0)] });
  expect(all('.mistakes')).toHaveLength(0);
  expect(document.body.textContent).toContain('No mistakes.');
});
