/** The home page shows no message that is loaded after it. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { LATER } from '../../scripts/catalogues';

const SOURCE = join(import.meta.dirname, '..');
/** The page, and what it loads on demand without waiting for the other messages. */
const ROOTS = [
  'App.svelte',
  'pages/shared/WaitingGames.svelte',
  ...globSync('games/*/Thumb.svelte', { cwd: SOURCE }),
];
const ENDINGS = ['', '.ts', '.svelte', '.svelte.ts', '/index.ts'];
const STATIC_IMPORT = /^\s*(?:import|export)\s[^;]*?from '(\.[^']*)'/gm;
const MESSAGE_ID = /['`]((?:page|table|core)\.[\w.]+)/g;

/** Add a module and all that it loads statically to `seen`, by path. */
function loadedBy(path: string, seen: Map<string, string>): void {
  if (seen.has(path)) return;
  const text = readFileSync(path, 'utf-8');
  seen.set(path, text);
  for (const [, target = ''] of text.matchAll(STATIC_IMPORT)) {
    const stem = join(dirname(path), target);
    const file = ENDINGS.map((ending) => stem + ending).find(
      (each) => existsSync(each) && /\.(ts|svelte)$/.test(each),
    );
    if (file) loadedBy(file, seen);
  }
}

it('the home page has every message that its modules use', () => {
  const modules = new Map<string, string>();
  for (const root of ROOTS) loadedBy(join(SOURCE, root), modules);
  expect(modules.size).toBeGreaterThan(30);
  const later = [...modules].flatMap(([path, text]) =>
    [...text.matchAll(MESSAGE_ID)]
      .map(([, id = '']) => id)
      .filter((id) => LATER.test(id))
      .map((id) => `${path.slice(SOURCE.length)}: ${id}`),
  );
  expect(later).toEqual([]);
});
