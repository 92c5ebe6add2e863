/** Qwirkle Cards' view and draft, as the server sends and receives them. */

/** A card as text: letters of its colour and shape, such as `Rc`. */
export type Kind = string;
/** The cards of a set. */
export type Kinds = readonly Kind[];

/** The last turn. */
export interface QwirkleCardsLastTurn {
  seat: number;
  /** Cards from the hand; empty if nothing could be played. */
  cards: Kinds;
  old: readonly Kinds[];
  new: readonly Kinds[];
  qwirkles: readonly Kinds[];
  drawn: number;
  redrawn: boolean;
}

export interface QwirkleCardsView {
  seat: number | null;
  /** By seat, if visible. */
  hands: readonly (Kinds | null)[];
  sizes: readonly number[];
  deck: number;
  table: readonly Kinds[];
  /** By seat. */
  qwirkles: readonly (readonly Kinds[])[];
  turn: number | null;
  phase: 'play' | 'redraw' | 'over';
  /** Whether the seat on turn has redrawn its hand this turn. */
  redrawn: boolean;
  /** Set once the deck is empty. */
  turns_left: number | null;
  idle: number;
  last: QwirkleCardsLastTurn | null;
  winners: readonly number[];
}

/** The whole table as the seat on turn has arranged it so far. */
export interface QwirkleCardsDraft {
  sets: readonly Kinds[];
}
