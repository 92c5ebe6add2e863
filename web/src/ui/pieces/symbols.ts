/** Lays `symbols.svg` into the page, once, so that every piece can `use` what is drawn there. */
import source from './symbols.svg?raw';

const ID = 'piece-symbols';

export function laySymbols(): void {
  if (document.getElementById(ID)) return;
  const holder = document.createElement('div');
  holder.id = ID;
  holder.setAttribute('aria-hidden', 'true');
  // Not `hidden`: what is clipped by a shape that is not laid out vanishes in some browsers.
  holder.style.position = 'absolute';
  holder.innerHTML = source;
  document.body.append(holder);
}
