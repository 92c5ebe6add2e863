/** The player's draft: shown at once, stored and checked on the server; the latest wins. */
import type { Fault } from '../../wire';
import { ConnectionClosed } from './table-socket';

export class DraftSync {
  /** The draft as shown; `null` if there is none. */
  draft = $state.raw<unknown>(null);
  /** Its faults, once the server has answered. */
  faults = $state.raw<readonly Fault[]>([]);

  #storeAndCheck: (draft: unknown) => Promise<readonly Fault[]>;
  /** The server's draft, as far as known. */
  #stored: unknown = null;
  /** Whether the server does not have the latest draft yet. */
  #unsent = false;
  /** Whether the server refused the last draft, in a pause for instance. */
  #refused = false;
  #sending = false;

  /** `#storeAndCheck` stores a draft on the server and returns its faults. */
  constructor(check: (draft: unknown) => Promise<readonly Fault[]>) {
    this.#storeAndCheck = check;
  }

  /** Change the draft. */
  change(draft: unknown): void {
    this.draft = draft;
    this.#unsent = true;
    if (!this.#sending) void this.#send();
  }

  /** Follow the server's draft; a local one that has not been sent is newer. */
  followServer(stored: unknown): void {
    this.#stored = stored;
    if (this.#sending) return;
    if (this.#unsent) {
      void this.#send();
    } else if (this.#refused || JSON.stringify(stored) !== JSON.stringify(this.draft)) {
      this.faults = [];
      if (stored === null) this.draft = null;
      else this.change(stored);
    }
  }

  async #send(): Promise<void> {
    this.#sending = true;
    try {
      while (this.#unsent) {
        this.#unsent = this.#refused = false;
        const sent = this.draft;
        const faults = await this.#storeAndCheck(sent);
        this.#stored = sent;
        if (!this.#unsent) this.faults = faults;
      }
    } catch (error) {
      // Without a connection the draft is sent later; a server that refuses it keeps its own.
      this.#unsent = error instanceof ConnectionClosed;
      this.#refused = !this.#unsent;
      if (this.#refused) this.draft = this.#stored;
    } finally {
      this.#sending = false;
    }
  }
}
