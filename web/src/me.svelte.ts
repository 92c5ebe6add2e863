/** Who is looking: nobody yet, a guest with a name, or somebody with an account. */
import * as api from './api';
import type { DeleteMe, Me as Known, LogIn, Person, Register } from './wire';
import { say } from './words';

class Me {
  #known = $state.raw<Known | null>(null);
  /** Whether the name is being asked for. */
  asking = $state(false);
  /** Whether the server did not answer when it was asked who we are: without it there is little to show. */
  unreachable = $state(false);
  /** Whether the question who we are has been answered, or cannot be. */
  settled = $state(false);
  #answer: ((person: Person | null) => void) | null = null;
  #loading: Promise<void> | null = null;

  get person(): Person | null {
    return this.#known?.person ?? null;
  }

  /** The account's name; none for a guest. */
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
          // Whoever needs a person asks again.
          this.#loading = null;
          this.unreachable = error instanceof api.ApiError && error.status === 0;
        },
      )
      .finally(() => {
        this.settled = true;
      });
    return this.#loading;
  }

  /** The person, asked for a name if there is none; nothing if they would not give one. */
  async ensure(): Promise<Person | null> {
    await this.load();
    return this.person ?? this.#ask();
  }

  /** The server does not know us any more. */
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

  // What the server may refuse throws `ApiError`.

  /** Comes in under this name, or takes it in place of another. */
  async call(name: string): Promise<void> {
    this.#known = await api.beGuest(name.trim());
  }

  /** Makes an account; whoever is nobody yet is called like it. */
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

/** A friendly name to begin with: “Amber Otter”. */
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
