/**
 * Native `disabled` takes the keyboard focus away from a control; components use `aria-disabled`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'svelte/compiler';
import { expect, it } from 'vitest';

const SOURCE = join(import.meta.dirname, '..');
const components = readdirSync(SOURCE, { recursive: true, encoding: 'utf-8' }).filter((file) =>
  file.endsWith('.svelte'),
);

interface Node {
  type?: string;
  name?: string;
  attributes?: Node[];
}

/** The elements of a template that have the attribute. */
function nativelyDisabled(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) {
    for (const part of node) nativelyDisabled(part, found);
  } else if (node !== null && typeof node === 'object') {
    const { type, name = '', attributes = [] } = node as Node;
    const isNative = type === 'RegularElement' || type === 'SvelteElement';
    if (isNative && attributes.some((each) => each.name === 'disabled')) found.push(name);
    for (const part of Object.values(node)) nativelyDisabled(part, found);
  }
  return found;
}

const inTemplate = (source: string) => nativelyDisabled(parse(source, { modern: true }).fragment);

it.each(components)('%s does not use the native disabled attribute', (file) => {
  expect(inTemplate(readFileSync(join(SOURCE, file), 'utf-8'))).toEqual([]);
});

it('the check finds a native disabled attribute', () => {
  const source = '<Button disabled /><ul><li><button {disabled}></button></li></ul>';
  expect(inTemplate(source)).toEqual(['button']);
});
