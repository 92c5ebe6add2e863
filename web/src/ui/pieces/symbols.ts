/** Insert `symbols.svg` into the page once, so that every piece can `use` its symbols. */
import source from './symbols.svg?raw';

const ID = 'piece-symbols';

export function laySymbols(): void {
  if (document.getElementById(ID)) return;
  const holder = document.createElement('div');
  holder.id = ID;
  holder.setAttribute('aria-hidden', 'true');
  // Not `hidden`: in some browsers, elements clipped by a hidden shape disappear.
  holder.style.position = 'absolute';
  holder.innerHTML = source;
  document.body.append(holder);
}
