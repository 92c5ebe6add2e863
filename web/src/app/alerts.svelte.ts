/** Alerts for a player who is looking elsewhere: a sound, an app badge, a browser notification. */
import { preferences } from './preferences.svelte';

/** Tone frequencies in hertz, played one after the other. */
const ALERT_TONES_HZ = { turn: [659.3, 880], end: [523.3, 659.3, 784, 1046.5] };
const TONE_INTERVAL_S = 0.13;
const FADE_S = 0.5;
const VOLUME = 0.12;

export type AlertSound = keyof typeof ALERT_TONES_HZ;

export interface AlertNotification {
  title: string;
  text: string;
  /** Notifications with the same tag replace each other. */
  tag: string;
}

class Alerts {
  #audio: AudioContext | null = null;

  /** Whether this browser supports notifications. */
  readonly canNotify = 'Notification' in globalThis;

  /** Announce something that the player is waiting for. */
  announce(tune: AlertSound, note: AlertNotification): void {
    if (preferences.sound) this.#play(ALERT_TONES_HZ[tune]);
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

  /** Browsers block sound until the person has interacted with the page. */
  #play(tones: readonly number[]): void {
    if (!navigator.userActivation?.hasBeenActive) return;
    this.#audio ??= new AudioContext();
    void this.#audio.resume();
    for (const [index, tone] of tones.entries()) {
      playTone(this.#audio, tone, this.#audio.currentTime + index * TONE_INTERVAL_S);
    }
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

/** Play one soft tone, like a small bell. */
function playTone(audio: AudioContext, tone: number, at: number): void {
  const bell = new OscillatorNode(audio, { type: 'sine', frequency: tone });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(VOLUME, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, at + FADE_S);
  bell.connect(volume).connect(audio.destination);
  bell.start(at);
  bell.stop(at + FADE_S);
}

export const alerts = new Alerts();
