/** Whether numbers are always upright: a preference stored in this browser. */
const KEY = 'quincunx.quivvit.upright';

class Upright {
  #on = $state(storedUpright());

  get on(): boolean {
    return this.#on;
  }

  toggle(): void {
    this.#on = !this.#on;
    try {
      if (this.#on) localStorage.setItem(KEY, 'yes');
      else localStorage.removeItem(KEY);
    } catch {
      // Storage may be blocked; it is only a preference.
    }
  }
}

/** Storage may be blocked; then the setting lasts until the page is closed. */
function storedUpright(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    return false;
  }
}

export const upright = new Upright();
