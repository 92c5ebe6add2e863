/** Addresses and pages: a small history router. */

export type Route =
  | { page: 'home' }
  | { page: 'new'; game: string }
  | { page: 'table'; id: string }
  | { page: 'replay'; id: string }
  | { page: 'guide'; game: string }
  | { page: 'missing' };

const SEGMENT = '([\\w-]+)';
const PATTERNS: [RegExp, (segment: string) => Route][] = [
  [/^\/$/, () => ({ page: 'home' })],
  [RegExp(`^/new/${SEGMENT}/?$`), (game) => ({ page: 'new', game })],
  [RegExp(`^/table/${SEGMENT}/?$`), (id) => ({ page: 'table', id })],
  [RegExp(`^/replay/${SEGMENT}/?$`), (id) => ({ page: 'replay', id })],
  [RegExp(`^/games/${SEGMENT}/?$`), (game) => ({ page: 'guide', game })],
];

export function routeOf(path: string): Route {
  for (const [pattern, route] of PATTERNS) {
    const found = pattern.exec(path);
    if (found) return route(found[1] ?? '');
  }
  return { page: 'missing' };
}

export const paths = {
  home: '/',
  newTable: (game: string) => `/new/${game}`,
  /** The invitation is in the fragment, so that it is in no request line and no server's log. */
  table: (id: string, invite = '') => `/table/${id}${invite && `#${invite}`}`,
  replay: (id: string) => `/replay/${id}`,
  guide: (game: string) => `/games/${game}`,
};

class Router {
  path = $state('/');
  route = $derived(routeOf(this.path));
  /** Counts the times that somebody went somewhere, so that focus can follow. */
  visits = $state(0);

  start(): void {
    this.#read();
    addEventListener('popstate', () => this.#arrive());
    addEventListener('click', (event) => this.#follow(event));
  }

  go(to: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', to);
    this.#arrive();
    scrollTo(0, 0);
  }

  /** Plain links within the page are followed without loading it again. */
  #follow(event: MouseEvent): void {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    const link = (event.target as Element).closest('a');
    if (!link || !staysHere(link, location)) return;
    event.preventDefault();
    this.go(link.pathname + link.hash);
  }

  #arrive(): void {
    if (this.path !== location.pathname) this.visits++;
    this.#read();
  }

  #read(): void {
    this.path = location.pathname;
  }
}

export function isPlainClick(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Whether a link leads to another page of ours (not to another site, a download, or an anchor here). */
export function staysHere(
  link: Pick<HTMLAnchorElement, 'origin' | 'pathname' | 'target' | 'hash' | 'hasAttribute'>,
  here: Pick<Location, 'origin' | 'pathname'>,
): boolean {
  if (link.origin !== here.origin || link.target || link.hasAttribute('download')) return false;
  if (link.pathname.startsWith('/api/')) return false;
  return link.pathname !== here.pathname || !link.hash;
}

export const router = new Router();
