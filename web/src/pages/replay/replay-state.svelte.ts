/** The state of a replay: which step, whose view, and whether it is running. */

import { ShownVersion } from '../../table/live/shown-version.svelte';
import {
  type DraftFilter,
  framesOfRecord,
  logOfRecord,
  type ReplayFrame,
} from '../../table/record-views';
import type { GameRecord, Judged, Message } from '../../wire';

const STEP_MS = 1600;
/** Drafts appear at their original pace, but never too fast to be seen. */
const MIN_DRAFT_MS = 60;

export class ReplayState {
  readonly shown = new ShownVersion();
  /** The most complete record that the person may see. */
  readonly record: GameRecord;
  /** The reader's own seat, if they played in this game. */
  readonly you: number | null;
  /** The seats of bot accounts, which the record does not mark. */
  readonly botSeats: readonly number[];
  /** The seat whose view is shown; `null` for everyone's. */
  seat = $state<number | null>(null);
  playing = $state(false);
  speed = $state('1');

  readonly #isDraftShown: DraftFilter | undefined;
  readonly #recordOf: (seat: number) => Promise<GameRecord>;
  #wantedSeat: number | null = null;
  #shownRecord = $state.raw() as GameRecord;
  #judged = $state.raw<Judged | null>(null);

  constructor(
    record: GameRecord,
    fetchRecord: (seat: number) => Promise<GameRecord>,
    isDraftShown?: DraftFilter,
    you: number | null = null,
    botSeats: readonly number[] = [],
  ) {
    this.record = record;
    this.you = you;
    this.botSeats = botSeats;
    this.#recordOf = fetchRecord;
    this.#isDraftShown = isDraftShown;
    this.#shownRecord = record;
    this.seat = record.viewer ?? null;
    this.shown.addViews(this.frames);
    this.shown.toStart();
  }

  frames = $derived.by(() => framesOfRecord(this.#shownRecord, this.#isDraftShown));
  steps = $derived(logOfRecord(this.#shownRecord));

  get frame(): ReplayFrame {
    return this.shown.view as ReplayFrame;
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
  get hasNext(): boolean {
    return this.frame.version < this.record.steps.length - 1;
  }

  /** How long the current frame is shown, in milliseconds. */
  get frameMs(): number {
    const next = this.frames[this.shown.version + 1];
    const isBuilt = next?.version === this.frame.version;
    const since = isBuilt ? next.at - this.frame.at : STEP_MS;
    return Math.min(Math.max(since, MIN_DRAFT_MS), STEP_MS) / Number(this.speed);
  }

  /** Show the same moment from another seat; a newer call cancels an older one. */
  async showSeat(seat: number | null): Promise<void> {
    this.#wantedSeat = seat;
    const seen = seat === null ? this.record : await this.#recordOf(seat);
    if (this.#wantedSeat !== seat) return;
    const { version, at } = this.frame;
    this.seat = seat;
    this.#shownRecord = seen;
    this.shown.replaceViews(this.frames);
    // Another seat's record may have different frames between the same steps.
    this.shown.show(this.frames.findLastIndex((each) => each.version <= version && each.at <= at));
  }

  stepBy(by: number): void {
    this.playing = false;
    this.shown.step(by);
  }

  /** Show the board right after a step. */
  show(version: number): void {
    this.stepBy(this.frames.findIndex((each) => each.version === version) - this.shown.version);
  }

  /** Show the position of a decision, from the seat that made it. */
  async showDecision(judged: Judged): Promise<void> {
    await this.showSeat(judged.seat);
    const last = this.frames.findLastIndex((each) => each.version === judged.version);
    this.stepBy(last - this.shown.version);
    this.#judged = judged;
  }

  /** Go to the next frame; stop at the end. */
  advance(): void {
    this.shown.step(1);
    if (!this.shown.rewound) this.playing = false;
  }

  toggle(): void {
    if (!this.playing && !this.shown.rewound) this.shown.toStart();
    this.playing = !this.playing;
  }

  toStart(): void {
    this.stepBy(-this.shown.last);
  }

  toEnd(): void {
    this.stepBy(this.shown.last);
  }
}
