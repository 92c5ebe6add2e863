/** What the table sends of Qwirkle Cards. */

/** A card as text: its colour's letter and its shape's, `Rc`. */
export type Kind = string;
/** The cards of a set. */
export type Kinds = readonly Kind[];

/** The turn that ended last. */
export interface Last {
  seat: number;
  /** From the hand; none if nothing could be played. */
  cards: Kinds;
  old: readonly Kinds[];
  new: readonly Kinds[];
  qwirkles: readonly Kinds[];
  drawn: number;
  redrawn: boolean;
}

export interface View {
  seat: number | null;
  /** By seat, where they are known. */
  hands: readonly (Kinds | null)[];
  sizes: readonly number[];
  deck: number;
  table: readonly Kinds[];
  /** By seat. */
  qwirkles: readonly (readonly Kinds[])[];
  turn: number | null;
  phase: 'play' | 'redraw' | 'over';
  /** Whether the seat on turn has a new hand since its turn began. */
  redrawn: boolean;
  /** Since the last card was drawn. */
  turns_left: number | null;
  idle: number;
  last: Last | null;
  winners: readonly number[];
}

/** The whole table as the seat on turn has laid it out so far. */
export interface Draft {
  sets: readonly Kinds[];
}
