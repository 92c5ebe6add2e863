/** The person's preferences, stored in this browser. */

import type { Person, PushMessage } from '../wire';
import { readStored, store } from './storage';

const KEY = 'quincunx.preferences';

export const SPEEDS = ['normal', 'fast', 'instant'] as const;
export type Speed = (typeof SPEEDS)[number];
export const BOT_PACES = ['slow', 'normal', 'fast'] as const;
export type BotPace = (typeof BOT_PACES)[number];
export const VOLUMES = ['off', 'low', 'medium', 'high'] as const;
export type Volume = (typeof VOLUMES)[number];

export type AlertKind = PushMessage['kind'];
export const ALERT_KINDS = [
  'turn',
  'joined',
  'proposal',
  'ended',
  'invited',
  'paired',
] as const satisfies AlertKind[];

class Preferences {
  /** Whether moves need confirmation. */
  confirmMoves = $state(false);
  /** The volume of sounds. */
  volume = $state<Volume>(usualVolume());
  /** Whether this browser shows notifications. */
  notify = $state(false);
  /** What they are about. */
  alertKinds = $state.raw<readonly AlertKind[]>(ALERT_KINDS);
  /** The speed of animations. */
  speed = $state<Speed>('normal');
  /** The speed of bots at the person's own tables. */
  botPace = $state<BotPace>('normal');
  /** Whether pieces show the first letter of their colour; patterns tell them apart without it. */
  letters = $state(true);
  /** People whose messages an earlier version of the page hid; `blocks` takes them over. */
  muted = $state.raw<readonly Person[]>([]);

  constructor() {
    Object.assign(this, remembered());
    $effect.root(() => {
      $effect(() => store(KEY, JSON.stringify(this.#all)));
    });
  }

  get #all() {
    const { confirmMoves, volume, notify, alertKinds, speed, botPace, letters, muted } = this;
    return { confirmMoves, volume, notify, alertKinds, speed, botPace, letters, muted };
  }
}

type Stored = Partial<
  Pick<
    Preferences,
    'confirmMoves' | 'volume' | 'notify' | 'alertKinds' | 'speed' | 'botPace' | 'letters' | 'muted'
  >
>;

/** Read the stored preferences, ignoring invalid values. */
function remembered(): Stored {
  try {
    return understood(JSON.parse(readStored(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

function understood(stored: Record<string, unknown>): Stored {
  const flags = ['confirmMoves', 'notify', 'letters'].filter(
    (key) => typeof stored[key] === 'boolean',
  );
  const muted = Array.isArray(stored['muted']) ? stored['muted'].filter(isPerson) : [];
  const speed = SPEEDS.find((each) => each === stored['speed']) ?? 'normal';
  const botPace = BOT_PACES.find((each) => each === stored['botPace']) ?? 'normal';
  const flagValues = Object.fromEntries(flags.map((key) => [key, stored[key]]));
  const kinds = stored['alertKinds'];
  const alertKinds = ALERT_KINDS.filter((kind) => !Array.isArray(kinds) || kinds.includes(kind));
  return { ...flagValues, alertKinds, speed, botPace, volume: volumeIn(stored), muted };
}

/** Earlier versions of the page stored a switch named `sound`. */
function volumeIn({ volume, sound }: Record<string, unknown>): Volume {
  return VOLUMES.find((each) => each === volume) ?? (sound === false ? 'off' : usualVolume());
}

/** Phones are used among other people: silent until the player turns sound on. */
function usualVolume(): Volume {
  return globalThis.matchMedia?.('(pointer: coarse)').matches ? 'off' : 'low';
}

function isPerson(value: unknown): value is Person {
  const { id, name } = (value ?? {}) as Partial<Person>;
  return typeof id === 'string' && typeof name === 'string';
}

export const preferences = new Preferences();
