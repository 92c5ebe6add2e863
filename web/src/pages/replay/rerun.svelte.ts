/** A game shown again: which moment of it, through whose eyes, and whether it runs by itself. */
import { type Belongs, type Frame, framesOf, stepsOf } from '../../table/scenes';
import { Visible } from '../../table/visible.svelte';
import type { GameRecord, Judged, Message } from '../../wire';

const PAUSE = 1600;
/** What is built comes as it came then, but never too fast to be seen. */
const LEAST_PAUSE = 60;

export class Rerun {
  readonly visible = new Visible();
  /** All that may be known of the game: the whole record, or as much as the person may have. */
  readonly record: GameRecord;
  /** Through whose eyes; none: everybody's. */
  seat = $state<number | null>(null);
  playing = $state(false);
  speed = $state('1');

  readonly #belongs: Belongs | undefined;
  readonly #recordOf: (seat: number) => Promise<GameRecord>;
  #wanted: number | null = null;
  #seen = $state.raw() as GameRecord;
  #judged = $state.raw<Judged | null>(null);

  constructor(
    record: GameRecord,
    recordOf: (seat: number) => Promise<GameRecord>,
    belongs?: Belongs,
  ) {
    this.record = record;
    this.#recordOf = recordOf;
    this.#belongs = belongs;
    this.#seen = record;
    this.seat = record.viewer ?? null;
    this.visible.fill(this.frames);
    this.visible.toStart();
  }

  frames = $derived.by(() => framesOf(this.#seen, this.#belongs));
  steps = $derived(stepsOf(this.#seen));

  get frame(): Frame {
    return this.visible.view as Frame;
  }

  /** What has just happened. */
  get events(): readonly Message[] {
    return this.steps[this.frame.version]?.events ?? [];
  }

  /** A decision that could have been better, as long as the board stands before it. */
  get decision(): Judged | null {
    const judged = this.#judged;
    const here = judged?.version === this.frame.version && judged.seat === this.seat;
    return here ? judged : null;
  }

  /** Whether something came after what is shown, so that it could be played otherwise. */
  get goesOn(): boolean {
    return this.frame.version < this.record.steps.length - 1;
  }

  /** How long what is shown stays, in milliseconds. */
  get pause(): number {
    const next = this.frames[this.visible.version + 1];
    const isBuilt = next?.version === this.frame.version;
    const since = isBuilt ? next.at - this.frame.at : PAUSE;
    return Math.min(Math.max(since, LEAST_PAUSE), PAUSE) / Number(this.speed);
  }

  /** The same moment through other eyes; who asks for others meanwhile gets those. */
  async look(seat: number | null): Promise<void> {
    this.#wanted = seat;
    const seen = seat === null ? this.record : await this.#recordOf(seat);
    if (this.#wanted !== seat) return;
    const { version, at } = this.frame;
    this.seat = seat;
    this.#seen = seen;
    this.visible.replace(this.frames);
    // Through other eyes there may be other moments between the same steps.
    this.visible.show(
      this.frames.findLastIndex((each) => each.version <= version && each.at <= at),
    );
  }

  stepBy(by: number): void {
    this.playing = false;
    this.visible.step(by);
  }

  /** The board right after that step. */
  show(version: number): void {
    this.stepBy(this.frames.findIndex((each) => each.version === version) - this.visible.version);
  }

  /** The board as it lay before whoever decided. */
  async showDecision(judged: Judged): Promise<void> {
    await this.look(judged.seat);
    const last = this.frames.findLastIndex((each) => each.version === judged.version);
    this.stepBy(last - this.visible.version);
    this.#judged = judged;
  }

  /** The next moment, until there is none. */
  advance(): void {
    this.visible.step(1);
    if (!this.visible.rewound) this.playing = false;
  }

  toggle(): void {
    if (!this.playing && !this.visible.rewound) this.visible.toStart();
    this.playing = !this.playing;
  }

  toStart(): void {
    this.stepBy(-this.visible.last);
  }

  toEnd(): void {
    this.stepBy(this.visible.last);
  }
}
