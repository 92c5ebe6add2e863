/** What is said at a table, and how much of it has not been read. */
import { preferences } from '../preferences.svelte';
import type { Person, Said } from '../wire';

/** As many letters as the table takes at once. */
export const LONGEST_TEXT = 300;

export class Chat {
  /** What one is writing; it outlives the panel that it is written in. */
  text = $state('');

  #said = $state.raw<readonly Said[]>([]);
  #attended = $state(false);
  /** The number of the last thing that was on the screen. */
  #read = $state(-1);

  /** Everything but the words of those who are muted. */
  readonly shown = $derived(
    this.#said.filter(({ person }) => person === null || !preferences.isMuted(person)),
  );
  readonly unread = $derived(
    this.#attended
      ? 0
      : this.shown.filter(({ number, person }) => person !== null && number > this.#read).length,
  );
  /** Who has said something here that is not shown. */
  readonly muted = $derived(
    preferences.muted.filter(({ id }) => this.#said.some(({ person }) => person?.id === id)),
  );

  /** Whether it is on the screen. */
  get attended(): boolean {
    return this.#attended;
  }

  /** It is on the screen until what is returned is called. */
  attend(): () => void {
    this.#attended = true;
    return () => {
      this.#attended = false;
      this.#read = this.#last;
    };
  }

  /** What was said before one came, or while the line was down. */
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

/** Whether somebody goes on talking, so that the name need not be said again. */
export function goesOn(before: Said | undefined, person: Person | null): boolean {
  return person !== null && before?.person?.id === person.id;
}
