/** The state of the ColorYam board on the screen, and everything that changes it. */

import { untrack } from 'svelte';
import { motion } from '../../../app/motion.svelte';
import { playSound } from '../../../sound/player';
import type { BoardProps } from '../../contract';
import { type ColorYamView, DICE } from '../view';
import { diceRolledBetween, isSameAttempt, keptBy, rollMove } from './dice';

/** Long enough for suspense, short enough not to delay the player. */
export const ROLL_MS = 700;

type Dice = ReadonlySet<number>;
type Props = BoardProps<ColorYamView>;

const NO_DICE: Dice = new Set();

interface Roll {
  dice: Dice;
  kept: Dice;
  /** The view before the roll, which is shown until the dice have landed. */
  from: ColorYamView;
}

export class RollState {
  /** The dice that the player keeps; local until the others are rolled. */
  chosen = $state.raw<Dice>(NO_DICE);

  #props: () => Props;
  #roll = $state.raw<Roll | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #before: ColorYamView | null = null;
  /** The latest live view: looking at an earlier step must not clear the selection. */
  #present: ColorYamView | null = null;
  #sent: Dice | null = null;

  /** The view that is shown: nothing is revealed before the dice have landed. */
  readonly view: ColorYamView = $derived.by(() => this.#roll?.from ?? this.#props().view);
  readonly rolling: Dice = $derived(this.#roll?.dice ?? NO_DICE);
  readonly isOver: boolean = $derived(this.view.phase === 'over');
  readonly isChoosing: boolean = $derived(this.view.phase === 'choose');
  readonly onTurn: number | null = $derived(this.view.waiting[0] ?? null);
  readonly isMine: boolean = $derived.by(() => {
    const { seat } = this.#props();
    return seat !== null && this.onTurn === seat && !this.isOver;
  });
  readonly #offered: ReadonlySet<string> = $derived.by(
    () => new Set(this.#props().moves.map(({ move }) => move)),
  );
  /** The last attempt, if its dice are still shown. */
  readonly last = $derived(this.view.faces.length === 0 ? this.view.last : null);
  readonly faces: readonly string[] = $derived(this.last ? this.last.faces : this.view.faces);
  /** Whether the player can choose dice to keep. */
  readonly isKeeping: boolean = $derived.by(() => {
    const { live, busy } = this.#props();
    if (!this.isMine || !live || this.#roll || this.isChoosing) return false;
    return this.view.rolls > 0 && (busy || this.#offered.size > 0);
  });
  readonly kept: Dice = $derived.by(() => {
    if (this.#roll) return this.#roll.kept;
    return this.isKeeping ? this.chosen : new Set(this.last ? [] : this.view.kept);
  });
  /** The dice that a hint suggests keeping. */
  readonly suggested: Dice = $derived.by(() =>
    this.isKeeping ? keptBy(this.#props().suggested ?? null, this.view.faces) : NO_DICE,
  );
  /** The move that rolls the dice that are not kept; `null` if all are kept. */
  readonly rollMove: string | null = $derived(
    this.view.faces.length > 0 ? rollMove(this.view.faces, this.chosen) : 'roll',
  );
  readonly rollCount: number = $derived(
    this.view.faces.length > 0 ? DICE - this.chosen.size : DICE,
  );
  /** How a failed challenge can be finished. */
  readonly choices: readonly string[] = $derived.by(() =>
    ['cross', 'enter'].filter((move) => this.#offered.has(move)),
  );

  constructor(props: () => Props) {
    this.#props = props;
    this.chosen = untrack(() => new Set(props().view.kept));
  }

  can(move: string | null): boolean {
    const { live, busy } = this.#props();
    return live && !busy && !this.#roll && move !== null && this.#offered.has(move);
  }

  play(move: string | null): void {
    if (move === null || !this.can(move)) return;
    this.#sent = move === 'roll' || move.startsWith('keep') ? new Set(this.chosen) : null;
    this.#props().onmove(move);
  }

  toggle(die: number): void {
    const next = new Set(this.chosen);
    if (!next.delete(die)) next.add(die);
    this.chosen = next;
    playSound('place');
  }

  /** Go on to the next view: roll the dice, or show it at once. */
  follow(now: ColorYamView, live: boolean): void {
    const then = this.#before;
    this.#before = now;
    if (live) this.#forgetSelection(now);
    if (then === now) return;
    const rolled = then ? diceRolledBetween(then, now, this.#sent) : [];
    this.#sent = null;
    this.land();
    if (then && rolled.length > 0 && !motion.isOff) this.#start(then, rolled);
  }

  /** End the roll: show what the dice show. */
  land(): void {
    clearTimeout(this.#timer);
    if (!this.#roll) return;
    this.#roll = null;
    this.#props().onsuspense?.(false);
  }

  #start(from: ColorYamView, rolled: readonly number[]): void {
    const all = from.faces.map((_, die) => die);
    this.#roll = {
      from,
      dice: new Set(rolled),
      kept: new Set(all.filter((die) => !rolled.includes(die))),
    };
    this.#props().onsuspense?.(true);
    this.#timer = setTimeout(() => this.land(), motion.ms(ROLL_MS));
  }

  /** In a new attempt no dice are kept. */
  #forgetSelection(now: ColorYamView): void {
    const then = this.#present;
    this.#present = now;
    if (then && (!isSameAttempt(then, now) || now.rolls < then.rolls)) this.chosen = NO_DICE;
  }
}
