/** The current person: unknown, a guest, or an account. */

import { say } from '../messages';
import * as api from '../net/api';
import type { DeleteMe, Me as Known, LogIn, Person, Register } from '../wire';

class Me {
  #known = $state.raw<Known | null>(null);
  /** Whether the name dialog is open. */
  asking = $state(false);
  /**
   * Whether the server could not be reached when the page asked for the person; little can be shown
   * then.
   */
  unreachable = $state(false);
  /** Whether the person is known, or cannot be. */
  settled = $state(false);
  #answer: ((person: Person | null) => void) | null = null;
  #loading: Promise<void> | null = null;

  get person(): Person | null {
    return this.#known?.person ?? null;
  }

  /** The account's login name; `null` for a guest. */
  get login(): string | null {
    return this.#known?.login ?? null;
  }

  load(): Promise<void> {
    this.#loading ??= api
      .me()
      .then(
        (known) => {
          this.#known = known;
        },
        (error) => {
          // The next call tries again.
          this.#loading = null;
          this.unreachable = error instanceof api.ApiError && error.status === 0;
        },
      )
      .finally(() => {
        this.settled = true;
      });
    return this.#loading;
  }

  /** Return the person, asking for a name if necessary; `null` if the dialog was dismissed. */
  async ensure(): Promise<Person | null> {
    await this.load();
    return this.person ?? this.#ask();
  }

  /** The session has ended. */
  forget(): void {
    this.#known = null;
  }

  #ask(): Promise<Person | null> {
    this.#answer?.(null);
    this.asking = true;
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  accept(): void {
    this.#close(this.person);
  }

  decline(): void {
    this.#close(null);
  }

  #close(person: Person | null): void {
    this.asking = false;
    this.#answer?.(person);
    this.#answer = null;
  }

  // These throw `ApiError` if the server refuses.

  /** Become a guest with this name, or change the name. */
  async call(name: string): Promise<void> {
    this.#known = await api.beGuest(name.trim());
  }

  /** Create an account; a person without a name is named after the login. */
  async register(account: Register): Promise<void> {
    if (!this.#known) await this.call(account.login);
    this.#known = await api.register(account);
  }

  async logIn(account: LogIn): Promise<void> {
    this.#known = await api.logIn(account);
  }

  async logOut(): Promise<void> {
    await api.logOut();
    this.forget();
  }

  async logOutEverywhere(): Promise<void> {
    await api.logOutEverywhere();
    this.forget();
  }

  async delete(sure: DeleteMe): Promise<void> {
    await api.deleteMe(sure);
    this.forget();
  }
}

/** Suggest a friendly name such as “Amber Otter”. */
export function suggestName(random = Math.random): string {
  const pick = (id: string) => {
    const words = say(id).split(/\s*,\s*/);
    return words[Math.floor(random() * words.length)] ?? '';
  };
  return say('page.name.pair', {
    first: pick('page.name.first'),
    second: pick('page.name.second'),
  });
}

export const me = new Me();
