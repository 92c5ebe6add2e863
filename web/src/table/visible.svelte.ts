/**
 * What is shown is always a visible state: the present, a look back, or a replay. This class knows
 * the views by version and which of them is on the table; it does not care where they came from.
 */
export class Visible {
  #views = $state.raw<ReadonlyMap<number, unknown>>(new Map());
  #last = $state(0);
  #chosen = $state<number | null>(null);

  /** The newest version there is. */
  get last(): number {
    return this.#last;
  }

  /** The version that is shown. */
  get version(): number {
    return this.#chosen ?? this.#last;
  }

  /** Whether the past is shown while there is a present to go back to. */
  get rewound(): boolean {
    return this.#chosen !== null;
  }

  /** The view at the shown version; undefined where it is not known (yet). */
  get view(): unknown {
    return this.#views.get(this.version);
  }

  get known(): boolean {
    return this.#views.has(this.version);
  }

  /** The table has moved on to `version`. Whoever looks at the past keeps looking at it. */
  advance(version: number, view: unknown): void {
    this.#views = new Map(this.#views).set(version, view);
    this.#last = Math.max(this.#last, version);
  }

  /** All views from the first version on, from a record; newer ones that are known stay. */
  fill(views: readonly unknown[]): void {
    const newer = [...this.#views].filter(([version]) => version >= views.length);
    this.#views = new Map([...views.entries(), ...newer]);
    this.#last = Math.max(this.#last, views.length - 1);
  }

  /** The same game through other eyes: other views, the same place in it. */
  replace(views: readonly unknown[]): void {
    this.#views = new Map(views.entries());
    this.#last = Math.max(0, views.length - 1);
    if (this.#chosen !== null) this.show(this.#chosen);
  }

  show(version: number): void {
    const within = Math.min(Math.max(version, 0), this.#last);
    this.#chosen = within === this.#last ? null : within;
  }

  step(by: number): void {
    this.show(this.version + by);
  }

  toStart(): void {
    this.show(0);
  }

  /** Back to the present, or to the end of a replay. */
  toNow(): void {
    this.#chosen = null;
  }
}
