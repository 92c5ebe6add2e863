/**
 * The player's unfinished turn: cards are picked up and put down, and the server checks the draft.
 */

import { formatMessage, t } from '../../../messages';
import { playSound } from '../../../sound/player';
import type { Fault } from '../../../wire';
import { QWIRKLE_SIZE, without } from '../cards/cards';
import { setName } from '../cards/names';
import { afterPlay, fromHand, type ParsedPlay, playText } from '../cards/play';
import type { QwirkleCardsDraft } from '../view';
import type { LayoutFlight } from './card-motion';
import {
  type CardSet,
  cardsOn,
  EMPTY_LAYOUT,
  kindsOf,
  type Layout,
  layoutOfDraft,
  setsOf,
} from './layout';
import { movedCards } from './layout-changes';
import {
  changedSets,
  type DraftTurn,
  type DropGoal,
  draftOf,
  isChanged,
  layoutOf,
  moveCards,
  newTurn,
  playedCards,
  resetTurn,
  undone,
  withLayout,
} from './turn';

interface LayoutEditorOptions {
  /** Whether cards can be moved now. */
  able: () => boolean;
  faults: () => readonly Fault[];
  ondraft: (draft: QwirkleCardsDraft) => void;
  show: (layout: Layout, flight: LayoutFlight) => void;
}

export class LayoutEditor {
  turn = $state.raw<DraftTurn>(newTurn(EMPTY_LAYOUT));
  /** The picked-up cards. */
  picked = $state.raw<ReadonlySet<string>>(new Set());
  /** The last action as text. */
  lastAction = $state('');

  #options: LayoutEditorOptions;
  /** The faults at the time the draft was sent; any other value is the answer to it. */
  #sentFaults = $state.raw<readonly Fault[] | null>(null);
  /** Known faults, by a set's cards. */
  #knownFaults = $state.raw<ReadonlyMap<string, readonly Fault[]>>(new Map());

  readonly layout = $derived(layoutOf(this.turn));
  readonly changed = $derived(changedSets(this.turn));
  readonly isChanged = $derived(isChanged(this.turn));
  /** Cards placed from the hand. */
  readonly played = $derived(new Set(playedCards(this.turn).map(({ id }) => id)));
  readonly checked: boolean = $derived.by(() => this.#options.faults() !== this.#sentFaults);
  readonly wrong: readonly Fault[] = $derived.by(() =>
    this.checked ? this.#options.faults().filter(({ cells }) => cells.length > 0) : [],
  );
  readonly right: boolean = $derived.by(
    () => this.checked && this.#options.faults().length === 0 && this.played.size > 0,
  );
  readonly qwirkles = $derived(
    this.right ? this.layout.groups.filter(({ cards }) => cards.length === QWIRKLE_SIZE).length : 0,
  );

  /** For screen readers: the last action, and the server's verdict. */
  readonly announcement: string = $derived.by(() => {
    if (!this.checked || !this.isChanged || this.picked.size > 0) return this.lastAction;
    const verdict = this.right ? t('qwirkle_cards.board.say.right') : this.wrong.map(sentence);
    return [this.lastAction, verdict].flat().join(' ');
  });

  constructor(options: LayoutEditorOptions) {
    this.#options = options;
  }

  begin(turn: DraftTurn): void {
    this.turn = turn;
    this.picked = new Set();
    this.#knownFaults = new Map();
  }

  /** Adopt the stored draft, wherever it was made. */
  followServer(stored: QwirkleCardsDraft | null): void {
    const { base } = this.turn;
    const [layout, table, hand] = [
      stored?.sets.flat() ?? [],
      setsOf(base).flat(),
      kindsOf(base.hand),
    ];
    const played = without(layout, table);
    const ours = without(table, layout).length === 0 && without(played, hand).length === 0;
    if (!stored || !ours) {
      if (this.isChanged) this.#setTurn(newTurn(base), false);
    } else if (JSON.stringify(stored.sets) !== JSON.stringify(draftOf(this.turn).sets)) {
      this.#setTurn(withLayout(this.turn, layoutOfDraft(base, stored.sets, without(hand, played))));
    }
  }

  /** Remember the server's faults for each set. */
  rememberFaults(): void {
    const faults = this.#options.faults();
    const about = (place: number) => faults.filter(({ cells }) => cells.includes(String(place)));
    const found = this.layout.groups.map((group, place) => [written(group), about(place)] as const);
    this.#knownFaults = new Map([...this.#knownFaults, ...found]);
  }

  /** A set's faults; `null` if unknown or irrelevant. */
  faultsOf(group: CardSet): readonly Fault[] | null {
    return this.isChanged ? (this.#knownFaults.get(written(group)) ?? null) : null;
  }

  /** Tap a card: pick it up, let go, or put the held cards next to it. */
  tap(id: string): void {
    if (!this.#options.able()) return;
    const group = this.layout.groups.find(({ cards }) => cards.some((card) => card.id === id));
    const here = new Set(group?.cards.map((card) => card.id));
    if (group && ![...this.picked].every((each) => here.has(each))) {
      this.put(this.picked, { group: group.id });
      return;
    }
    const next = new Set(this.picked);
    if (!next.delete(id)) next.add(id);
    this.picked = next;
    if (next.has(id)) this.#announce('picked', { card: this.kindOf(id) });
    else this.#announce('let_go');
  }

  letGo(): void {
    if (this.picked.size > 0) this.#announce('let_go');
    this.picked = new Set();
  }

  put(ids: ReadonlySet<string>, goal: DropGoal): void {
    if (!this.#options.able()) return;
    const next = moveCards(this.turn, ids, goal);
    if (next === this.turn) {
      const stays = goal === 'hand' && cardsOn(this.layout).some(({ id }) => ids.has(id));
      if (stays) this.#announce('stays');
      this.picked = new Set();
      return;
    }
    const target = this.layout.groups.find(
      ({ id }) => typeof goal !== 'string' && id === goal.group,
    );
    this.#announce(target ? 'into_set' : goal === 'hand' ? 'to_hand' : 'new_set', {
      card: this.kindOf([...ids][0]),
      count: ids.size,
      set: target ? setName(kindsOf(target.cards)) : '',
    });
    playSound('place');
    this.#setTurn(next);
  }

  undo(): void {
    if (!this.#options.able() || this.turn.steps.length === 0) return;
    this.#setTurn(undone(this.turn));
    this.#announce('undone');
  }

  /** Restore the start of the turn. */
  reset(): void {
    if (!this.#options.able() || !this.isChanged) return;
    this.#setTurn(resetTurn(this.turn));
    this.#announce('reset');
  }

  /** Lay out a suggested play. */
  layOut(play: ParsedPlay): void {
    if (!this.#options.able()) return;
    const { base } = this.turn;
    const rest = without(kindsOf(base.hand), fromHand(play));
    this.#setTurn(withLayout(this.turn, layoutOfDraft(base, afterPlay(setsOf(base), play), rest)));
    this.#announce('laid_out');
  }

  /** The play as text. */
  get text(): string {
    return playText(setsOf(this.turn.base), setsOf(this.layout));
  }

  kindOf(id: string | undefined): string {
    const all = [...this.layout.hand, ...cardsOn(this.layout)];
    return all.find((card) => card.id === id)?.kind ?? '';
  }

  #setTurn(next: DraftTurn, send = true): void {
    const order = movedCards(this.layout, layoutOf(next));
    this.turn = next;
    this.picked = new Set();
    this.#options.show(layoutOf(next), { order });
    if (!send) return;
    this.#sentFaults = this.#options.faults();
    this.#options.ondraft(draftOf(next));
  }

  #announce(what: string, args: Record<string, string | number> = {}): void {
    this.lastAction = t(`qwirkle_cards.board.told.${what}`, args);
  }
}

const sentence = ({ message }: Fault): string => formatMessage(message);
const written = (group: CardSet): string => kindsOf(group.cards).join(' ');
