/** Who is looking: nobody yet, or a guest with a name. */
import * as api from './api';
import type { Person } from './wire';
import { say } from './words';

class Me {
  person = $state.raw<Person | null>(null);
  /** Whether the name is being asked for; `renaming` where there is one already. */
  asking = $state<'' | 'first' | 'renaming'>('');
  #answer: ((person: Person | null) => void) | null = null;
  #loading: Promise<void> | null = null;

  load(): Promise<void> {
    this.#loading ??= api.me().then(
      (person) => {
        this.person = person;
      },
      () => {
        // Whoever needs a person asks again.
        this.#loading = null;
      },
    );
    return this.#loading;
  }

  /** The person, asked for a name if there is none; nothing if they would not give one. */
  async ensure(): Promise<Person | null> {
    await this.load();
    if (this.person) return this.person;
    return this.#ask('first');
  }

  /** The server does not know us any more. */
  forget(): void {
    this.person = null;
  }

  rename(): Promise<Person | null> {
    return this.#ask(this.person ? 'renaming' : 'first');
  }

  #ask(kind: 'first' | 'renaming'): Promise<Person | null> {
    this.#answer?.(null);
    this.asking = kind;
    return new Promise((resolve) => {
      this.#answer = resolve;
    });
  }

  /** Throws `ApiError` where the name will not do. */
  async accept(name: string): Promise<void> {
    this.person = await api.beGuest(name.trim());
    this.#close(this.person);
  }

  decline(): void {
    this.#close(null);
  }

  #close(person: Person | null): void {
    this.asking = '';
    this.#answer?.(person);
    this.#answer = null;
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
