/** What a dock shows besides the pieces. */

/** Whether a status reports an error, a success or neither. */
export type Mood = 'plain' | 'bad' | 'good';

export interface DockStatus {
  words: string;
  mood: Mood;
}

/** An action that is offered for the pieces that the player holds. */
export interface DockOffer {
  name: string;
  text: string;
  act: () => void;
  strong?: boolean;
  /** The goal of pieces that are dropped on it. */
  drop?: string | undefined;
}
