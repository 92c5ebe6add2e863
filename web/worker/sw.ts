/**
 * The page's worker. Where there is a network it stands in nobody's way: pages and guides come from
 * the server. Without one it gives what it has kept: the page, and the guides that have been read.
 */
export {};

declare const self: ServiceWorkerGlobalScope;
/** Written into this file by the build: what the first page needs, and this build's name. */
declare const SHELL: string[];
declare const VERSION: string;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('message', (event) => event.waitUntil(keepAll(event.data)));

self.addEventListener('notificationclick', (event) => event.waitUntil(follow(event.notification)));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (isAsset(pathname)) event.respondWith(kept(event));
  else if (isGuide(pathname)) event.respondWith(orKept(fetched(event), request));
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/')) {
    // Every address is the same page, which says itself what is missing.
    event.respondWith(orKept(fetch(request), '/'));
  }
});

const isAsset = (path: string) => path.startsWith('/assets/');
const isGuide = (path: string) => path.startsWith('/api/guide/');

async function install(): Promise<void> {
  const cache = await caches.open(VERSION);
  await cache.addAll(SHELL);
  // Nothing that open pages still need is in an older worker's hands.
  await self.skipWaiting();
}

async function takeOver(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name !== VERSION);
  await Promise.all(older.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** What a page has fetched before this worker was there. */
async function keepAll(urls: string[]): Promise<void> {
  const cache = await caches.open(VERSION);
  for (const url of urls) {
    const { origin, pathname } = new URL(url);
    const wanted = origin === location.origin && (isAsset(pathname) || isGuide(pathname));
    if (wanted && !(await cache.match(url))) await keep(url, await fetch(url));
  }
}

/** Files whose names change with their content need not be asked for again. */
async function kept(event: FetchEvent): Promise<Response> {
  return (await caches.match(event.request)) ?? fetched(event);
}

/** Nobody waits until it is kept. */
async function fetched(event: FetchEvent): Promise<Response> {
  const response = await fetch(event.request);
  event.waitUntil(keep(event.request, response.clone()));
  return response;
}

async function orKept(fetching: Promise<Response>, key: Request | string): Promise<Response> {
  try {
    return await fetching;
  } catch (error) {
    const found = await caches.match(key);
    if (!found) throw error;
    return found;
  }
}

async function keep(request: Request | string, response: Response): Promise<void> {
  if (!response.ok) return;
  const cache = await caches.open(VERSION);
  await cache.put(request, response);
}

/** To the page that the note came from. */
async function follow(note: Notification): Promise<void> {
  note.close();
  const pages = await self.clients.matchAll({ type: 'window' });
  await (pages.find(({ url }) => url.includes(note.tag)) ?? pages[0])?.focus();
}
