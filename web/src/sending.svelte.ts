/** A form on its way to the server: whether it is under way, and what the server had against it. */
import { ApiError, whyNot } from './api';

export class Sending {
  busy = $state(false);
  #refusal = $state.raw<unknown>(null);

  /** Whether it went through. */
  async send(work: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.#refusal = null;
    try {
      await work();
    } catch (refusal) {
      this.#refusal = refusal;
    } finally {
      this.busy = false;
    }
    return this.#refusal === null;
  }

  /** Why not, in a sentence; with kinds, only a refusal of one of these (`WrongPassword`). */
  fault(...kinds: string[]): string {
    return this.#refusal !== null && (kinds.length === 0 || this.#is(kinds))
      ? whyNot(this.#refusal)
      : '';
  }

  /** The same for refusals of all other kinds. */
  faultExcept(...kinds: string[]): string {
    return this.#is(kinds) ? '' : this.fault();
  }

  #is(kinds: string[]): boolean {
    return this.#refusal instanceof ApiError && kinds.includes(this.#refusal.message);
  }
}
