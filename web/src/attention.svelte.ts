/** Calls somebody who looks elsewhere: a sound, a mark on the app's icon, the browser's own notes. */
import { preferences } from './preferences.svelte';

/** A few notes one after the other, in hertz. */
const TUNES = { turn: [659.3, 880], end: [523.3, 659.3, 784, 1046.5] };
const BETWEEN = 0.13;
const FADING = 0.5;
const LOUDNESS = 0.12;

export type Tune = keyof typeof TUNES;

export interface Note {
  title: string;
  text: string;
  /** A later note about the same thing takes the place of an earlier one. */
  about: string;
}

class Attention {
  #audio: AudioContext | null = null;

  /** Whether this browser can show notes at all. */
  readonly canNotify = 'Notification' in globalThis;

  /** Something has happened that somebody waits for. */
  call(tune: Tune, note: Note): void {
    if (preferences.sound) this.#play(TUNES[tune]);
    if (preferences.notify && document.hidden) this.#show(note);
  }

  /** Puts a mark on the app's icon, or takes it off. */
  mark(on: boolean): void {
    const marked = on ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
    marked?.catch(() => {
      // Not every page may; it is only a mark.
    });
  }

  /** Turns notes on or off; whether it could be done: the browser asks the person first. */
  async setNotify(on: boolean): Promise<boolean> {
    preferences.notify = on;
    if (on) preferences.notify = (await Notification.requestPermission()) === 'granted';
    return preferences.notify === on;
  }

  /** Browsers let nothing be heard before somebody has touched the page. */
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

/** On phones notes are shown by the app's worker alone, where there is one and it may. */
async function showByWorker(title: string, options: NotificationOptions): Promise<void> {
  try {
    const worker = await navigator.serviceWorker?.getRegistration();
    await worker?.showNotification(title, options);
  } catch {
    // The permission was taken back.
  }
}

/** One soft note, like a small bell. */
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
