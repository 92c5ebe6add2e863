/** Plays sounds at the player's volume. What makes them audible is loaded with the first one. */
import { preferences, type Volume } from '../app/preferences.svelte';
import { type Cue, SoundGate } from './sound-gate';
import type { SoundName } from './sounds';

const GAINS: Readonly<Record<Volume, number>> = { off: 0, low: 0.22, medium: 0.5, high: 1 };
/** Loudness of other players' moves compared to one's own. */
const OTHERS_GAIN = 0.6;

const gate = new SoundGate();
let audio: AudioContext | null = null;

/** Play what the player has just done on the board. */
export function playSound(sound: SoundName): void {
  playCues([{ sound, isOwn: true }]);
}

export function playCues(cues: readonly Cue[]): void {
  if (preferences.volume === 'off') return;
  for (const cue of cues) {
    if (cue.afterMs) setTimeout(() => void play(cue), cue.afterMs);
    else void play(cue);
  }
}

/** Load what makes sounds; `null` if the server cannot be reached: the game goes on in silence. */
const load = () => Promise.all([import('./sounds'), import('./synthesis')]).catch(() => null);

async function play(cue: Cue): Promise<void> {
  // Browsers block sound until the person has interacted with the page.
  if (!navigator.userActivation?.hasBeenActive) return;
  const hearing = { isHidden: document.hidden, alerts: preferences.notify };
  const gain = GAINS[preferences.volume] * (cue.isOwn ? 1 : OTHERS_GAIN);
  if (gain === 0 || !gate.admits(cue, performance.now(), hearing)) return;
  const loaded = await load();
  if (loaded === null) return;
  const [{ SOUNDS }, { schedule }] = loaded;
  audio ??= new AudioContext({ latencyHint: 'interactive' });
  if (audio.state !== 'running') await audio.resume();
  schedule(audio, SOUNDS[cue.sound], gain, audio.currentTime);
}
