/** The contract between the page and a game's components. */
import type { Component } from 'svelte';
import type { Composition, Fault, LegalMove } from '../wire';

/** A move offered to the board. */
export type Offer = Pick<LegalMove, 'move' | 'effect'>;

/**
 * Props of a game's board, which shows a view and offers moves. It contains no rules and no
 * networking: `moves` lists what the seat can do, and the result of a move arrives as the next
 * `view`.
 *
 * A board fills its container, which is a size container (`cqw`, `cqh`, `cqmin` work).
 */
export interface BoardProps<View> {
  view: View;
  /** Legal moves of this seat; empty unless `live`. */
  moves: Offer[];
  seat: number | null;
  /** The players' names, by seat. */
  names: string[];
  /** Whether the view is current; false in replays and at earlier steps. */
  live: boolean;
  /** Whether a move has been sent and not yet answered. */
  busy: boolean;
  onmove: (move: string) => void;
  /** A move to highlight: a hint, or a legal move that the player asked for. */
  suggested?: string | null;
  /** This seat's draft as stored on the server; `null` if there is none. */
  draft?: unknown;
  /** Drafts of other seats, by seat, once they are public. */
  drafts?: Readonly<Record<number, unknown>>;
  /** Number of pieces that other seats have placed, by seat. */
  progress?: Readonly<Record<number, number>>;
  /** Faults that the server found in the draft. */
  faults?: readonly Fault[];
  /** Store the draft on the server, which checks it; it survives a reload. */
  ondraft?: (draft: unknown) => void;
  /**
   * Called with `true` while the board holds back a result of chance for suspense, and with `false`
   * once it shows it. Meanwhile nothing beside the board should reveal the result.
   */
  onsuspense?: (holds: boolean) => void;
  /** Whether only the task is shown, without players and scores: in lessons and puzzles. */
  bare?: boolean;
  /** Whether the game has ended before its last turn, because players resigned or agreed. */
  endedEarly?: boolean;
  /** Whether all other seats have bots. */
  botsOnly?: boolean;
  /** Table time in milliseconds; only while `live`. */
  clock?: () => number;
}

/** Props of a game's `Notes.svelte`: what a player notes for themselves during the game. */
export interface NotesProps<View> {
  view: View;
  /** As stored; `null` if there are none yet. */
  notes: unknown;
  /** Stores other notes; absent where they can only be read. */
  onchange?: (notes: unknown) => void;
}

/** Props of a form for a text option that is composed from parts. */
export interface ComposerProps {
  composition: Composition;
  /** The option's text. */
  value: string;
  label: string;
  note: string;
  /** Maximum length of the text, in characters. */
  longest: number | null;
}

/** Props of a component that displays such an option. */
export type ComposedProps = Pick<ComposerProps, 'composition' | 'value'>;

/** A keyboard shortcut of a board, for the list of shortcuts. */
export interface Shortcut {
  keys: readonly string[];
  /** Message id of what it does. */
  text: string;
}

/** A game's `LogPiece.svelte`: draws a term of the log as a small piece. */
export interface LogPieceModule {
  default: Component<{ value: string }>;
  /** The prefix of the terms that it draws, as in `{cards, words, qwirkle_cards.card}`. */
  TERM: string;
}

/** Props of a diagram in a guide: the text of a fenced block named `board`. */
export interface DiagramProps {
  source: string;
}

/** Props of a game's introduction. */
export interface IntroductionProps {
  /** Starts the player's first game, offered after the last lesson. */
  onplay?: () => void;
}

/** A parsed diagram; the caption may be empty. */
export interface Captioned {
  caption: string;
}
