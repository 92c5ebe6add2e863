/**
 * The games' rooms. A folder here with a `Board.svelte`, an `Introduction.svelte` and a
 * `Thumb.svelte` is all that a game needs; each is loaded when it is wanted.
 */
import type { Component } from 'svelte';
import type { Belongs } from '../table/scenes';
import type { BoardProps, DiagramProps } from './contract';

type Load<Props extends Record<string, unknown>> = Record<string, () => Promise<Component<Props>>>;

// biome-ignore lint/suspicious/noExplicitAny: each board knows the shape of its own view
type AnyBoard = BoardProps<any> & Record<string, unknown>;

const boards = import.meta.glob('./*/Board.svelte', { import: 'default' }) as Load<AnyBoard>;
const introductions = import.meta.glob('./*/Introduction.svelte', {
  import: 'default',
}) as Load<Record<string, never>>;
const thumbs = import.meta.glob('./*/Thumb.svelte', {
  import: 'default',
}) as Load<Record<string, never>>;
const diagrams = import.meta.glob('./*/Diagram.svelte', {
  import: 'default',
}) as Load<DiagramProps & Record<string, unknown>>;

const growths = import.meta.glob('./*/growth.ts', { import: 'belongs' }) as Record<
  string,
  () => Promise<Belongs>
>;

/** The games that have a room. */
export const rooms = Object.keys(boards).map((path) => path.split('/')[1] ?? '');

export const board = (game: string) => boards[`./${game}/Board.svelte`]?.();
export const introduction = (game: string) => introductions[`./${game}/Introduction.svelte`]?.();
export const thumb = (game: string) => thumbs[`./${game}/Thumb.svelte`]?.();
export const diagram = (game: string) => diagrams[`./${game}/Diagram.svelte`]?.();
/** Where a game is replayed with what players were building: which of it is to be shown. */
export const growth = (game: string) => growths[`./${game}/growth.ts`]?.();
