/** Light or dark: as the system says, unless the reader chose otherwise. */
export type Tone = 'light' | 'dark';

const KEY = 'quincunx.theme';

class Theme {
  #system = matchMedia('(prefers-color-scheme: dark)');
  #systemTone = $state<Tone>(this.#system.matches ? 'dark' : 'light');
  #chosen = $state<Tone | null>(remembered());

  readonly tone = $derived<Tone>(this.#chosen ?? this.#systemTone);

  start(): void {
    this.#system.addEventListener('change', ({ matches }) => {
      this.#systemTone = matches ? 'dark' : 'light';
    });
    this.#show();
  }

  /** The other tone; where that is the system's own, we follow the system again. */
  toggle(): void {
    const wanted: Tone = this.tone === 'dark' ? 'light' : 'dark';
    this.#chosen = wanted === this.#systemTone ? null : wanted;
    remember(this.#chosen);
    this.#show();
  }

  #show(): void {
    if (this.#chosen) document.documentElement.dataset['theme'] = this.#chosen;
    else delete document.documentElement.dataset['theme'];
  }
}

/** Storage may be forbidden; then the choice lasts as long as the page. */
function remembered(): Tone | null {
  try {
    const tone = localStorage.getItem(KEY);
    return tone === 'light' || tone === 'dark' ? tone : null;
  } catch {
    return null;
  }
}

function remember(tone: Tone | null): void {
  try {
    if (tone) localStorage.setItem(KEY, tone);
    else localStorage.removeItem(KEY);
  } catch {
    // It is only a preference.
  }
}

export const theme = new Theme();
