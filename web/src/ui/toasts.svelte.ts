/** Short messages that disappear by themselves. */
export interface Toast {
  id: number;
  tone: 'plain' | 'good' | 'bad';
  text: string;
  /** A second, quieter sentence: the rule behind a refusal. */
  more?: string;
}

/** Time to notice a toast, and then to read it at a relaxed pace. */
const NOTICE_MS = 4000;
const READ_MS_PER_CHARACTER = 75;
const LEAST_MS = 7000;

/** How long a toast is shown, by its length. */
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

  /** Keep a toast while it is hovered or has the focus. */
  hold({ id }: Toast): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
  }

  /** Restart a toast's timer. */
  release(toast: Toast): void {
    this.hold(toast);
    this.#timers.set(
      toast.id,
      setTimeout(() => this.drop(toast.id), displayTime(toast)),
    );
  }

  /** Regions inside open dialogs, topmost last; if empty, toasts are shown on the page. */
  #inDialogs = $state.raw<readonly symbol[]>([]);

  /**
   * Show the toasts in this region while its dialog is open.
   *
   * Everything outside a modal dialog is inert, the top layer included: only toasts inside it can
   * be read by assistive technology, hovered and closed.
   */
  enterDialog(region: symbol): () => void {
    this.#inDialogs = [...this.#inDialogs, region];
    return () => {
      this.#inDialogs = this.#inDialogs.filter((each) => each !== region);
    };
  }

  /** Whether toasts are shown in this region; null is the page's own. */
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
