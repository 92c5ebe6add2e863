/** The invitations that were sent since the page was loaded, so that it can say who is invited. */
import { inviteToTable } from './api';

class SentInvitations {
  #sent = $state.raw<readonly string[]>([]);

  /** Invite a person to a table; throws `ApiError` if the server refuses. */
  async send(table: string, person: string): Promise<void> {
    await inviteToTable(table, person);
    this.#sent = [...this.#sent, `${table} ${person}`];
  }

  has(table: string, person: string): boolean {
    return this.#sent.includes(`${table} ${person}`);
  }
}

export const invitations = new SentInvitations();
