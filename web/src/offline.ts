/** The worker that keeps the page for when there is no network, and what it has kept. */
import { guidePath } from './api';

export function prepareForOffline(): void {
  // Browsers have workers on secure sites alone; there is none while the page is being written.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('controllerchange', () => {
    // Also what was under way when the worker came: it has passed it by.
    new PerformanceObserver((list) => {
      const fetched = list.getEntries().map(({ name }) => name);
      serviceWorker.controller?.postMessage(fetched);
    }).observe({ type: 'resource', buffered: true });
  });
  serviceWorker.register('/sw.js').catch(() => {
    // Some browsers forbid it; then the page needs the network, like any other.
  });
}

/** Those of the games whose guide has been read here, in this language. */
export async function keptGuides(games: readonly string[], language: string): Promise<string[]> {
  if (!('caches' in globalThis)) return [];
  const kept = await Promise.all(games.map((game) => caches.match(guidePath(game, language))));
  return games.filter((_, index) => kept[index]);
}
