/** The submission of a form: whether it is in progress, and the server's refusal. */
import { ApiError, errorText } from './api';

export class Submission {
  busy = $state(false);
  #refusal = $state.raw<unknown>(null);

  /** Run the request; returns whether it succeeded. */
  async submit(work: () => Promise<unknown>): Promise<boolean> {
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

  /** The refusal as text; if kinds are given (`WrongPassword`), only for those. */
  fault(...kinds: string[]): string {
    return this.#refusal !== null && (kinds.length === 0 || this.#is(kinds))
      ? errorText(this.#refusal)
      : '';
  }

  /** The refusal as text, unless it is of one of these kinds. */
  faultExcept(...kinds: string[]): string {
    return this.#is(kinds) ? '' : this.fault();
  }

  #is(kinds: string[]): boolean {
    return this.#refusal instanceof ApiError && kinds.includes(this.#refusal.message);
  }
}
