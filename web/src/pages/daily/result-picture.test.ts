// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { resultSvg, WIDTH } from './result-picture';

const LINES = {
  heading: 'Daily Quivvit, Nov 16, 2026',
  result: '34 points',
  filled: 3,
  standing: '3rd of 12 · 5 days in a row',
};

function drawn(lines: Partial<typeof LINES>, site = 'example.org'): Element {
  const parsed = new DOMParser().parseFromString(
    resultSvg({ ...LINES, ...lines }, site),
    'image/svg+xml',
  );
  return parsed.documentElement;
}

const textsOf = (svg: Element) => [...svg.querySelectorAll('text')].map((each) => each.textContent);

it('shows what the text says, and where to play', () => {
  expect(textsOf(drawn({}))).toEqual([LINES.heading, LINES.result, LINES.standing, 'example.org']);
});

it.each([0, 3, 5])('has %i filled squares, the others with a dashed outline', (filled) => {
  expect(drawn({ filled }).querySelectorAll('[stroke-dasharray]')).toHaveLength(5 - filled);
});

it('has room for the longest result', () => {
  const result = '29 points: 2 Qwirkles, 9 cards played; more Qwirkles were possible';
  const [, text] = drawn({ result }).querySelectorAll('text');
  expect(Number(text?.getAttribute('font-size')) * 0.5 * result.length).toBeLessThan(WIDTH - 180);
});

it('is a well-formed picture whatever the site is called', () => {
  expect(textsOf(drawn({}, 'a<b>&c')).at(-1)).toBe('a<b>&c');
});
