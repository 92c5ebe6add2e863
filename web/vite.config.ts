import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { catalogues } from './scripts/catalogues.ts';
import { installable } from './scripts/installable.ts';
import { typeface } from './scripts/typeface.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const table = process.env['TABLE'] ?? 'http://127.0.0.1:8000';

/** What the home page shares with the others; the rest of `ui` is loaded with what uses it. */
const FIRST_PAGE =
  /\/web\/src\/(ui\/(Boundary|Icon|Logo|Notice|Skeleton|Toasts|focus|toasts)\b|ui\/controls\/(Button|Select)\.|messages\/|net\/|app\/)/;

export default defineConfig({
  root: here('.'),
  cacheDir: here('../.cache/vite'),
  plugins: [
    svelte(),
    catalogues(here('../src/quincunx')),
    typeface(here('../node_modules')),
    installable(here('.'), here('../src/quincunx/page/messages/en.json')),
  ],
  server: {
    // The page and Python draw pieces from the same files.
    fs: { allow: [here('.'), here('../node_modules'), here('../src/quincunx/pictures')] },
    // Keep the Host header: it must match the Origin, which the server checks.
    proxy: { '/api': { target: table, ws: true } },
  },
  build: {
    outDir: here('../src/quincunx/page/dist'),
    emptyOutDir: true,
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // Strict content security policy: nothing inline, everything in its own file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Licences of the bundled packages.
    license: { fileName: 'assets/licences.md' },
    rolldownOptions: {
      // On a slow machine, times of plugins would be printed as a warning.
      checks: { bundlerTimings: false },
      output: {
        codeSplitting: {
          groups: [
            { test: /\/node_modules\/(svelte|esm-env|clsx)\//, name: 'svelte' },
            { test: FIRST_PAGE, name: 'shared', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    // A fresh worker for each file would take longer than the tests.
    pool: 'threads',
    isolate: false,
    // Generous, so that the tests also pass on a slow or busy machine.
    testTimeout: 30_000,
  },
  // Tests use Svelte's browser build too.
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
});
