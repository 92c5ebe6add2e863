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

it('the picture contains the text and the address of the site', () => {
  expect(textsOf(drawn({}))).toEqual([LINES.heading, LINES.result, LINES.standing, 'example.org']);
});

it.each([0, 3, 5])(
  'the picture has %i filled squares and dashed outlines of the others',
  (filled) => {
    expect(drawn({ filled }).querySelectorAll('[stroke-dasharray]')).toHaveLength(5 - filled);
  },
);

it('the picture has room for the longest result', () => {
  const result = '29 points: 2 Qwirkles, 9 cards played; more Qwirkles were possible';
  const [, text] = drawn({ result }).querySelectorAll('text');
  expect(Number(text?.getAttribute('font-size')) * 0.5 * result.length).toBeLessThan(WIDTH - 180);
});

it('the picture is well formed even if the site’s name has special characters', () => {
  expect(textsOf(drawn({}, 'a<b>&c')).at(-1)).toBe('a<b>&c');
});
