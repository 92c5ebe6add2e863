/** Light or dark theme: the system's, unless the reader chose one. */
import { keep, recall } from './storage';

export const TONES = ['light', 'dark'] as const;
export type Tone = (typeof TONES)[number];

const KEY = 'quincunx.theme';

class Theme {
  #system = matchMedia('(prefers-color-scheme: dark)');
  #systemTone = $state<Tone>(this.#system.matches ? 'dark' : 'light');
  #chosen = $state<Tone | null>(TONES.find((tone) => tone === recall(KEY)) ?? null);

  readonly tone = $derived<Tone>(this.#chosen ?? this.#systemTone);

  start(): void {
    this.#system.addEventListener('change', ({ matches }) => {
      this.#systemTone = matches ? 'dark' : 'light';
      this.#show();
    });
    this.#show();
  }

  /** The reader's choice; `null` follows the system. */
  get chosen(): Tone | null {
    return this.#chosen;
  }

  set chosen(tone: Tone | null) {
    this.#chosen = tone;
    keep(KEY, tone);
    this.#show();
  }

  /** Switch to the other theme; follow the system again if that is its own. */
  toggle(): void {
    const wanted: Tone = this.tone === 'dark' ? 'light' : 'dark';
    this.chosen = wanted === this.#systemTone ? null : wanted;
  }

  #show(): void {
    const root = document.documentElement;
    if (this.#chosen) root.dataset['theme'] = this.#chosen;
    else delete root.dataset['theme'];
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', this.#cloth());
  }

  /** The background colour, for the browser's own bars. */
  #cloth(): string {
    const cloth = getComputedStyle(document.documentElement).getPropertyValue('--cloth');
    return cloth.match(/#\w+/g)?.[TONES.indexOf(this.tone)] ?? '';
  }
}

export const theme = new Theme();
