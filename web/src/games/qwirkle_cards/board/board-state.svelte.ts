/** The state of the Qwirkle Cards board on the screen, and everything that changes it. */

import { untrack } from 'svelte';
import { motion } from '../../../app/motion.svelte';
import { t } from '../../../messages';
import type { ScreenPoint } from '../../../ui/board/pointer';
import type { Fault } from '../../../wire';
import type { BoardProps } from '../../contract';
import { type HandSorting, ordered, reordered } from '../cards/hand-order';
import { handOrder } from '../cards/hand-sorting.svelte';
import { type CardPiece, EMPTY_LAYOUT, kindsOf, layoutOfView } from '../layout/layout';
import { LayoutAnimator } from '../layout/layout-animator.svelte';
import { isNext } from '../layout/layout-changes';
import { LayoutEditor } from '../layout/layout-editor.svelte';
import { type DraftTurn, newTurn } from '../layout/turn';
import type { Kinds, QwirkleCardsView } from '../view';
import { Drag, type Drop } from './drag.svelte';

type Props = BoardProps<QwirkleCardsView>;

/** Always the same list: the editor recognises an answer by its identity. */
const NO_FAULTS: readonly Fault[] = [];

export class QwirkleBoardState {
  readonly animator: LayoutAnimator;
  readonly editor: LayoutEditor;
  readonly drag: Drag;
  scroller = $state<HTMLElement>();

  #props: () => Props;
  #before: QwirkleCardsView | null = null;
  /** The unfinished turn and its view, restored after looking at an earlier step. */
  #left: { turn: DraftTurn; at: string } | null = null;

  readonly isMine: boolean = $derived.by(() => {
    const { live, seat, view } = this.#props();
    return live && seat !== null && view.turn === seat;
  });
  readonly isDrafting: boolean = $derived.by(() => {
    const { view, ondraft } = this.#props();
    return this.isMine && view.phase === 'play' && !!ondraft && !this.animator.showing;
  });
  /** Whether cards can be moved now. */
  readonly canMove: boolean = $derived.by(() => this.isDrafting && !this.#props().busy);
  /**
   * The seat whose hand is shown: the viewer's own or, if hands are open, that of the player on
   * turn.
   */
  readonly holder: number | null = $derived.by(() => this.#holderOf(this.#props().view));
  readonly isOwnHand: boolean = $derived.by(() => {
    const { seat } = this.#props();
    return seat !== null && this.holder === seat;
  });
  /** The hand at the start of the turn, in the player's order. */
  readonly #wholeHand: readonly CardPiece[] = $derived.by(() =>
    ordered(this.editor.turn.base.hand, handOrder.sorting, handOrder.own),
  );
  readonly hand: readonly CardPiece[] = $derived.by(() =>
    this.#wholeHand.filter((card) => this.animator.layout.hand.includes(card)),
  );

  constructor(props: () => Props) {
    this.#props = props;
    this.animator = new LayoutAnimator(
      untrack(() => {
        const { view } = props();
        return layoutOfView(EMPTY_LAYOUT, view.table, this.#handIn(view));
      }),
    );
    this.editor = new LayoutEditor({
      able: () => this.canMove,
      faults: () => props().faults ?? NO_FAULTS,
      ondraft: (next) => props().ondraft?.(next),
      show: (layout, flight) => this.animator.show(layout, flight),
    });
    this.drag = new Drag({
      may: (id) => this.canMove || (this.isOwnHand && props().live && this.isInHand(id)),
      onstart: (id) => {
        const { editor } = this;
        if (!editor.picked.has(id)) editor.picked = new Set(this.canMove ? [id] : []);
      },
      ondrop: (id, drop) => this.#drop(id, drop),
      scroller: () => this.scroller,
    });
  }

  isInHand(id: string): boolean {
    return this.hand.some((card) => card.id === id);
  }

  // From one view to the next

  follow(now: QwirkleCardsView): void {
    const { animator, editor } = this;
    const then = this.#before;
    this.#before = now;
    if (!then) {
      editor.begin(newTurn(animator.layout));
      return;
    }
    const [was, is] = [JSON.stringify(then), JSON.stringify(now)];
    // The same view again, after a reconnect.
    if (was === is) return;
    this.drag.cancel();
    if (editor.isChanged) this.#left = { turn: editor.turn, at: was };
    const hand = this.#handIn(now);
    const sameHand = this.#holderOf(then) === this.#holderOf(now);
    if (this.isMine && this.#left?.at === is) {
      editor.begin(this.#left.turn);
      animator.goTo(editor.layout);
    } else if (now.last && isNext(then, now) && !motion.isOff) {
      editor.begin(newTurn(animator.playTurn(now, now.last, hand, sameHand)));
    } else {
      editor.begin(newTurn(layoutOfView(animator.layout, now.table, hand, sameHand)));
      animator.goTo(editor.layout);
    }
  }

  stop(): void {
    this.animator.stop();
    this.drag.cancel();
  }

  // Moving cards

  /** Put cards on the table or back into the hand; `goal` is a `data-drop`. */
  put(ids: ReadonlySet<string>, goal: string): void {
    this.editor.put(ids, goal === 'new' || goal === 'hand' ? goal : { group: goal });
    if (goal === 'new') requestAnimationFrame(() => this.#revealNewestSet());
  }

  click(event: MouseEvent): void {
    const { editor } = this;
    const target = event.target as Element;
    if (!this.drag.isClick() || target.closest('dialog, [data-tool]')) return;
    const id = target.closest<HTMLElement>('[data-card]')?.dataset['card'];
    const goal = target.closest<HTMLElement>('[data-drop]');
    // Cards dropped anywhere on the table start a new set; a tap beside the sets only lets go.
    const isMeant = goal?.dataset['drop'] !== 'new' || target.closest('button');
    if (id !== undefined) editor.tap(id);
    else if (editor.picked.size > 0 && goal && isMeant)
      this.put(editor.picked, goal.dataset['drop'] ?? '');
    else editor.letGo();
  }

  #drop(id: string, { goal, at }: Drop): void {
    if (goal === 'hand' && this.isInHand(id)) this.placeInHand(id, this.#nearestInHand(at));
    else this.put(new Set([...this.editor.picked, id]), goal);
    this.editor.picked = new Set();
  }

  #revealNewestSet(): void {
    const newSets = this.animator.board?.querySelectorAll('.new [data-drop]:not(.begin)');
    [...(newSets ?? [])].at(-1)?.scrollIntoView({ block: 'nearest' });
  }

  // The hand

  sort(sorting: HandSorting, order: Kinds = []): void {
    this.animator.show(this.animator.layout);
    handOrder.choose(sorting, order);
    this.editor.lastAction = t('qwirkle_cards.board.told.sorted', { by: sorting });
  }

  /** Put a card of the hand before another; from then on the order is manual. */
  placeInHand(id: string, next: string | null): void {
    this.sort('own', kindsOf(reordered(this.#wholeHand, id, next)));
  }

  /** The card before which a card dropped at this point is inserted. */
  #nearestInHand({ x, y }: ScreenPoint): string | null {
    const { hand } = this;
    const spots = hand.map(({ id }) => this.animator.buttonOf(id)?.getBoundingClientRect());
    const far = spots.map((spot) =>
      spot ? Math.hypot(spot.x + spot.width / 2 - x, 2 * (spot.y + spot.height / 2 - y)) : Infinity,
    );
    const at = far.indexOf(Math.min(...far));
    const spot = spots[at];
    return hand[spot && x > spot.x + spot.width / 2 ? at + 1 : at]?.id ?? null;
  }

  #holderOf({ hands, turn, last }: QwirkleCardsView): number | null {
    const player = this.#props().seat ?? turn ?? last?.seat ?? null;
    return player !== null && hands[player] ? player : null;
  }

  #handIn(view: QwirkleCardsView): Kinds {
    return view.hands[this.#holderOf(view) ?? -1] ?? [];
  }
}
