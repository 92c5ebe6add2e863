/** Short notes that come and go. */
export interface Toast {
  id: number;
  tone: 'plain' | 'good' | 'bad';
  text: string;
  /** A second, quieter sentence: the rule behind a refusal. */
  more?: string;
}

const SECONDS = 7;

class Toasts {
  list = $state<Toast[]>([]);
  #next = 0;

  show(text: string, tone: Toast['tone'] = 'plain', more?: string): void {
    this.list = this.list.filter((toast) => toast.text !== text);
    const toast: Toast = { id: this.#next++, tone, text, ...(more && { more }) };
    this.list.push(toast);
    setTimeout(() => this.drop(toast.id), (SECONDS + (more ? 4 : 0)) * 1000);
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();
