/** A player's private notes at a table: shown at once, stored on the server; the latest wins. */
import type { PrivateNotes } from '../../wire';

interface NotesServer {
  fetch: () => Promise<readonly PrivateNotes[]>;
  store: (notes: PrivateNotes) => Promise<unknown>;
  /** Tells the player why notes could not be fetched or stored. */
  onerror: (error: unknown) => void;
}

export class PrivateNotesSync {
  /** What the player has noted, in the order of the versions. */
  written = $state.raw<readonly PrivateNotes[]>([]);

  #server: NotesServer;
  #unsent: PrivateNotes | null = null;
  #sending = false;

  constructor(server: NotesServer) {
    this.#server = server;
  }

  /** Fetch what is stored, perhaps from another tab or device; send what could not be sent. */
  async load(): Promise<void> {
    try {
      if (this.#unsent && !this.#sending) await this.#send();
      const before = this.written;
      const sending = this.#unsent;
      const stored = await this.#server.fetch();
      // What was written here meanwhile is newer than the response.
      const own = this.written.filter((each) => each === sending || !before.includes(each));
      const others = stored.filter(({ version }) => own.every((each) => each.version !== version));
      this.written = inOrder([...others, ...own]);
    } catch (error) {
      this.#server.onerror(error);
    }
  }

  /** Return what the player had noted by then; `null` if nothing. */
  at(version: number): unknown {
    return this.written.findLast((each) => each.version <= version)?.notes ?? null;
  }

  /** Note something at the version that the player sees. */
  write(version: number, notes: unknown): void {
    this.#unsent = { version, notes };
    const others = this.written.filter((each) => each.version !== version);
    this.written = inOrder([...others, this.#unsent]);
    if (!this.#sending) void this.#send();
  }

  async #send(): Promise<void> {
    this.#sending = true;
    try {
      while (this.#unsent) {
        const sent = this.#unsent;
        await this.#server.store(sent);
        if (this.#unsent === sent) this.#unsent = null;
      }
    } catch (error) {
      // The next change sends everything again: notes are stored as a whole.
      this.#server.onerror(error);
    } finally {
      this.#sending = false;
    }
  }
}

function inOrder(notes: readonly PrivateNotes[]): readonly PrivateNotes[] {
  return notes.toSorted((one, other) => one.version - other.version);
}
