/** A grid in one's own hands: tiles are picked up and put down, and the table says what is wrong. */
import type { Fault } from '../../wire';
import { say } from '../../words';
import type { Cell } from './cells';
import { claimText } from './claim';
import { begun, type History, mapped, redone, stepped, undone } from './history';
import { linesOf, textOf, type Verdict, verdictOn } from './lines';
import {
  kindsByCell,
  NOTHING,
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
import { refilled, type Slots, type Sorting, sorted } from './rack';
import { exchanged, nameOf, type Tile, tilesOf } from './tiles';
import type { Draft, Kind, Placed } from './view';

interface Needs {
  ondraft: (draft: Draft) => void;
  faults: () => readonly Fault[];
  sorting: () => Sorting;
  /** Whether a tile can be taken there; anywhere unless told otherwise. */
  open?: (cell: Cell) => boolean;
  /** Whether a tile can be moved; all of them unless told otherwise. */
  loose?: (kind: Kind, cell: Cell) => boolean;
}

export class Building {
  tiles = $state.raw<readonly Tile[]>([]);
  slots = $state.raw<Slots>([]);
  /** The tiles in the hand, to be put somewhere. */
  held = $state.raw<ReadonlySet<number>>(new Set());
  /** Which of them was touched: it goes where the finger says. */
  anchor = $state<number | null>(null);
  /** What has just been done, for those who cannot see it. */
  spoken = $state('');
  /** The last tile that came by a trade. */
  fresh = $state<number | null>(null);
  /** Called before anything goes to another place. */
  onleave: (() => void) | null = null;

  #needs: Needs;
  #history = $state.raw<History<Plan>>(begun(NOTHING));
  #round: unknown = null;
  #given: number | null = null;
  /** The faults that were known when the draft was sent: any others are about it. */
  #asked = $state.raw<readonly Fault[] | null>(null);
  /** By the tiles of a line: what the table has said of it. */
  #known = $state.raw<ReadonlyMap<string, Verdict>>(new Map());

  readonly plan = $derived(this.#history.now);
  readonly rack = $derived(this.tiles.filter(({ id }) => !this.plan.has(id)));
  readonly placed = $derived(placedOf(this.plan, this.tiles));
  readonly kinds = $derived(kindsByCell(this.placed));
  readonly complete = $derived(this.tiles.length > 0 && this.rack.length === 0);
  readonly mayUndo = $derived(this.#history.past.length > 0);
  readonly mayRedo = $derived(this.#history.future.length > 0);

  readonly #lines = $derived(linesOf(new Set(this.kinds.keys())));
  /** Each line with what is known of it. */
  readonly lines = $derived(
    this.#lines.map((line) => ({
      ...line,
      verdict: this.#known.get(textOf(line, this.kinds)) ?? null,
    })),
  );
  readonly checked: boolean = $derived.by(() => this.#needs.faults() !== this.#asked);
  /** What is wrong with the grid as it is now, as far as the table has answered. */
  readonly faults: readonly Fault[] = $derived.by(() => (this.checked ? this.#needs.faults() : []));

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  /** What the table says: which tiles there are in which round, and what it keeps of the grid. */
  follow(round: unknown, hand: readonly Kind[], stored: Draft | null): void {
    if (round !== this.#round) this.#begin(round, hand, stored);
    else this.#exchange(hand);
    if (stored && !sameGrid(stored.tiles, this.placed)) {
      this.#history = stepped(this.#history, planOf(stored, this.tiles, this.plan));
      this.#refill();
      this.#asked = this.#needs.faults();
    }
  }

  /** Drop everything: the next call of `follow` begins anew. */
  forget(): void {
    this.#round = null;
    this.tiles = [];
    this.held = new Set();
    this.anchor = null;
  }

  #begin(round: unknown, hand: readonly Kind[], stored: Draft | null): void {
    this.#round = round;
    this.tiles = tilesOf(hand);
    this.#history = begun(stored ? planOf(stored, this.tiles, NOTHING) : NOTHING);
    this.slots = sorted(this.rack, this.#needs.sorting());
    this.#known = new Map();
    // What is known of a grid that is not complete is never nothing.
    const faults = this.#needs.faults();
    this.#asked = stored && faults.length > 0 ? null : faults;
    this.fresh = null;
    this.letGo();
  }

  #exchange(hand: readonly Kind[]): void {
    const before = this.tiles;
    const tiles = exchanged(before, hand, this.#given, new Set(this.plan.keys()));
    if (tiles === before) return;
    const had = new Set(before.map(({ id }) => id));
    const got = tiles.find(({ id }) => !had.has(id));
    const there = new Set(tiles.map(({ id }) => id));
    const plan = this.plan;
    this.onleave?.();
    this.tiles = tiles;
    this.#history = mapped(this.#history, (each) => without(each, (id) => !there.has(id)));
    this.#given = null;
    this.fresh = got?.id ?? null;
    this.held = new Set();
    this.#refill();
    if (got) this.#tell('traded', { tile: nameOf(got.kind) });
    if (this.plan.size < plan.size) this.#send();
  }

  /** The table has answered. */
  learn(): void {
    const faults = this.#needs.faults();
    this.#known = new Map([
      ...this.#known,
      ...this.#lines.map((line) => [textOf(line, this.kinds), verdictOn(line, faults)] as const),
    ]);
  }

  // Picking up and putting down

  /** A tile is tapped: it is picked up; again, and all that hangs together with it; again, let go. */
  tap(id: number): void {
    if (!this.#isLoose(id)) return;
    const piece = this.#piece(id);
    if (!this.held.has(id)) this.#hold(new Set([id]), id);
    else if (this.held.size < piece.size) this.#hold(piece, id);
    else this.letGo();
  }

  /** The tile and all that hangs together with it. */
  holdPiece(id: number): void {
    if (this.#isLoose(id)) this.#hold(this.#piece(id), id);
  }

  hold(id: number): void {
    if (this.#isLoose(id) && !this.held.has(id)) this.#hold(new Set([id]), id);
    else if (this.held.has(id)) this.anchor = id;
  }

  letGo(): void {
    if (this.held.size > 0) this.#tell('let_go');
    this.held = new Set();
    this.anchor = null;
  }

  /** Where the plan would lie if the held tiles were put down there; nothing if they cannot be. */
  landing(cell: Cell): Plan | null {
    const { anchor, held, plan } = this;
    if (anchor === null) return null;
    const from = plan.get(anchor);
    const next =
      held.size > 1 && from
        ? shifted(plan, held, { x: cell.x - from.x, y: cell.y - from.y })
        : put(plan, anchor, cell);
    return next && this.#mayBe(next) ? next : null;
  }

  putDown(cell: Cell): boolean {
    const next = this.landing(cell);
    if (!next) {
      if (this.held.size > 0) this.#tell('blocked');
      return false;
    }
    const { held, anchor } = this;
    const moved = next !== this.plan;
    this.onleave?.();
    this.held = new Set();
    this.anchor = null;
    if (moved) this.#go(next);
    const tile = nameOf(this.kindOf(anchor));
    if (held.size > 1) this.#tell('put_piece', { count: held.size, ...cell });
    else this.#tell('put', { tile, ...cell });
    return true;
  }

  /** Back into the rack. */
  takeBack(ids: ReadonlySet<number>): void {
    const taken = [...ids].filter((id) => this.plan.has(id) && this.#isLoose(id));
    const first = taken[0];
    if (first === undefined) {
      this.letGo();
      return;
    }
    this.onleave?.();
    this.held = new Set();
    this.anchor = null;
    this.#go(without(this.plan, (id) => taken.includes(id)));
    this.#tell('taken_back', { tile: nameOf(this.kindOf(first)), count: taken.length });
  }

  /** Lays a tile of that kind from the rack into the cell, if there is one. */
  lay(kind: Kind, cell: Cell): boolean {
    const tile = this.rack.find((each) => each.kind === kind);
    if (!tile) {
      this.#tell('none_left', { tile: nameOf(kind) });
      return false;
    }
    this.held = new Set([tile.id]);
    this.anchor = tile.id;
    return this.putDown(cell);
  }

  /** Lays a grid that somebody has thought of, beginning where one's own does. */
  layOut(grid: readonly Placed[]): void {
    const x = Math.min(0, ...this.placed.map(([column]) => column));
    const y = Math.min(0, ...this.placed.map(([, row]) => row));
    const tiles = grid.map(([column, row, kind]): Placed => [column + x, row + y, kind]);
    this.onleave?.();
    this.held = new Set();
    this.#go(planOf({ tiles }, this.tiles, this.plan));
    this.#tell('laid_out');
  }

  undo(): void {
    this.#travel(undone(this.#history), 'undone');
  }

  redo(): void {
    this.#travel(redone(this.#history), 'redone');
  }

  sort(by: Sorting): void {
    this.onleave?.();
    this.slots = sorted(this.rack, by);
    this.#tell('sorted', { by });
  }

  /** From now on this is the tile that a trade takes. */
  give(id: number): void {
    this.#given = id;
  }

  kindOf(id: number | null): Kind {
    return this.tiles.find((tile) => tile.id === id)?.kind ?? '';
  }

  tileAt(cell: Cell): number | null {
    return tileIn(this.plan, cell);
  }

  /** As it is claimed. */
  get text(): string {
    return claimText(this.placed);
  }

  #hold(ids: ReadonlySet<number>, anchor: number): void {
    this.held = ids;
    this.anchor = anchor;
    const tile = nameOf(this.kindOf(anchor));
    this.#tell(ids.size > 1 ? 'held_piece' : 'held', { tile, count: ids.size });
  }

  #piece(id: number): Set<number> {
    const piece = [...pieceOf(this.plan, id)].filter((each) => this.#isLoose(each));
    return new Set(piece.length > 0 ? piece : [id]);
  }

  #isLoose(id: number): boolean {
    const cell = this.plan.get(id);
    return !cell || (this.#needs.loose?.(this.kindOf(id), cell) ?? true);
  }

  /** Whether only tiles that may be moved are moved, and only to where they may lie. */
  #mayBe(next: Plan): boolean {
    const { open } = this.#needs;
    const ids = new Set([...next.keys(), ...this.plan.keys()]);
    return [...ids].every((id) => {
      const [from, to] = [this.plan.get(id), next.get(id)];
      if (from === to) return true;
      return this.#isLoose(id) && (!to || (open?.(to) ?? true));
    });
  }

  #travel(history: History<Plan>, what: string): void {
    if (history === this.#history) return;
    this.onleave?.();
    this.held = new Set();
    this.anchor = null;
    this.#history = history;
    this.#refill();
    this.#send();
    this.#tell(what);
  }

  #go(next: Plan): void {
    this.#history = stepped(this.#history, next);
    this.fresh = null;
    this.#refill();
    this.#send();
  }

  #refill(): void {
    const rack = this.rack.map(({ id }) => id);
    this.slots = refilled(this.slots, rack);
  }

  #send(): void {
    this.#asked = this.#needs.faults();
    this.#needs.ondraft({ tiles: this.placed });
  }

  #tell(what: string, args: Record<string, string | number> = {}): void {
    this.spoken = say(`pivit.board.told.${what}`, args);
  }
}
