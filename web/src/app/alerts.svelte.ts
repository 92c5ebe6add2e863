/** Alerts while the page is in the background: an app badge, a browser notification. */
import { preferences } from './preferences.svelte';

export interface AlertNotification {
  title: string;
  text: string;
  /** Notifications with the same tag replace each other. */
  tag: string;
}

class Alerts {
  /** Whether this browser supports notifications. */
  readonly canNotify = 'Notification' in globalThis;

  /** Announce something that the player is waiting for. */
  announce(note: AlertNotification): void {
    if (preferences.notify && document.hidden) this.#show(note);
  }

  /** Set or clear the badge on the app's icon. */
  setBadge(on: boolean): void {
    const badge = on ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
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
    return preferences.notify === on;
  }

  #show({ title, text, tag }: AlertNotification): void {
    const options = { body: text, tag };
    try {
      const note = new Notification(title, options);
      note.onclick = () => {
        window.focus();
        note.close();
      };
    } catch {
      void showWithServiceWorker(title, options);
    }
  }
}

/** On phones only a service worker can show notifications. */
async function showWithServiceWorker(title: string, options: NotificationOptions): Promise<void> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, options);
  } catch {
    // The permission was revoked.
  }
}

export const alerts = new Alerts();
