/** What one is building: shown at once, kept at the table, checked there; the last one counts. */
import type { Fault } from '../wire';
import { Hungup } from './socket';

export class Drafts {
  /** The draft as it is seen; nothing where nothing is being built. */
  draft = $state.raw<unknown>(null);
  /** What is wrong with it, as far as the table has answered. */
  faults = $state.raw<readonly Fault[]>([]);

  #check: (draft: unknown) => Promise<readonly Fault[]>;
  /** What the table has, as far as we know. */
  #stored: unknown = null;
  /** Whether there is something that the table does not know yet. */
  #unsaid = false;
  /** Whether the table would not look at the last one, in a pause for instance. */
  #refused = false;
  #sending = false;

  /** `check` keeps a draft at the table and answers with its faults. */
  constructor(check: (draft: unknown) => Promise<readonly Fault[]>) {
    this.#check = check;
  }

  /** One more change. */
  keep(draft: unknown): void {
    this.draft = draft;
    this.#unsaid = true;
    if (!this.#sending) void this.#send();
  }

  /** What the table holds now; what it does not know yet is newer. */
  adopt(stored: unknown): void {
    this.#stored = stored;
    if (this.#sending) return;
    if (this.#unsaid) {
      void this.#send();
    } else if (this.#refused || JSON.stringify(stored) !== JSON.stringify(this.draft)) {
      this.faults = [];
      if (stored === null) this.draft = null;
      else this.keep(stored);
    }
  }

  async #send(): Promise<void> {
    this.#sending = true;
    try {
      while (this.#unsaid) {
        this.#unsaid = this.#refused = false;
        const sent = this.draft;
        const faults = await this.#check(sent);
        this.#stored = sent;
        if (!this.#unsaid) this.faults = faults;
      }
    } catch (error) {
      // Without a line it waits for the next one; a table that does not want it keeps what it has.
      this.#unsaid = error instanceof Hungup;
      this.#refused = !this.#unsaid;
      if (this.#refused) this.draft = this.#stored;
    } finally {
      this.#sending = false;
    }
  }
}
