/** The games' names and thumbnails, which the first page load needs; `index.ts` has the rest. */
import type { Component } from 'svelte';
import { loadOnce } from './load-once';

const thumbs = import.meta.glob('./*/Thumb.svelte', { import: 'default' }) as Record<
  string,
  () => Promise<Component>
>;

/** The games that have a folder. */
export const gameNames = Object.keys(thumbs).map((path) => path.split('/')[1] ?? '');

export const thumb = loadOnce(thumbs, 'Thumb.svelte');
