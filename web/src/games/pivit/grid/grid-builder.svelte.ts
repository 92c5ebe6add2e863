/**
 * The grid that a player is building: tiles are picked up and put down, and the server checks it.
 */

import { t } from '../../../messages';
import { playSound } from '../../../sound/player';
import type { Fault } from '../../../wire';
import type { Kind, PivitDraft, Placed } from '../view';
import type { Cell } from './cells';
import { claimText } from './claim';
import { type LineVerdict, linesOf, textOf, verdictOn } from './lines';
import {
  EMPTY_PLAN,
  kindsByCell,
  type Plan,
  pieceOf,
  placedOf,
  planOf,
  put,
  sameGrid,
  shifted,
  tileIn,
  without,
} from './plan';
import { type RackSorting, refilled, type Slots, sorted } from './rack';
import { exchanged, type HandTile, nameOf, tilesOf } from './tiles';
import { mapped, newHistory, pushed, redone, type UndoHistory, undone } from './undo-history';

interface GridBuilderOptions {
  ondraft: (draft: PivitDraft) => void;
  faults: () => readonly Fault[];
  sorting: () => RackSorting;
  /** Whether a cell accepts tiles; by default every cell does. */
  open?: (cell: Cell) => boolean;
  /** Whether a tile can be moved; by default every tile can. */
  loose?: (kind: Kind, cell: Cell) => boolean;
}

export class GridBuilder {
  tiles = $state.raw<readonly HandTile[]>([]);
  slots = $state.raw<Slots>([]);
  /** The picked-up tiles. */
  held = $state.raw<ReadonlySet<number>>(new Set());
  /** The held tile that was touched; it is placed at the pointer. */
  anchor = $state<number | null>(null);
  /** The last action as text, for screen readers. */
  announcement = $state('');
  /** The tile received in the last trade. */
  newest = $state<number | null>(null);
  /** Called before tiles change their places. */
  onbeforechange: (() => void) | null = null;

  #options: GridBuilderOptions;
  #history = $state.raw<UndoHistory<Plan>>(newHistory(EMPTY_PLAN));
  #round: unknown = null;
  #tradedTile: number | null = null;
  /** The faults at the time the draft was sent; any other value is the answer to it. */
  #sentFaults = $state.raw<readonly Fault[] | null>(null);
  /** Known verdicts, by a line's tiles. */
  #verdicts = $state.raw<ReadonlyMap<string, LineVerdict>>(new Map());

  readonly plan = $derived(this.#history.now);
  readonly rack = $derived(this.tiles.filter(({ id }) => !this.plan.has(id)));
  readonly placed = $derived(placedOf(this.plan, this.tiles));
  readonly kinds = $derived(kindsByCell(this.placed));
  readonly complete = $derived(this.tiles.length > 0 && this.rack.length === 0);
  readonly canUndo = $derived(this.#history.past.length > 0);
  readonly canRedo = $derived(this.#history.future.length > 0);

  readonly #lines = $derived(linesOf(new Set(this.kinds.keys())));
  /** Each line with its verdict, if known. */
  readonly lines = $derived(
    this.#lines.map((line) => ({
      ...line,
      verdict: this.#verdicts.get(textOf(line, this.kinds)) ?? null,
    })),
  );
  readonly checked: boolean = $derived.by(() => this.#options.faults() !== this.#sentFaults);
  /** Faults of the current grid, once the server has answered. */
  readonly faults: readonly Fault[] = $derived.by(() =>
    this.checked ? this.#options.faults() : [],
  );

  constructor(options: GridBuilderOptions) {
    this.#options = options;
  }

  /** Follow the server: the tiles of the round and the stored draft. */
  follow(round: unknown, hand: readonly Kind[], stored: PivitDraft | null): void {
    if (round !== this.#round) this.#begin(round, hand, stored);
    else this.#exchange(hand);
    if (stored && !sameGrid(stored.tiles, this.placed)) {
      this.#history = pushed(this.#history, planOf(stored, this.tiles, this.plan));
      this.#refillSlots();
      this.#sentFaults = this.#options.faults();
    }
  }

  /** Drop everything; the next call of `follow` starts anew. */
  clear(): void {
    this.#round = null;
    this.tiles = [];
    this.held = new Set();
    this.anchor = null;
  }

  #begin(round: unknown, hand: readonly Kind[], stored: PivitDraft | null): void {
    this.#round = round;
    this.tiles = tilesOf(hand);
    this.#history = newHistory(stored ? planOf(stored, this.tiles, EMPTY_PLAN) : EMPTY_PLAN);
    this.slots = sorted(this.rack, this.#options.sorting());
    this.#verdicts = new Map();
    // An incomplete grid always has faults, so an empty list means “not checked”.
    const faults = this.#options.faults();
    this.#sentFaults = stored && faults.length > 0 ? null : faults;
    this.newest = null;
    this.letGo();
  }

  #exchange(hand: readonly Kind[]): void {
    const before = this.tiles;
    const tiles = exchanged(before, hand, this.#tradedTile, new Set(this.plan.keys()));
    if (tiles === before) return;
    const had = new Set(before.map(({ id }) => id));
    const got = tiles.find(({ id }) => !had.has(id));
    const there = new Set(tiles.map(({ id }) => id));
    const plan = this.plan;
    this.onbeforechange?.();
    this.tiles = tiles;
    this.#history = mapped(this.#history, (each) => without(each, (id) => !there.has(id)));
    this.#tradedTile = null;
    this.newest = got?.id ?? null;
    this.held = new Set();
    this.#refillSlots();
    if (got) this.#announce('traded', { tile: nameOf(got.kind) });
    if (this.plan.size < plan.size) this.#sendDraft();
  }

  /** Remember the server's verdict on each line. */
  rememberVerdicts(): void {
    const faults = this.#options.faults();
    this.#verdicts = new Map([
      ...this.#verdicts,
      ...this.#lines.map((line) => [textOf(line, this.kinds), verdictOn(line, faults)] as const),
    ]);
  }

  // Picking up and putting down

  /** Tap a tile: pick it up, then everything connected to it, then let go. */
  tap(id: number): void {
    if (!this.#isLoose(id)) return;
    const piece = this.#piece(id);
    if (!this.held.has(id)) this.#hold(new Set([id]), id);
    else if (this.held.size < piece.size) this.#hold(piece, id);
    else this.letGo();
  }

  /** Pick up a tile and everything connected to it. */
  holdPiece(id: number): void {
    if (this.#isLoose(id)) this.#hold(this.#piece(id), id);
  }

  hold(id: number): void {
    if (this.#isLoose(id) && !this.held.has(id)) this.#hold(new Set([id]), id);
    else if (this.held.has(id)) this.anchor = id;
  }

  letGo(): void {
    if (this.held.size > 0) this.#announce('let_go');
    this.held = new Set();
    this.anchor = null;
  }

  /** The plan with the held tiles put down at this cell; `null` if that is not possible. */
  landing(cell: Cell): Plan | null {
    const { anchor, held, plan } = this;
    if (anchor === null) return null;
    const from = plan.get(anchor);
    const next =
      held.size > 1 && from
        ? shifted(plan, held, { x: cell.x - from.x, y: cell.y - from.y })
        : put(plan, anchor, cell);
    return next && this.#isAllowed(next) ? next : null;
  }

  putDown(cell: Cell): boolean {
    const next = this.landing(cell);
    if (!next) {
      if (this.held.size > 0) this.#announce('blocked');
      return false;
    }
    const { held, anchor } = this;
    const moved = next !== this.plan;
    this.onbeforechange?.();
    this.held = new Set();
    this.anchor = null;
    if (moved) this.#setPlan(next);
    playSound('place');
    const tile = nameOf(this.kindOf(anchor));
    if (held.size > 1) this.#announce('put_piece', { count: held.size, ...cell });
    else this.#announce('put', { tile, ...cell });
    return true;
  }

  /** Return tiles to the rack. */
  takeBack(ids: ReadonlySet<number>): void {
    const taken = [...ids].filter((id) => this.plan.has(id) && this.#isLoose(id));
    const first = taken[0];
    if (first === undefined) {
      this.letGo();
      return;
    }
    this.onbeforechange?.();
    this.held = new Set();
    this.anchor = null;
    this.#setPlan(without(this.plan, (id) => taken.includes(id)));
    this.#announce('taken_back', { tile: nameOf(this.kindOf(first)), count: taken.length });
  }

  /** Place a tile of this kind from the rack into the cell, if there is one. */
  lay(kind: Kind, cell: Cell): boolean {
    const tile = this.rack.find((each) => each.kind === kind);
    if (!tile) {
      this.#announce('none_left', { tile: nameOf(kind) });
      return false;
    }
    this.held = new Set([tile.id]);
    this.anchor = tile.id;
    return this.putDown(cell);
  }

  /** Lay out a suggested grid, starting where the current one does. */
  layOut(grid: readonly Placed[]): void {
    const x = Math.min(0, ...this.placed.map(([column]) => column));
    const y = Math.min(0, ...this.placed.map(([, row]) => row));
    const tiles = grid.map(([column, row, kind]): Placed => [column + x, row + y, kind]);
    this.onbeforechange?.();
    this.held = new Set();
    this.#setPlan(planOf({ tiles }, this.tiles, this.plan));
    this.#announce('laid_out');
  }

  undo(): void {
    this.#setHistory(undone(this.#history), 'undone');
  }

  redo(): void {
    this.#setHistory(redone(this.#history), 'redone');
  }

  sort(by: RackSorting): void {
    this.onbeforechange?.();
    this.slots = sorted(this.rack, by);
    this.#announce('sorted', { by });
  }

  /** Note which tile the next trade gives away. */
  markTraded(id: number): void {
    this.#tradedTile = id;
  }

  kindOf(id: number | null): Kind {
    return this.tiles.find((tile) => tile.id === id)?.kind ?? '';
  }

  tileAt(cell: Cell): number | null {
    return tileIn(this.plan, cell);
  }

  /** The claim as text. */
  get text(): string {
    return claimText(this.placed);
  }

  #hold(ids: ReadonlySet<number>, anchor: number): void {
    this.held = ids;
    this.anchor = anchor;
    const tile = nameOf(this.kindOf(anchor));
    this.#announce(ids.size > 1 ? 'held_piece' : 'held', { tile, count: ids.size });
  }

  #piece(id: number): Set<number> {
    const piece = [...pieceOf(this.plan, id)].filter((each) => this.#isLoose(each));
    return new Set(piece.length > 0 ? piece : [id]);
  }

  #isLoose(id: number): boolean {
    const cell = this.plan.get(id);
    return !cell || (this.#options.loose?.(this.kindOf(id), cell) ?? true);
  }

  /** Whether the plan moves only loose tiles, and only to open cells. */
  #isAllowed(next: Plan): boolean {
    const { open } = this.#options;
    const ids = new Set([...next.keys(), ...this.plan.keys()]);
    return [...ids].every((id) => {
      const [from, to] = [this.plan.get(id), next.get(id)];
      if (from === to) return true;
      return this.#isLoose(id) && (!to || (open?.(to) ?? true));
    });
  }

  #setHistory(history: UndoHistory<Plan>, what: string): void {
    if (history === this.#history) return;
    this.onbeforechange?.();
    this.held = new Set();
    this.anchor = null;
    this.#history = history;
    this.#refillSlots();
    this.#sendDraft();
    this.#announce(what);
  }

  #setPlan(next: Plan): void {
    this.#history = pushed(this.#history, next);
    this.newest = null;
    this.#refillSlots();
    this.#sendDraft();
  }

  #refillSlots(): void {
    const rack = this.rack.map(({ id }) => id);
    this.slots = refilled(this.slots, rack);
  }

  #sendDraft(): void {
    this.#sentFaults = this.#options.faults();
    this.#options.ondraft({ tiles: this.placed });
  }

  #announce(what: string, args: Record<string, string | number> = {}): void {
    this.announcement = t(`pivit.board.told.${what}`, args);
  }
}
