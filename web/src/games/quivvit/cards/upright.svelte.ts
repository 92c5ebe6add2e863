/** Whether numbers are always upright: a preference stored in this browser. */
import { readStored, store } from '../../../app/storage';

const KEY = 'quincunx.quivvit.upright';

class Upright {
  #on = $state(readStored(KEY) === 'yes');

  get on(): boolean {
    return this.#on;
  }

  toggle(): void {
    this.#on = !this.#on;
    store(KEY, this.#on ? 'yes' : null);
  }
}

export const upright = new Upright();
