/** Plays the sample games one after another. */
import type { SampleGame } from '../../games/sample-games';
import type { ReplayFrame } from '../../table/record-views';

/** How long a step, a change of a draft and the last position are shown, in milliseconds. */
const STEP_MS = 2000;
const DRAFT_MS = 400;
const LAST_MS = 4000;
/** A long game makes room for the next one after this time. */
const MAX_GAME_MS = 40_000;
/** Where in the game a still picture is taken. */
const STILL_AT = 0.6;

export class SamplePlayer {
  /** The game that is shown; its record may still be loading. */
  game = $state('');
  /** The game that is loaded. */
  loaded = $state.raw<{ game: string; sample: SampleGame } | null>(null);
  #position = $state(0);
  #shownMs = 0;
  readonly #games: readonly string[];
  readonly #load: (game: string) => Promise<SampleGame>;

  constructor(games: readonly string[], load: (game: string) => Promise<SampleGame>) {
    this.#games = games;
    this.#load = load;
  }

  get frame(): ReplayFrame | undefined {
    return this.loaded?.sample.frames[this.#position];
  }

  get #next(): ReplayFrame | undefined {
    const isTooLong = this.#shownMs >= MAX_GAME_MS;
    return isTooLong ? undefined : this.loaded?.sample.frames[this.#position + 1];
  }

  /** How long the current frame is shown, in milliseconds. */
  get frameMs(): number {
    if (!this.#next) return LAST_MS;
    return this.#next.version === this.frame?.version ? DRAFT_MS : STEP_MS;
  }

  /** Show a game from its beginning, or as a still picture; a newer call cancels an older one. */
  async show(game: string, still = false): Promise<void> {
    this.game = game;
    const sample = await this.#load(game);
    if (this.game !== game) return;
    this.#position = still
      ? Math.floor((sample.frames.length - 1) * STILL_AT)
      : firstPosition(sample.frames);
    this.#shownMs = 0;
    this.loaded = { game, sample };
  }

  /** Go on to the next frame; after the last one, to the next game. */
  async advance(): Promise<void> {
    if (!this.#next) return this.show(this.#gameAfter(this.game));
    this.#shownMs += this.frameMs;
    this.#position += 1;
  }

  #gameAfter(game: string): string {
    const at = this.#games.indexOf(game);
    return this.#games[(at + 1) % this.#games.length] ?? game;
  }
}

/** In a race nothing moves before the first draft. */
function firstPosition(frames: readonly ReplayFrame[]): number {
  return Math.max(
    0,
    frames.findIndex(({ drafts }) => Object.keys(drafts).length > 0),
  );
}
