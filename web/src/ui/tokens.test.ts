/** Components use design tokens, no spacings, type sizes, colours or durations of their own. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
/** Where values are defined. */
const DEFINITIONS = ['ui/tokens.css', 'ui/pieces/palette.css', 'ui/pieces/surfaces.css'];
/** Endless movements that mean "please wait", and a delay that hides short interruptions. */
const DURATIONS_OF_THEIR_OWN = [
  'ui/Skeleton.svelte',
  'ui/base.css',
  'table/clock/DeadlineClock.svelte',
  'pages/TablePage.svelte',
];

/** Scanners need black on white, in both schemes. */
const COLOURS_OF_THEIR_OWN = ['table/gathering/QrCode.svelte'];

const EXEMPT: Readonly<Record<string, readonly string[]>> = {
  'a colour': COLOURS_OF_THEIR_OWN,
  'a duration (--quick, --slide, --steady, --beat)': DURATIONS_OF_THEIR_OWN,
};

const RULES = {
  'a spacing (--s…)':
    /(?<![\w-])(?:gap|row-gap|column-gap|padding[\w-]*|margin[\w-]*):[^;{}()]*?(?<![\w.])(?:[2-9]|\d{2,})px/,
  'a type size (--t-…)': /font-size: *[\d.]+rem/,
  'a colour': /:[^;{}]*(?:#[\da-f]{3,8}\b|\brgba?\(|\bhsla?\()/i,
  'a duration (--quick, --slide, --steady, --beat)':
    /(?:transition|animation)[\w-]*:[^;{}]*?(?<![\w.-])[\d.]+m?s\b/,
};

const styles = globSync('**/*.{svelte,css}', { cwd: SOURCE })
  .filter((path) => !DEFINITIONS.includes(path))
  .map((path) => [path, styleOf(path)] as const);

function styleOf(path: string): string {
  const text = readFileSync(join(SOURCE, path), 'utf8');
  const style = path.endsWith('.css') ? text : text.slice(text.indexOf('<style>'));
  return path.endsWith('.svelte') && !text.includes('<style>')
    ? ''
    : style.replaceAll(/\/\*[\s\S]*?\*\//g, '');
}

describe('components use a token for', () => {
  it.each(Object.entries(RULES))('%s', (name, pattern) => {
    const exempt = EXEMPT[name] ?? [];
    const found = styles
      .filter(([path]) => !exempt.includes(path))
      .flatMap(([path, css]) =>
        css.split('\n').flatMap((line) => (pattern.test(line) ? [`${path}: ${line.trim()}`] : [])),
      );
    expect(found).toEqual([]);
  });
});

it('every token that is used is defined', () => {
  const defined = new Set(
    [
      ...styles.map(([, css]) => css),
      ...DEFINITIONS.map((path) => readFileSync(join(SOURCE, path), 'utf8')),
    ]
      .flatMap((css) => [...css.matchAll(/(--[\w-]+)\s*:/g)])
      .map(([, name]) => name),
  );
  const markup = globSync('**/*.{svelte,ts}', { cwd: SOURCE })
    .map((path) => readFileSync(join(SOURCE, path), 'utf8'))
    .flatMap((text) => [...text.matchAll(/(?:style:|setProperty\(')(--[\w-]+)/g)])
    .map(([, name]) => name);
  const known = new Set([...defined, ...markup]);
  const unknown = styles.flatMap(([path, css]) =>
    [...css.matchAll(/var\((--[\w-]+)\)/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => !known.has(name))
      .map((name) => `${path}: ${name}`),
  );
  expect(unknown).toEqual([]);
});
