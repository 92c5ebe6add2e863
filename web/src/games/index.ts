/**
 * Finds the games by their folders. A folder needs a `Board.svelte`, an `Introduction.svelte`, a
 * `Thumb.svelte` and a `goal.ts`; everything is loaded on demand. The thumbnails have a module of
 * their own, since the home page needs nothing else at first.
 */
import type { Component } from 'svelte';
import { loadGameMessages } from '../messages';
import type { Cue } from '../sound/sound-gate';
import type { DraftFilter } from '../table/record-views';
import type { Message } from '../wire';
import type {
  BoardProps,
  ComposedProps,
  ComposerProps,
  DiagramProps,
  IntroductionProps,
  LogPieceModule,
  NotesProps,
  Shortcut,
} from './contract';
import { loadOnce } from './load-once';

type Load<Props extends Record<string, unknown>> = Record<string, () => Promise<Component<Props>>>;

// biome-ignore lint/suspicious/noExplicitAny: each board knows the shape of its own view
type AnyBoard = BoardProps<any> & Record<string, unknown>;

const boards = import.meta.glob('./*/Board.svelte', { import: 'default' }) as Load<AnyBoard>;
const introductions = import.meta.glob('./*/Introduction.svelte', {
  import: 'default',
}) as Load<IntroductionProps & Record<string, unknown>>;
const diagrams = import.meta.glob('./*/Diagram.svelte', {
  import: 'default',
}) as Load<DiagramProps & Record<string, unknown>>;

const composers = import.meta.glob('./*/Composer.svelte', {
  import: 'default',
}) as Load<ComposerProps & Record<string, unknown>>;

const composed = import.meta.glob('./*/Composed.svelte', {
  import: 'default',
}) as Load<ComposedProps & Record<string, unknown>>;

// biome-ignore lint/suspicious/noExplicitAny: each game knows the shape of its own view
type AnyNotes = NotesProps<any> & Record<string, unknown>;

const notesPanels = import.meta.glob('./*/Notes.svelte', { import: 'default' }) as Load<AnyNotes>;

const logPieces = import.meta.glob('./*/LogPiece.svelte') as Record<
  string,
  () => Promise<LogPieceModule>
>;

const shortcutLists = import.meta.glob('./*/shortcuts.ts', { import: 'SHORTCUTS' }) as Record<
  string,
  () => Promise<readonly Shortcut[]>
>;

const draftFilters = import.meta.glob('./*/replay-drafts.ts', { import: 'isDraftShown' }) as Record<
  string,
  () => Promise<DraftFilter>
>;

/** Load the game's messages with each module. */
function withMessages<T>(modules: Record<string, () => Promise<T>>): typeof modules {
  return Object.fromEntries(
    Object.entries(modules).map(([path, load]) => [
      path,
      async () => (await Promise.all([load(), loadGameMessages(path.split('/')[1] ?? '')]))[0],
    ]),
  );
}

// biome-ignore lint/suspicious/noExplicitAny: each goal knows the shape of its own view
type Goal = (view: any, seat: number | null) => Message | null;

const goals = import.meta.glob('./*/goal.ts', { import: 'goal' }) as Record<
  string,
  () => Promise<Goal>
>;

// biome-ignore lint/suspicious/noExplicitAny: each game knows the shape of its own view
type SoundsBetween = (then: any, now: any, seat: number | null) => readonly Cue[];

const gameSounds = import.meta.glob('./*/sounds.ts', { import: 'soundsBetween' }) as Record<
  string,
  () => Promise<SoundsBetween>
>;

export const board = loadOnce(withMessages(boards), 'Board.svelte');
export const introduction = loadOnce(withMessages(introductions), 'Introduction.svelte');
export const diagram = loadOnce(withMessages(diagrams), 'Diagram.svelte');
/** The form for a game's composed text options. */
export const composer = loadOnce(withMessages(composers), 'Composer.svelte');
/** The component that displays such an option. */
export const composedText = loadOnce(withMessages(composed), 'Composed.svelte');
/** What a player of a seat has to do now, as a message; `null` after the end. */
export const goal = loadOnce(withMessages(goals), 'goal.ts');
/** The form for a player's private notes; `undefined` if the game offers none. */
export const notesPanel = loadOnce(withMessages(notesPanels), 'Notes.svelte');
/** Whether a game offers private notes. */
export const offersNotes = (game: string) => `./${game}/Notes.svelte` in notesPanels;
/** The pieces that a game's log shows instead of words. */
export const logPiece = loadOnce(logPieces, 'LogPiece.svelte');
/** The keyboard shortcuts of a game's board. */
export const shortcuts = loadOnce(withMessages(shortcutLists), 'shortcuts.ts');
/** The sounds of the change from one view to the next. */
export const sounds = loadOnce(gameSounds, 'sounds.ts');
/** For replays with drafts: whether a draft belongs to a view. */
export const draftFilter = loadOnce(draftFilters, 'replay-drafts.ts');
