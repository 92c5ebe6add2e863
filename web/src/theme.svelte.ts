/** Light or dark: as the system says, unless the reader chose otherwise. */
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

  /** What the reader chose; nothing: as the system says. */
  get chosen(): Tone | null {
    return this.#chosen;
  }

  set chosen(tone: Tone | null) {
    this.#chosen = tone;
    keep(KEY, tone);
    this.#show();
  }

  /** The other tone; where that is the system's own, we follow the system again. */
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

  /** The cloth's colour, which the browser's own bars continue. */
  #cloth(): string {
    const cloth = getComputedStyle(document.documentElement).getPropertyValue('--cloth');
    return cloth.match(/#\w+/g)?.[TONES.indexOf(this.tone)] ?? '';
  }
}

export const theme = new Theme();
