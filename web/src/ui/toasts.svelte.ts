/** Short notes that come and go. */
export interface Toast {
  id: number;
  tone: 'plain' | 'good' | 'bad';
  text: string;
  /** A second, quieter sentence: the rule behind a refusal. */
  more?: string;
}

/** Time to notice a note, and then to read it at an unhurried pace. */
const NOTICE_MS = 4000;
const READ_MS_PER_CHARACTER = 75;
const LEAST_MS = 7000;

/** How long a note stays, by its length. */
export function displayTime({ text, more = '' }: Pick<Toast, 'text' | 'more'>): number {
  return Math.max(LEAST_MS, NOTICE_MS + READ_MS_PER_CHARACTER * (text.length + more.length));
}

class Toasts {
  list = $state<Toast[]>([]);
  #next = 0;
  #timers = new Map<number, ReturnType<typeof setTimeout>>();

  show(text: string, tone: Toast['tone'] = 'plain', more?: string): void {
    for (const toast of this.list.filter((each) => each.text === text)) this.drop(toast.id);
    const toast: Toast = { id: this.#next++, tone, text, ...(more && { more }) };
    this.list.push(toast);
    this.release(toast);
  }

  /** Let a note stay for as long as it is pointed at or has the focus. */
  hold({ id }: Toast): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  /** Let it go when its time is up, counted from now on. */
  release(toast: Toast): void {
    this.hold(toast);
    this.#timers.set(
      toast.id,
      setTimeout(() => this.drop(toast.id), displayTime(toast)),
    );
  }

  /** The regions inside of open dialogs, the topmost last; without any, notes are on the page. */
  #inDialogs = $state.raw<readonly symbol[]>([]);

  /**
   * Show the notes in that region for as long as its dialog is open.
   *
   * Everything outside of a modal dialog is inert, the top layer included: only notes inside of it
   * can be read by assistive technology, pointed at and closed.
   */
  enterDialog(region: symbol): () => void {
    this.#inDialogs = [...this.#inDialogs, region];
    return () => {
      this.#inDialogs = this.#inDialogs.filter((each) => each !== region);
    };
  }

  /** Whether notes are shown in that region; null is the page's own. */
  areIn(region: symbol | null): boolean {
    return (this.#inDialogs.at(-1) ?? null) === region;
  }

  drop(id: number): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
