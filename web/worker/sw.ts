/**
 * The service worker. With a network it only passes requests on: pages and guides come from the
 * server.
 * Without one it serves the cached page and the guides that have been read.
 */
import type { PushMessage } from '../src/wire';

declare const self: ServiceWorkerGlobalScope;
/** Set by the build: the files that the first page needs, and the version of this build. */
declare const SHELL: string[];
declare const VERSION: string;

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('message', (event) => event.waitUntil(cacheAll(event.data)));

self.addEventListener('push', (event) => event.waitUntil(onPush(event.data)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
self.addEventListener('notificationclick', (event) =>
  event.waitUntil(openPage(event.notification)),
);

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (isAsset(pathname)) event.respondWith(cacheFirst(event));
  else if (isGuide(pathname)) event.respondWith(orCached(fetchAndCache(event), request));
  else if (request.mode === 'navigate' && !pathname.startsWith('/api/')) {
    // Every path is the same page, which shows what is missing.
    event.respondWith(orCached(fetch(request), '/'));
  }
});

const isAsset = (path: string) => path.startsWith('/assets/');
const isGuide = (path: string) => path.startsWith('/api/guide/');

async function install(): Promise<void> {
  const cache = await caches.open(VERSION);
  await cache.addAll(SHELL);
  // Open pages need nothing from an older worker.
  await self.skipWaiting();
}

async function takeOver(): Promise<void> {
  const older = (await caches.keys()).filter((name) => name !== VERSION);
  await Promise.all(older.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** Cache what a page fetched before this worker was active. */
async function cacheAll(urls: string[]): Promise<void> {
  const cache = await caches.open(VERSION);
  for (const url of urls) {
    const { origin, pathname } = new URL(url);
    const wanted = origin === location.origin && (isAsset(pathname) || isGuide(pathname));
    if (wanted && !(await cache.match(url))) await putInCache(url, await fetch(url));
  }
}

/** Assets have content hashes in their names and never change. */
async function cacheFirst(event: FetchEvent): Promise<Response> {
  return (await caches.match(event.request)) ?? fetchAndCache(event);
}

/** Return the response without waiting until it is cached. */
async function fetchAndCache(event: FetchEvent): Promise<Response> {
  const response = await fetch(event.request);
  event.waitUntil(putInCache(event.request, response.clone()));
  return response;
}

async function orCached(fetching: Promise<Response>, key: Request | string): Promise<Response> {
  try {
    return await fetching;
  } catch (error) {
    const found = await caches.match(key);
    if (!found) throw error;
    return found;
  }
}

async function putInCache(request: Request | string, response: Response): Promise<void> {
  if (!response.ok) return;
  const cache = await caches.open(VERSION);
  await cache.put(request, response);
}

/** Show a message of the server, unless the reader has that page in front of them. */
async function onPush(data: PushMessageData | null): Promise<void> {
  const message = data?.json() as PushMessage | undefined;
  if (!message) return;
  const { id, kind, tag, title, text, path } = message;
  // Every page shows invitations, friend requests and pairings.
  const isOnEveryPage = kind === 'invited' || kind === 'paired';
  const pages = await self.clients.matchAll({ type: 'window' });
  const isShown = ({ url, visibilityState }: WindowClient) =>
    visibilityState === 'visible' && (isOnEveryPage || new URL(url).pathname === path);
  if (pages.some(isShown)) return;
  const older = await self.registration.getNotifications({ tag });
  // A push service may deliver a message twice.
  if (older.some((note) => note.data?.id === id)) return;
  await self.registration.showNotification(title, { body: text, tag, data: { id, path } });
}

/** The browser has a new address for push messages, or needs one. */
async function renew(event: PushSubscriptionChangeEvent): Promise<void> {
  const { oldSubscription } = event;
  if (!oldSubscription) return;
  const subscription =
    event.newSubscription ??
    (await self.registration.pushManager.subscribe(oldSubscription.options));
  await fetch('/api/push/renew', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ old: oldSubscription.endpoint, address: subscription }),
  });
}

/** Go to the page that the notification is about, in an open window if there is one. */
async function openPage(notification: Notification): Promise<void> {
  notification.close();
  const path: string = notification.data?.path ?? '/';
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  if (page) await page.focus();
  else await self.clients.openWindow(path);
}
