/** Alerts for a player who is looking elsewhere: a sound, an app badge, a browser notification. */
import { preferences } from './preferences.svelte';

/** Tone frequencies in hertz, played one after the other. */
const TUNES = { turn: [659.3, 880], end: [523.3, 659.3, 784, 1046.5] };
const BETWEEN = 0.13;
const FADING = 0.5;
const LOUDNESS = 0.12;

export type Tune = keyof typeof TUNES;

export interface Note {
  title: string;
  text: string;
  /** Notifications with the same tag replace each other. */
  about: string;
}

class Attention {
  #audio: AudioContext | null = null;

  /** Whether this browser supports notifications. */
  readonly canNotify = 'Notification' in globalThis;

  /** Announce something that the player is waiting for. */
  call(tune: Tune, note: Note): void {
    if (preferences.sound) this.#play(TUNES[tune]);
    if (preferences.notify && document.hidden) this.#show(note);
  }

  /** Set or clear the badge on the app's icon. */
  mark(on: boolean): void {
    const marked = on ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
    marked?.catch(() => {
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
      strike(this.#audio, tone, this.#audio.currentTime + index * BETWEEN);
    }
  }

  #show({ title, text, about }: Note): void {
    const options = { body: text, tag: about };
    try {
      const note = new Notification(title, options);
      note.onclick = () => {
        window.focus();
        note.close();
      };
    } catch {
      void showByWorker(title, options);
    }
  }
}

/** On phones only a service worker can show notifications. */
async function showByWorker(title: string, options: NotificationOptions): Promise<void> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, options);
  } catch {
    // The permission was revoked.
  }
}

/** Play one soft tone, like a small bell. */
function strike(audio: AudioContext, tone: number, at: number): void {
  const bell = new OscillatorNode(audio, { type: 'sine', frequency: tone });
  const volume = new GainNode(audio, { gain: 0 });
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(LOUDNESS, at + 0.01);
  volume.gain.exponentialRampToValueAtTime(0.001, at + FADING);
  bell.connect(volume).connect(audio.destination);
  bell.start(at);
  bell.stop(at + FADING);
}

export const attention = new Attention();
