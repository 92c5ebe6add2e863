/** The chat of a table, and the number of unread messages. */
import { preferences } from '../../app/preferences.svelte';
import type { Person, Said } from '../../wire';

/** Maximum length of a message, in characters. */
export const LONGEST_TEXT = 300;

export class Chat {
  /** The message being written; it outlives the chat panel. */
  text = $state('');

  #said = $state.raw<readonly Said[]>([]);
  #attended = $state(false);
  /** Number of the last message that was visible. */
  #read = $state(-1);

  /** All messages but those of muted people. */
  readonly shown = $derived(
    this.#said.filter(({ person }) => person === null || !preferences.isMuted(person)),
  );
  readonly unread = $derived(
    this.#attended
      ? 0
      : this.shown.filter(({ number, person }) => person !== null && number > this.#read).length,
  );
  /** Muted people who have written something here. */
  readonly muted = $derived(
    preferences.muted.filter(({ id }) => this.#said.some(({ person }) => person?.id === id)),
  );

  /** Whether the chat is visible. */
  get attended(): boolean {
    return this.#attended;
  }

  /** Mark the chat as visible until the returned function is called. */
  attend(): () => void {
    this.#attended = true;
    return () => {
      this.#attended = false;
      this.#read = this.#last;
    };
  }

  /** Add messages from before joining, or from while the connection was lost. */
  catchUp(said: readonly Said[]): void {
    const arriving = this.#said.length === 0;
    for (const each of said) this.hear(each);
    if (arriving) this.#read = this.#last;
  }

  hear(said: Said): void {
    if (said.number > this.#last) this.#said = [...this.#said, said];
  }

  get #last(): number {
    return this.#said.at(-1)?.number ?? -1;
  }
}

/** Whether the same person wrote the previous message, so that the name is not repeated. */
export function goesOn(before: Said | undefined, person: Person | null): boolean {
  return person !== null && before?.person?.id === person.id;
}
