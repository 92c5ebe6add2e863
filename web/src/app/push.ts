/** Push messages to this browser: whether they are possible, and the subscription. */
import { fetchPushKey, subscribePush, unsubscribePush } from '../net/api';
import type { PushAddress } from '../wire';
import { preferences } from './preferences.svelte';

/**
 * Why this browser cannot be notified: the page was not loaded over HTTPS, the browser cannot show
 * notifications, or the reader has blocked them.
 */
export type Obstacle = 'insecure' | 'unsupported' | 'denied';

export function findObstacle(): Obstacle | null {
  if (!isSecureContext) return 'insecure';
  if (!('Notification' in globalThis)) return 'unsupported';
  return Notification.permission === 'denied' ? 'denied' : null;
}

/** Bring the server's entry up to date; returns whether this browser can receive push messages. */
export async function syncPush(language: string): Promise<boolean> {
  const worker = await navigator.serviceWorker?.getRegistration();
  if (!worker?.pushManager) return false;
  const { key } = await fetchPushKey();
  const subscription = await subscribe(worker.pushManager, key);
  if (!subscription) return false;
  const kinds = [...preferences.alertKinds];
  await subscribePush({ address: addressOf(subscription), language, kinds });
  return true;
}

/** End the push messages to this browser. */
export async function stopPush(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  const subscription = await worker?.pushManager?.getSubscription();
  if (!subscription) return;
  await Promise.allSettled([
    unsubscribePush({ endpoint: subscription.endpoint }),
    subscription.unsubscribe(),
  ]);
}

/** Subscribe with the server's key; a subscription with another key is of no use. */
async function subscribe(manager: PushManager, key: string): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: key };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') return null;
  }
  await (await manager.getSubscription())?.unsubscribe();
  return manager.subscribe(options).catch(() => null);
}

function addressOf(subscription: PushSubscription): PushAddress {
  const { endpoint, keys } = subscription.toJSON();
  return {
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  };
}
