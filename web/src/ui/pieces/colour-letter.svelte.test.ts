// @vitest-environment happy-dom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { preferences } from '../../app/preferences.svelte';
import { loadLanguage } from '../../messages';
import { LETTERS, Token } from '.';

const LANGUAGES = ['en', 'de', 'fr'];
let mounted: Record<string, unknown>[] = [];

function letters(): string[] {
  mounted.push(
    ...LETTERS.map((colour) => mount(Token, { target: document.body, props: { colour } })),
  );
  flushSync();
  return [...document.querySelectorAll('text')].map((each) => each.textContent?.trim() ?? '');
}

afterEach(async () => {
  for (const each of mounted) await unmount(each);
  mounted = [];
  preferences.letters = true;
});

it.each(LANGUAGES)('in %s every colour has its own letter', async (language) => {
  await loadLanguage(language);
  const found = letters();
  expect(new Set(found).size).toBe(LETTERS.length);
  for (const letter of found) expect(letter).toMatch(/^\p{Lu}\p{Ll}?$/u);
});

it('letters are hidden if the reader has switched them off', async () => {
  await loadLanguage('en');
  preferences.letters = false;
  expect(letters()).toEqual([]);
  preferences.letters = true;
  flushSync();
  expect(document.querySelectorAll('text').length).toBe(LETTERS.length);
});
