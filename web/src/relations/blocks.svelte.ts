/** The people whom the current person has blocked; their chat messages are hidden. */
import { me } from '../app/me.svelte';
import { preferences } from '../app/preferences.svelte';
import { ApiError, errorText } from '../net/api';
import { toasts } from '../ui/toasts.svelte';
import type { Person } from '../wire';
import { changeRelation, fetchBlocked } from './api';

class Blocks {
  #people = $state.raw<readonly Person[]>([]);
  /** The person whose list was loaded; `null` before that. */
  #owner = $state<string | null>(null);
  #loading: Promise<void> | null = null;

  /** The blocked people, the latest first. */
  get people(): readonly Person[] {
    return this.#people;
  }

  /** Whether the list is known, so that no message of a blocked person is shown before. */
  get isLoaded(): boolean {
    return this.#owner !== null;
  }

  isBlocked({ id }: Pick<Person, 'id'>): boolean {
    return this.#people.some((person) => person.id === id);
  }

  /** Load the list of the current person, once. */
  load(): Promise<void> {
    const owner = me.person?.id;
    if (owner === undefined || owner === this.#owner) return Promise.resolve();
    this.#loading ??= this.#load(owner).finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #load(owner: string): Promise<void> {
    this.#owner = null;
    try {
      await takeOverMuted();
      this.#people = await fetchBlocked();
    } catch {
      // Without the list, chat is shown: a lost connection must not silence everybody.
      this.#people = [];
    }
    this.#owner = owner;
  }

  /** Block a person or lift the block; returns whether that worked. */
  async change(person: Person, action: 'block' | 'unblock'): Promise<boolean> {
    try {
      await changeRelation(person.id, action);
    } catch (error) {
      toasts.show(errorText(error), 'bad');
      return false;
    }
    this.note(person, action === 'block');
    return true;
  }

  /** Note that a person is blocked, or no longer. */
  note(person: Person, blocked: boolean): void {
    const others = this.#people.filter(({ id }) => id !== person.id);
    this.#people = blocked ? [person, ...others] : others;
  }
}

/** Earlier versions of the page kept a list of muted people in the browser. */
async function takeOverMuted(): Promise<void> {
  for (const person of preferences.muted) {
    try {
      await changeRelation(person.id, 'block');
    } catch (error) {
      // People who no longer exist are dropped; with too many requests, the rest follows later.
      if (!(error instanceof ApiError) || error.status === 429 || error.status === 0) return;
    }
    preferences.muted = preferences.muted.filter(({ id }) => id !== person.id);
  }
}

export const blocks = new Blocks();
