/** A small history router: paths and pages. */
import { isDay } from '../messages/time';

const SEGMENT = '([\\w-]+)';
const PATTERNS = {
  home: /^\/$/,
  lobby: /^\/lobby\/?$/,
  daily: /^\/daily(?:\/(\d{4}-\d\d-\d\d))?\/?$/,
  deal: RegExp(`^/deals/${SEGMENT}/?$`),
  new: RegExp(`^/new/${SEGMENT}/?$`),
  table: RegExp(`^/table/${SEGMENT}/?$`),
  replay: RegExp(`^/replay/${SEGMENT}/?$`),
  puzzles: RegExp(`^/puzzles(?:/${SEGMENT})?/?$`),
  guide: RegExp(`^/games/${SEGMENT}/?$`),
  leaderboard: RegExp(`^/leaderboards/${SEGMENT}/?$`),
  person: RegExp(`^/people/${SEGMENT}/?$`),
  friends: /^\/friends\/?$/,
  settings: /^\/settings\/?$/,
  password: /^\/password\/?$/,
  email: /^\/email\/?$/,
  stopMail: /^\/email\/stop\/?$/,
  text: /^\/(imprint|privacy)\/?$/,
};

export type PageName = keyof typeof PATTERNS | 'missing';

export interface Route {
  page: PageName;
  /** Game, table, day, person or text; empty for pages without one. */
  param: string;
}

export function routeOf(path: string): Route {
  for (const [page, pattern] of Object.entries(PATTERNS)) {
    const found = pattern.exec(path);
    if (page === 'daily' && found?.[1] && !isDay(found[1])) break;
    if (found) return { page: page as PageName, param: found[1] ?? '' };
  }
  return { page: 'missing', param: '' };
}

export const paths = {
  home: '/',
  lobby: '/lobby',
  /** A day's daily games; today's by default. */
  daily: (day = '') => `/daily${day && `/${day}`}`,
  /** Results of a table's deal, to be tried from one of its seats. */
  deal: (table: string, seat = 0) => `/deals/${table}${seat === 0 ? '' : `?seat=${seat}`}`,
  newTable: (game: string) => `/new/${game}`,
  /** A new table, public by default. */
  newOpenTable: (game: string) => `/new/${game}?open`,
  /** The invitation is in the fragment, so that it appears in no request and no server log. */
  table: (id: string, invite = '') => `/table/${id}${invite && `#${invite}`}`,
  /** A rematch: the player who asked for it is ready on arrival too. */
  rematch: (id: string) => `/table/${id}?rematch`,
  /** A replay, from the deal or at a move. */
  replay: (id: string, move = 0) => `/replay/${id}${move === 0 ? '' : `?move=${move}`}`,
  /** All puzzles, or those of a game; `number` names one of them. */
  puzzles: (game = '', number: number | null = null) =>
    `/puzzles${game && `/${game}`}${number === null ? '' : `?puzzle=${number}`}`,
  /** Puzzles from the reader's own games; `table` and `version` name one of them. */
  mistakes: (game: string, table = '', version = 0) =>
    `/puzzles/${game}?from=${table ? `${table}&version=${version}` : 'games'}`,
  guide: (game: string) => `/games/${game}`,
  leaderboard: (game: string) => `/leaderboards/${game}`,
  person: (id: string) => `/people/${id}`,
  friends: '/friends',
  settings: '/settings',
  imprint: '/imprint',
  privacy: '/privacy',
};

class Router {
  path = $state('/');
  query = $state.raw(new URLSearchParams());
  route = $derived(routeOf(this.path));
  /** Number of navigations, so that the focus can follow. */
  navigations = $state(0);

  start(): void {
    this.#readLocation();
    addEventListener('popstate', () => this.#onNavigate());
    addEventListener('click', (event) => this.#onClick(event));
  }

  go(to: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', to);
    this.#onNavigate();
    scrollTo(0, 0);
  }

  /** Change the query of the current page, as a history entry. */
  setQuery(query: string): void {
    history.pushState(null, '', location.pathname + (query && `?${query}`));
    this.#readLocation();
  }

  /** Follow links within the page without reloading it. */
  #onClick(event: MouseEvent): void {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    const link = (event.target as Element).closest('a');
    if (!link || !isInternalLink(link, location)) return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }

  #onNavigate(): void {
    if (this.path !== location.pathname) this.navigations++;
    this.#readLocation();
  }

  #readLocation(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }
}

export function isPlainClick(
  event: Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/**
 * Whether a link leads to another page of the site (not to another site, a download, or an anchor).
 */
export function isInternalLink(
  link: Pick<HTMLAnchorElement, 'origin' | 'pathname' | 'target' | 'hash' | 'hasAttribute'>,
  here: Pick<Location, 'origin' | 'pathname'>,
): boolean {
  if (link.origin !== here.origin || link.target || link.hasAttribute('download')) return false;
  if (link.pathname.startsWith('/api/')) return false;
  return link.pathname !== here.pathname || !link.hash;
}

export const router = new Router();
