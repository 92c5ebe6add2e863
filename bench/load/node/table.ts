/** A table with four people, as the load sees it. */
import type WebSocket from 'ws';
import { MOST_ACTIONS, MOVES, SEATS } from './quatrefoil.ts';

/** Called with the milliseconds from a move to its acknowledgement. */
export type Done = (took: number) => void;

export abstract class Table {
  #seat: number;
  #version: number;
  /** The version that each seat has been shown. */
  readonly #shown: number[];
  #since = 0;
  #took: number | null = null;
  #done: Done | null = null;
  #played = 0;

  /** `seat` is to move, at `version`, which everybody has seen. */
  constructor(seat: number, version: number) {
    this.#seat = seat;
    this.#version = version;
    this.#shown = Array(SEATS).fill(version);
  }

  get isBusy(): boolean {
    return this.#done !== null;
  }

  /** Whether the game allows no more actions; tables of both servers stop at the same number. */
  get isSpent(): boolean {
    return this.#played >= MOST_ACTIONS;
  }

  /** The seat on turn moves; the next seat moves after it has seen that, as a person would. */
  move(done: Done, since = performance.now()): void {
    this.#played += 1;
    this.#done = done;
    this.#since = since;
    this.#took = null;
    this.play(this.#seat, this.#version, MOVES[this.#version % MOVES.length] as string);
  }

  protected abstract play(seat: number, version: number, move: string): void;

  protected isMoving(seat: number): boolean {
    return this.isBusy && seat === this.#seat;
  }

  protected acknowledged(version: number): void {
    if (!this.isBusy || version !== this.#version + 1) {
      throw new Error(`version ${version} was acknowledged after version ${this.#version}`);
    }
    this.#took = performance.now() - this.#since;
    this.#settle();
  }

  /** That seat was shown one version more. */
  protected shown(seat: number): void {
    this.#shown[seat] = (this.#shown[seat] as number) + 1;
    this.#settle();
  }

  #settle(): void {
    const next = (this.#seat + 1) % SEATS;
    const isShown = (this.#shown[next] as number) > this.#version;
    if (!this.#done || this.#took === null || !isShown) return;
    const done = this.#done;
    this.#done = null;
    this.#seat = next;
    this.#version += 1;
    done(this.#took);
  }
}

/** A server at which tables are created and watched. */
export interface GameServer {
  open(number: number): Promise<Table>;
  /** Adds a spectator who calls `seen` at every move. */
  watch(table: Table, number: number, seen: () => void): Promise<WebSocket>;
}
