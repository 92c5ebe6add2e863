// @vitest-environment happy-dom
/** The development page shows every component of the design system. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flushSync, mount, unmount } from 'svelte';
import { expect, it } from 'vitest';
import ComponentsPage from '../../components/ComponentsPage.svelte';
import { GAMES } from '../../components/games';
import { loadGameMessages, loadLanguage } from '../messages';

const PAGE = join(import.meta.dirname, '../../components');
/** A part of the pieces, not a piece. */
const PARTS = ['pieces/ColourLetter.svelte'];

it('the components page imports every component of ui/', () => {
  const sources = globSync('*.svelte', { cwd: PAGE }).map((path) =>
    readFileSync(join(PAGE, path), 'utf8'),
  );
  const pieces = readFileSync(join(import.meta.dirname, 'pieces/index.ts'), 'utf8');
  const known = [...sources, pieces].join('\n');
  const missing = globSync('**/*.svelte', { cwd: import.meta.dirname })
    .filter((path) => !PARTS.includes(path))
    .filter((path) => !known.includes(`/${path.split('/').at(-1)}'`));
  expect(missing).toEqual([]);
});

it('the components page draws pieces and controls in both colour schemes', async () => {
  await loadLanguage('en');
  await Promise.all(GAMES.map(loadGameMessages));
  const page = mount(ComponentsPage, { target: document.body });
  flushSync();
  const schemes = [...document.querySelectorAll<HTMLElement>('main > section')];
  expect(schemes.map((each) => each.style.colorScheme)).toEqual(['light', 'dark']);
  for (const scheme of schemes) {
    expect(scheme.querySelectorAll('[data-piece]').length).toBeGreaterThan(80);
    expect(scheme.querySelectorAll('button').length).toBeGreaterThan(30);
  }
  await unmount(page);
});
