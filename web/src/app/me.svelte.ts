/** The current person: unknown, a guest, or an account. */

import { t } from '../messages';
import * as api from '../net/api';
import type {
  DeleteMe,
  LogIn,
  Me as MeResponse,
  Person,
  Recover,
  Register,
  UsePasswordLink,
} from '../wire';
import { preferences } from './preferences.svelte';

class CurrentPerson {
  #known = $state.raw<(Omit<MeResponse, 'renamed_why'> & Partial<MeResponse>) | null>(null);
  /**
   * Whether the server could not be reached when the page asked for the person; little can be shown
   * then.
   */
  unreachable = $state(false);
  /** Whether the person is known, or cannot be. */
  isLoaded = $state(false);
  #becomingGuest: Promise<void> | null = null;
  #loading: Promise<void> | null = null;

  get person(): Person | null {
    return this.#known?.person ?? null;
  }

  /** The account's login name; `null` for a guest. */
  get login(): string | null {
    return this.#known?.login ?? null;
  }

  /** Why the operator has replaced the name, until the person closes the notice. */
  get renamedWhy(): string | null {
    return this.#known?.renamed_why ?? null;
  }

  load(): Promise<void> {
    this.#loading ??= api
      .fetchMe()
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
        this.isLoaded = true;
      });
    return this.#loading;
  }

  /**
   * Make sure that there is a person: a new visitor becomes a guest with a generated name, which
   * can be changed later. Throws `ApiError` if the server refuses.
   */
  async requirePerson(): Promise<void> {
    await this.load();
    if (this.person) return;
    this.#becomingGuest ??= this.setName(suggestName()).finally(() => {
      this.#becomingGuest = null;
    });
    await this.#becomingGuest;
  }

  /** The session has ended, and with it the notifications of this browser. */
  clear(): void {
    this.#known = null;
    preferences.notify = false;
  }

  // These throw `ApiError` if the server refuses.

  /** Become a guest with this name, or change the name. */
  async setName(name: string): Promise<void> {
    this.#known = await api.setGuestName(name.trim());
  }

  /**
   * Create an account; a person without a name is named after the login. Returns the recovery codes.
   */
  async register(account: Register): Promise<readonly string[]> {
    if (!this.#known) await this.setName(account.login);
    const { person, login, recovery_codes } = await api.register(account);
    this.#known = { person, login };
    return recovery_codes;
  }

  /** Set a new password with a recovery code; returns how many codes are left. */
  async recover(request: Recover): Promise<number> {
    const { person, login, codes_left } = await api.recover(request);
    this.#known = { person, login };
    return codes_left;
  }

  /** Set a new password with a link of the operator, or from an e-mail. */
  async usePasswordLink(link: UsePasswordLink): Promise<void> {
    this.#known = await api.usePasswordLink(link);
  }

  async logIn(account: LogIn): Promise<void> {
    this.#known = await api.logIn(account);
  }

  /** The person has logged in by a request that the first load does not need. */
  become(known: MeResponse): void {
    this.#known = known;
  }

  async logOut(): Promise<void> {
    await api.logOut();
    this.clear();
  }

  async logOutEverywhere(): Promise<void> {
    await api.logOutEverywhere();
    this.clear();
  }

  async delete(sure: DeleteMe): Promise<void> {
    await api.deleteMe(sure);
    this.clear();
  }
}

/** Suggest a friendly name such as “Amber Otter”. */
export function suggestName(random = Math.random): string {
  const pick = (id: string) => {
    const words = t(id).split(/\s*,\s*/);
    return words[Math.floor(random() * words.length)] ?? '';
  };
  return t('page.name.pair', {
    first: pick('page.name.first'),
    second: pick('page.name.second'),
  });
}

export const me = new CurrentPerson();
