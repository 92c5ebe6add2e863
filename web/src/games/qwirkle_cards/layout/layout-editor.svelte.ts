/**
 * The player's unfinished turn: cards are picked up and put down, and the server checks the draft.
 */

import { formatMessage, t } from '../../../messages';
import type { Fault } from '../../../wire';
import { SIX, without } from '../cards/cards';
import { setName } from '../cards/names';
import { afterPlay, fromHand, type Play, playText } from '../cards/play';
import type { Draft } from '../view';
import type { Flight } from './card-motion';
import { cardsOn, drafted, type Group, kindsOf, type Laid, NOTHING, setsOf } from './layout';
import { travellers } from './layout-changes';
import {
  begun,
  changedIn,
  draftOf,
  type Goal,
  isChanged,
  laidIn,
  moved,
  playedIn,
  restored,
  stepped,
  type Turn,
  undone,
} from './turn';

interface Needs {
  /** Whether cards can be moved now. */
  able: () => boolean;
  faults: () => readonly Fault[];
  ondraft: (draft: Draft) => void;
  show: (laid: Laid, flight: Flight) => void;
}

export class Laying {
  turn = $state.raw<Turn>(begun(NOTHING));
  /** The picked-up cards. */
  picked = $state.raw<ReadonlySet<string>>(new Set());
  /** The last action as text. */
  told = $state('');

  #needs: Needs;
  /** The faults at the time the draft was sent; any other value is the answer to it. */
  #asked = $state.raw<readonly Fault[] | null>(null);
  /** Known faults, by a set's cards. */
  #known = $state.raw<ReadonlyMap<string, readonly Fault[]>>(new Map());

  readonly laid = $derived(laidIn(this.turn));
  readonly changed = $derived(changedIn(this.turn));
  readonly isChanged = $derived(isChanged(this.turn));
  /** Cards placed from the hand. */
  readonly played = $derived(new Set(playedIn(this.turn).map(({ id }) => id)));
  readonly checked: boolean = $derived.by(() => this.#needs.faults() !== this.#asked);
  readonly wrong: readonly Fault[] = $derived.by(() =>
    this.checked ? this.#needs.faults().filter(({ cells }) => cells.length > 0) : [],
  );
  readonly right: boolean = $derived.by(
    () => this.checked && this.#needs.faults().length === 0 && this.played.size > 0,
  );
  readonly qwirkles = $derived(
    this.right ? this.laid.groups.filter(({ cards }) => cards.length === SIX).length : 0,
  );

  /** For screen readers: the last action, and the server's verdict. */
  readonly spoken: string = $derived.by(() => {
    if (!this.checked || !this.isChanged || this.picked.size > 0) return this.told;
    const verdict = this.right ? t('qwirkle_cards.board.say.right') : this.wrong.map(sentence);
    return [this.told, verdict].flat().join(' ');
  });

  constructor(needs: Needs) {
    this.#needs = needs;
  }

  begin(turn: Turn): void {
    this.turn = turn;
    this.picked = new Set();
    this.#known = new Map();
  }

  /** Adopt the stored draft, wherever it was made. */
  adopt(stored: Draft | null): void {
    const { base } = this.turn;
    const [laid, table, hand] = [
      stored?.sets.flat() ?? [],
      setsOf(base).flat(),
      kindsOf(base.hand),
    ];
    const played = without(laid, table);
    const ours = without(table, laid).length === 0 && without(played, hand).length === 0;
    if (!stored || !ours) {
      if (this.isChanged) this.#go(begun(base), false);
    } else if (JSON.stringify(stored.sets) !== JSON.stringify(draftOf(this.turn).sets)) {
      this.#go(stepped(this.turn, drafted(base, stored.sets, without(hand, played))));
    }
  }

  /** Remember the server's faults for each set. */
  learn(): void {
    const faults = this.#needs.faults();
    const about = (place: number) => faults.filter(({ cells }) => cells.includes(String(place)));
    const found = this.laid.groups.map((group, place) => [written(group), about(place)] as const);
    this.#known = new Map([...this.#known, ...found]);
  }

  /** A set's faults; `null` if unknown or irrelevant. */
  faultsOf(group: Group): readonly Fault[] | null {
    return this.isChanged ? (this.#known.get(written(group)) ?? null) : null;
  }

  /** Tap a card: pick it up, let go, or put the held cards next to it. */
  tap(id: string): void {
    if (!this.#needs.able()) return;
    const group = this.laid.groups.find(({ cards }) => cards.some((card) => card.id === id));
    const here = new Set(group?.cards.map((card) => card.id));
    if (group && ![...this.picked].every((each) => here.has(each))) {
      this.put(this.picked, { group: group.id });
      return;
    }
    const next = new Set(this.picked);
    if (!next.delete(id)) next.add(id);
    this.picked = next;
    if (next.has(id)) this.#tell('picked', { card: this.kindOf(id) });
    else this.#tell('let_go');
  }

  letGo(): void {
    if (this.picked.size > 0) this.#tell('let_go');
    this.picked = new Set();
  }

  put(ids: ReadonlySet<string>, goal: Goal): void {
    if (!this.#needs.able()) return;
    const next = moved(this.turn, ids, goal);
    if (next === this.turn) {
      const stays = goal === 'hand' && cardsOn(this.laid).some(({ id }) => ids.has(id));
      if (stays) this.#tell('stays');
      this.picked = new Set();
      return;
    }
    const target = this.laid.groups.find(({ id }) => typeof goal !== 'string' && id === goal.group);
    this.#tell(target ? 'into_set' : goal === 'hand' ? 'to_hand' : 'new_set', {
      card: this.kindOf([...ids][0]),
      count: ids.size,
      set: target ? setName(kindsOf(target.cards)) : '',
    });
    this.#go(next);
  }

  undo(): void {
    if (!this.#needs.able() || this.turn.steps.length === 0) return;
    this.#go(undone(this.turn));
    this.#tell('undone');
  }

  /** Restore the start of the turn. */
  reset(): void {
    if (!this.#needs.able() || !this.isChanged) return;
    this.#go(restored(this.turn));
    this.#tell('reset');
  }

  /** Lay out a suggested play. */
  layOut(play: Play): void {
    if (!this.#needs.able()) return;
    const { base } = this.turn;
    const rest = without(kindsOf(base.hand), fromHand(play));
    this.#go(stepped(this.turn, drafted(base, afterPlay(setsOf(base), play), rest)));
    this.#tell('laid_out');
  }

  /** The play as text. */
  get text(): string {
    return playText(setsOf(this.turn.base), setsOf(this.laid));
  }

  kindOf(id: string | undefined): string {
    const all = [...this.laid.hand, ...cardsOn(this.laid)];
    return all.find((card) => card.id === id)?.kind ?? '';
  }

  #go(next: Turn, send = true): void {
    const order = travellers(this.laid, laidIn(next));
    this.turn = next;
    this.picked = new Set();
    this.#needs.show(laidIn(next), { order });
    if (!send) return;
    this.#asked = this.#needs.faults();
    this.#needs.ondraft(draftOf(next));
  }

  #tell(what: string, args: Record<string, string | number> = {}): void {
    this.told = t(`qwirkle_cards.board.told.${what}`, args);
  }
}

const sentence = ({ message }: Fault): string => formatMessage(message);
const written = (group: Group): string => kindsOf(group.cards).join(' ');
