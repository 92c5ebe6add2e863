/** Insert the pictures' symbols into the page once, so that every piece can `use` them. */
import source from '../../../../src/quincunx/pictures/symbols.svg?raw';
import { COLOURS } from './palette';
import { SHAPES } from './pieces';

const ID = 'piece-symbols';

/** All symbols: templates are repeated for every colour and shape, as in `pictures/symbols.py`. */
export const SYMBOLS = source.replaceAll(
  /<symbol id="[^"]*\{colour\}.*?<\/symbol>/gs,
  (template: string) =>
    Object.entries(COLOURS)
      .flatMap(([colour, { pattern }]) => {
        const drawn = template.replaceAll('{colour}', colour).replaceAll('{pattern}', pattern);
        if (!drawn.includes('{shape}')) return [drawn];
        return Object.values(SHAPES).map((shape) => drawn.replaceAll('{shape}', shape));
      })
      .join(''),
);

export function laySymbols(): void {
  if (document.getElementById(ID)) return;
  const holder = document.createElement('div');
  holder.id = ID;
  holder.setAttribute('aria-hidden', 'true');
  // Not `hidden`: in some browsers, elements clipped by a hidden shape disappear.
  holder.style.position = 'absolute';
  holder.innerHTML = SYMBOLS;
  hideSymbols(holder);
  document.body.append(holder);
}

/**
 * Symbols are only copied from: if they are hidden, the browser need not style their hundreds of
 * elements again whenever the theme changes or a dialog opens.
 */
function hideSymbols(holder: HTMLElement): void {
  const hidden = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  hidden.style.display = 'none';
  hidden.append(...holder.querySelectorAll('symbol'));
  holder.append(hidden);
}
