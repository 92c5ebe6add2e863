/** Light or dark theme: the system's, unless the reader chose one. */
import { nextPaint } from './next-paint';
import { readStored, store } from './storage';

export const COLOUR_SCHEMES = ['light', 'dark'] as const;
export type ColourScheme = (typeof COLOUR_SCHEMES)[number];

const KEY = 'quincunx.theme';

class Theme {
  #system = matchMedia('(prefers-color-scheme: dark)');
  #systemScheme = $state<ColourScheme>(this.#system.matches ? 'dark' : 'light');
  #chosen = $state<ColourScheme | null>(
    COLOUR_SCHEMES.find((scheme) => scheme === readStored(KEY)) ?? null,
  );

  readonly scheme = $derived<ColourScheme>(this.#chosen ?? this.#systemScheme);

  start(): void {
    this.#system.addEventListener('change', ({ matches }) => {
      this.#systemScheme = matches ? 'dark' : 'light';
      this.#apply();
    });
    this.#apply();
  }

  /** The reader's choice; `null` follows the system. */
  get chosen(): ColourScheme | null {
    return this.#chosen;
  }

  set chosen(scheme: ColourScheme | null) {
    this.#chosen = scheme;
    store(KEY, scheme);
    // Every element gets new colours, which takes a slow device a while: the pressed control changes
    // first.
    void nextPaint().then(() => this.#apply());
  }

  /** Switch to the other theme; follow the system again if that is its own. */
  toggle(): void {
    const wanted: ColourScheme = this.scheme === 'dark' ? 'light' : 'dark';
    this.chosen = wanted === this.#systemScheme ? null : wanted;
  }

  #apply(): void {
    const root = document.documentElement;
    if (this.#chosen) root.dataset['theme'] = this.#chosen;
    else delete root.dataset['theme'];
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', this.#backgroundColour());
  }

  /** The background colour, for the browser's own bars. */
  #backgroundColour(): string {
    const cloth = getComputedStyle(document.documentElement).getPropertyValue('--cloth');
    return cloth.match(/#\w+/g)?.[COLOUR_SCHEMES.indexOf(this.scheme)] ?? '';
  }
}

export const theme = new Theme();
