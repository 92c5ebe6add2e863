/** The chat of a table, and the number of unread messages. */
import { preferences } from '../../app/preferences.svelte';
import type { Person, Said } from '../../wire';

/** Maximum length of a message, in characters. */
export const MAX_MESSAGE_LENGTH = 300;

export class ChatState {
  /** The message being written; it outlives the chat panel. */
  text = $state('');

  #said = $state.raw<readonly Said[]>([]);
  #visible = $state(false);
  /** Number of the last message that was visible. */
  #lastRead = $state(-1);

  /** All messages but those of muted people. */
  readonly shown = $derived(
    this.#said.filter(({ person }) => person === null || !preferences.isMuted(person)),
  );
  readonly unread = $derived(
    this.#visible
      ? 0
      : this.shown.filter(({ number, person }) => person !== null && number > this.#lastRead)
          .length,
  );
  /** Muted people who have written something here. */
  readonly muted = $derived(
    preferences.muted.filter(({ id }) => this.#said.some(({ person }) => person?.id === id)),
  );

  /** Whether the chat is visible. */
  get isVisible(): boolean {
    return this.#visible;
  }

  /** Mark the chat as visible until the returned function is called. */
  markVisible(): () => void {
    this.#visible = true;
    return () => {
      this.#visible = false;
      this.#lastRead = this.#last;
    };
  }

  /** Add messages from before joining, or from while the connection was lost. */
  addEarlier(said: readonly Said[]): void {
    const arriving = this.#said.length === 0;
    for (const each of said) this.add(each);
    if (arriving) this.#lastRead = this.#last;
  }

  add(said: Said): void {
    if (said.number > this.#last) this.#said = [...this.#said, said];
  }

  get #last(): number {
    return this.#said.at(-1)?.number ?? -1;
  }
}

/** Whether the same person wrote the previous message, so that the name is not repeated. */
export function isSameAuthor(before: Said | undefined, person: Person | null): boolean {
  return person !== null && before?.person?.id === person.id;
}
