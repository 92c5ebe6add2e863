/** The service worker, and the guides available offline. */
import { guidePath } from './api';

export function prepareForOffline(): void {
  // Browsers support workers only on secure sites; in development there is none.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener('controllerchange', () => {
    // Includes requests made before the worker took over, which it did not see.
    new PerformanceObserver((list) => {
      const fetched = list.getEntries().map(({ name }) => name);
      serviceWorker.controller?.postMessage(fetched);
    }).observe({ type: 'resource', buffered: true });
  });
  serviceWorker.register('/sw.js').catch(() => {
    // Some browsers block service workers; then the page needs the network.
  });
}

/** The games whose guide is cached in this language. */
export async function keptGuides(games: readonly string[], language: string): Promise<string[]> {
  if (!('caches' in globalThis)) return [];
  const kept = await Promise.all(games.map((game) => caches.match(guidePath(game, language))));
  return games.filter((_, index) => kept[index]);
}
