/** The state of a replay: which step, whose view, and whether it is running. */

import { Visible } from '../../table/live/shown-version.svelte';
import { type Belongs, type Frame, framesOf, stepsOf } from '../../table/record-views';
import type { GameRecord, Judged, Message } from '../../wire';

const PAUSE = 1600;
/** Drafts appear at their original pace, but never too fast to be seen. */
const LEAST_PAUSE = 60;

export class Rerun {
  readonly visible = new Visible();
  /** The most complete record that the person may see. */
  readonly record: GameRecord;
  /** The seat whose view is shown; `null` for everyone's. */
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

  /** Events of the shown step. */
  get events(): readonly Message[] {
    return this.steps[this.frame.version]?.events ?? [];
  }

  /** A suboptimal decision, while the board shows its position. */
  get decision(): Judged | null {
    const judged = this.#judged;
    const here = judged?.version === this.frame.version && judged.seat === this.seat;
    return here ? judged : null;
  }

  /** Whether the game continued after the shown step, so that it can be played differently. */
  get goesOn(): boolean {
    return this.frame.version < this.record.steps.length - 1;
  }

  /** How long the current frame is shown, in milliseconds. */
  get pause(): number {
    const next = this.frames[this.visible.version + 1];
    const isBuilt = next?.version === this.frame.version;
    const since = isBuilt ? next.at - this.frame.at : PAUSE;
    return Math.min(Math.max(since, LEAST_PAUSE), PAUSE) / Number(this.speed);
  }

  /** Show the same moment from another seat; a newer call cancels an older one. */
  async look(seat: number | null): Promise<void> {
    this.#wanted = seat;
    const seen = seat === null ? this.record : await this.#recordOf(seat);
    if (this.#wanted !== seat) return;
    const { version, at } = this.frame;
    this.seat = seat;
    this.#seen = seen;
    this.visible.replace(this.frames);
    // Another seat's record may have different frames between the same steps.
    this.visible.show(
      this.frames.findLastIndex((each) => each.version <= version && each.at <= at),
    );
  }

  stepBy(by: number): void {
    this.playing = false;
    this.visible.step(by);
  }

  /** Show the board right after a step. */
  show(version: number): void {
    this.stepBy(this.frames.findIndex((each) => each.version === version) - this.visible.version);
  }

  /** Show the position of a decision, from the seat that made it. */
  async showDecision(judged: Judged): Promise<void> {
    await this.look(judged.seat);
    const last = this.frames.findLastIndex((each) => each.version === judged.version);
    this.stepBy(last - this.visible.version);
    this.#judged = judged;
  }

  /** Go to the next frame; stop at the end. */
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
