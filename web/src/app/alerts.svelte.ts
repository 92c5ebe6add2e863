/** Alerts while the page is in the background: an app badge, a browser notification. */
import { language } from '../messages';
import { type AlertKind, preferences } from './preferences.svelte';
import { stopPush, syncPush } from './push';

export interface AlertNotification {
  kind: AlertKind;
  title: string;
  text: string;
  /** Notifications with the same tag replace each other. */
  tag: string;
  /** The path of the page that the notification opens. */
  path: string;
}

class Alerts {
  /** Whether this browser can show notifications. */
  readonly canNotify = globalThis.isSecureContext && 'Notification' in globalThis;
  /** Whether push messages reach this browser while the page is closed; `null`: not known yet. */
  reachesClosedPage = $state<boolean | null>(null);

  #syncing = Promise.resolve();

  /** Announce something that the player is waiting for. */
  announce(note: AlertNotification): void {
    const isWanted = preferences.notify && preferences.alertKinds.includes(note.kind);
    if (isWanted && document.hidden) void show(note);
  }

  /** Show a number on the app's icon. */
  setBadge(count: number): void {
    const badge = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
    badge?.catch(() => {
      // Not every page may set a badge; it is only decoration.
    });
  }

  /**
   * Turn notifications on or off; returns whether that worked, since the browser asks for
   * permission.
   */
  async setNotify(on: boolean): Promise<boolean> {
    preferences.notify = on;
    if (on) preferences.notify = (await Notification.requestPermission()) === 'granted';
    await this.sync();
    return preferences.notify === on;
  }

  /** Tell the server what this browser wants; the page works without it, too. */
  sync(): Promise<void> {
    // One after the other: the last request has to be the latest choice.
    this.#syncing = this.#syncing.then(() => this.#syncOnce());
    return this.#syncing;
  }

  async #syncOnce(): Promise<void> {
    if (preferences.notify) this.reachesClosedPage = await syncPush(language()).catch(() => false);
    else await stopPush().catch(() => {});
  }
}

/**
 * A notification of the service worker, as push messages are: one with the same tag replaces the
 * other. On phones there is no other kind.
 */
async function show({ title, text, tag, path }: AlertNotification): Promise<void> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    const options = { body: text, tag, data: { path } };
    if (worker?.active) return await worker.showNotification(title, options);
    const note = new Notification(title, options);
    note.onclick = () => {
      window.focus();
      note.close();
    };
  } catch {
    // The permission was revoked.
  }
}

export const alerts = new Alerts();
