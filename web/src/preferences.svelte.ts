/** How somebody likes to play, remembered by this browser. */
import { keep, recall } from './storage';
import type { Person } from './wire';

const KEY = 'quincunx.preferences';

class Preferences {
  /** Whether a move is asked about before it is played. */
  confirmMoves = $state(false);
  /** Whether one's turn can be heard. */
  sound = $state(true);
  /** Whether the browser tells of one's turn while the page is hidden. */
  notify = $state(false);
  /** Whose words are not shown. */
  muted = $state.raw<readonly Person[]>([]);

  constructor() {
    Object.assign(this, remembered());
    $effect.root(() => {
      $effect(() => keep(KEY, JSON.stringify(this.#all)));
    });
  }

  get #all() {
    const { confirmMoves, sound, notify, muted } = this;
    return { confirmMoves, sound, notify, muted };
  }

  isMuted(person: Pick<Person, 'id'>): boolean {
    return this.muted.some(({ id }) => id === person.id);
  }

  mute(person: Person): void {
    if (!this.isMuted(person)) this.muted = [...this.muted, person];
  }

  unmute(person: Pick<Person, 'id'>): void {
    this.muted = this.muted.filter(({ id }) => id !== person.id);
  }
}

type Stored = Partial<Pick<Preferences, 'confirmMoves' | 'sound' | 'notify' | 'muted'>>;

/** What is not understood is left out. */
function remembered(): Stored {
  try {
    return understood(JSON.parse(recall(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

function understood(stored: Record<string, unknown>): Stored {
  const flags = ['confirmMoves', 'sound', 'notify'].filter(
    (key) => typeof stored[key] === 'boolean',
  );
  const muted = Array.isArray(stored['muted']) ? stored['muted'].filter(isPerson) : [];
  return { ...Object.fromEntries(flags.map((key) => [key, stored[key]])), muted };
}

function isPerson(value: unknown): value is Person {
  const { id, name } = (value ?? {}) as Partial<Person>;
  return typeof id === 'string' && typeof name === 'string';
}

export const preferences = new Preferences();
