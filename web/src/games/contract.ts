/** What the table asks of a game's room, and what it gives to it. */
import type { Composition, Fault, Move } from '../wire';

/** A move as a board offers it. */
export type Offer = Pick<Move, 'move' | 'effect'>;

/**
 * A board shows a view and offers moves. It knows no socket and no rules: what may be done is in
 * `moves`, and what has been done comes back as the next `view`.
 *
 * It fills the box that it is put in (a size container: `cqw`, `cqh`, `cqmin` work).
 */
export interface BoardProps<View> {
  view: View;
  /** What this seat may do now; empty unless `live`. */
  moves: Offer[];
  seat: number | null;
  /** The players' names, by seat. */
  names: string[];
  /** Whether this is the present; false in replays and when looking back. */
  live: boolean;
  /** Whether a move is on its way. */
  busy: boolean;
  onmove: (move: string) => void;
  /** A move to point out: a hint, or a legal move that was asked for. */
  suggested?: string | null;
  /** What this seat has built so far, as the table keeps it; nothing: nothing yet. */
  draft?: unknown;
  /** What others have built, by seat, once it is open to all. */
  drafts?: Readonly<Record<number, unknown>>;
  /** How many pieces others have placed, by seat. */
  progress?: Readonly<Record<number, number>>;
  /** What was wrong with it when the table last looked. */
  faults?: readonly Fault[];
  /** Keeps what is being built at the table, where a reload finds it, and has it checked. */
  ondraft?: (draft: unknown) => void;
  /** Table time, in milliseconds; only in the present. */
  clock?: () => number;
}

/** A form for a text option that is put together from parts. */
export interface ComposerProps {
  composition: Composition;
  /** The text, as the table takes it. */
  value: string;
  label: string;
  /** The maximum length of the text, in characters. */
  longest: number | null;
}

/** Shows a text option that was put together from parts, in words or drawn. */
export type ComposedProps = Pick<ComposerProps, 'composition' | 'value'>;

/** A picture in a guide: the text of a fenced block named `board`. */
export interface DiagramProps {
  source: string;
}

/** What such a block says, once it is read; the caption may be empty. */
export interface Captioned {
  caption: string;
}
