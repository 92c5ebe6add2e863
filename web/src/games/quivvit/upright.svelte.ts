/** Whether numbers are turned upright: a preference of whoever looks, kept on this machine. */
const KEY = 'quincunx.quivvit.upright';

class Upright {
  #on = $state(remembered());

  get on(): boolean {
    return this.#on;
  }

  toggle(): void {
    this.#on = !this.#on;
    try {
      if (this.#on) localStorage.setItem(KEY, 'yes');
      else localStorage.removeItem(KEY);
    } catch {
      // It is only a preference.
    }
  }
}

/** Storage may be forbidden; then the choice lasts as long as the page. */
function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === 'yes';
  } catch {
    return false;
  }
}

export const upright = new Upright();
