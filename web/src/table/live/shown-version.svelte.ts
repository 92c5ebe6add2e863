/**
 * The version on the board: the current one, an earlier one, or a step of a replay. Knows the views
 * by version and which of them is shown, but not where they come from.
 */
export class ShownVersion {
  #views = $state.raw<ReadonlyMap<number, unknown>>(new Map());
  #last = $state(0);
  #chosenVersion = $state<number | null>(null);

  /** The newest version. */
  get last(): number {
    return this.#last;
  }

  /** The shown version. */
  get version(): number {
    return this.#chosenVersion ?? this.#last;
  }

  /** Whether an earlier version than the newest is shown. */
  get rewound(): boolean {
    return this.#chosenVersion !== null;
  }

  /** The view at the shown version; undefined if it is not known (yet). */
  get view(): unknown {
    return this.#views.get(this.version);
  }

  get isKnown(): boolean {
    return this.#views.has(this.version);
  }

  /** Add the newest version; an earlier version stays on the board. */
  addNewest(version: number, view: unknown): void {
    this.#views = new Map(this.#views).set(version, view);
    this.#last = Math.max(this.#last, version);
  }

  /** Add all views of a record; newer known ones stay. */
  addViews(views: readonly unknown[]): void {
    const newer = [...this.#views].filter(([version]) => version >= views.length);
    this.#views = new Map([...views.entries(), ...newer]);
    this.#last = Math.max(this.#last, views.length - 1);
  }

  /** Replace all views with another seat's; the shown version stays. */
  replaceViews(views: readonly unknown[]): void {
    this.#views = new Map(views.entries());
    this.#last = Math.max(0, views.length - 1);
    if (this.#chosenVersion !== null) this.show(this.#chosenVersion);
  }

  show(version: number): void {
    const within = Math.min(Math.max(version, 0), this.#last);
    this.#chosenVersion = within === this.#last ? null : within;
  }

  step(by: number): void {
    this.show(this.version + by);
  }

  toStart(): void {
    this.show(0);
  }

  /** Back to the newest version. */
  toNewest(): void {
    this.#chosenVersion = null;
  }
}
