/**
 * All texts come from the catalogues: components have none of their own, and no message is unused.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
const CATALOGUE = join(SOURCE, '../../src/quincunx/page/messages/en.json');
const READ_OUT = new Set([
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'alt',
  'title',
  'placeholder',
  'label',
  'note',
]);

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf-8' });
const text = (file: string) => readFileSync(join(SOURCE, file), 'utf-8');

interface Node {
  type?: string;
  name?: string;
  data?: string;
  value?: unknown;
}

/** Readable texts in a template. */
function literals(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) {
    for (const part of node) literals(part, found);
  } else if (node !== null && typeof node === 'object') {
    const { type, name = '', data = '', value } = node as Node;
    if (type === 'Text' && /\p{L}/u.test(data)) found.push(data.trim());
    else if (type === 'Attribute' && !READ_OUT.has(name)) literals(expressions(value), found);
    else if (type !== 'StyleSheet' && type !== 'Comment') {
      for (const part of Object.values(node)) literals(part, found);
    }
  }
  return found;
}

function expressions(value: unknown): unknown[] {
  return (Array.isArray(value) ? value : [value]).filter((part) => part?.type !== 'Text');
}

it.each(files.filter((file) => file.endsWith('.svelte')))('%s has no literal text', (file) => {
  const { fragment } = parse(text(file), { modern: true });
  expect(literals(fragment)).toEqual([]);
});

const sources = files.filter((file) => /\.(svelte|ts)$/.test(file) && !file.endsWith('.test.ts'));
const code = sources.map(text).join('\n');
const ids = Object.keys(JSON.parse(readFileSync(CATALOGUE, 'utf-8')));

it('the page uses only messages in the catalogue', () => {
  const used = [...code.matchAll(/['"`](page\.[\w.]+)['"`]/g)].map((match) => match[1] ?? '');
  const prefixes = new Set(
    ids.flatMap((id) => id.split('.').map((_, end, parts) => parts.slice(0, end).join('.'))),
  );
  expect(used.filter((id) => !ids.includes(id) && !prefixes.has(id))).toEqual([]);
});

it('the catalogue has no unused messages', () => {
  const built = [...code.matchAll(/`(page\.[a-z_.]*)\$\{/g)].map((match) => match[1] ?? '');
  const unused = ids.filter(
    (id) =>
      !code.includes(`'${id}'`) &&
      !built.some((stem) => id.startsWith(stem)) &&
      !/^page\.(level|game)\./.test(id),
  );
  expect(unused).toEqual([]);
});
