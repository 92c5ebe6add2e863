/** An unfinished turn: its start and every step since, for undo. */
import { type Card, cardsOn, fresh, type Group, inOrder, type Laid, setsOf } from './layout';

export interface Turn {
  base: Laid;
  /** The latest step is last. */
  steps: readonly Laid[];
}

/** An existing set, a new set, or the hand. */
export type Goal = { group: string } | 'new' | 'hand';

export const begun = (base: Laid): Turn => ({ base, steps: [] });
export const laidIn = ({ base, steps }: Turn): Laid => steps.at(-1) ?? base;
export const stepped = (turn: Turn, laid: Laid): Turn => ({
  ...turn,
  steps: [...turn.steps, laid],
});
export const undone = (turn: Turn): Turn => ({ ...turn, steps: turn.steps.slice(0, -1) });
/** Back to the start of the turn, as a step that can be undone. */
export const restored = (turn: Turn): Turn => (isChanged(turn) ? stepped(turn, turn.base) : turn);

export function isChanged(turn: Turn): boolean {
  return laidIn(turn) !== turn.base;
}

/** Cards from the hand that are on the table now. */
export function playedIn(turn: Turn): Card[] {
  const hand = new Set(turn.base.hand.map(({ id }) => id));
  return cardsOn(laidIn(turn)).filter(({ id }) => hand.has(id));
}

/** The sets that have changed. */
export function changedIn(turn: Turn): ReadonlySet<string> {
  const written = ({ cards }: Group) => cards.map(({ id }) => id).join();
  const were = new Map(turn.base.groups.map((group) => [group.id, written(group)]));
  const are = laidIn(turn).groups.filter((group) => were.get(group.id) !== written(group));
  return new Set(are.map(({ id }) => id));
}

/**
 * Move cards; returns the same turn if nothing changes. Cards from the table cannot go to the hand.
 */
export function moved(turn: Turn, ids: ReadonlySet<string>, goal: Goal): Turn {
  const now = laidIn(turn);
  const own = new Set(turn.base.hand.map(({ id }) => id));
  const target = typeof goal === 'string' ? null : goal.group;
  const stays = new Set(
    goal === 'hand' ? now.hand : now.groups.find(({ id }) => id === target)?.cards,
  );
  const moving = [...now.hand, ...cardsOn(now)].filter(
    (card) => ids.has(card.id) && !stays.has(card) && (goal !== 'hand' || own.has(card.id)),
  );
  if (moving.length === 0) return turn;
  if (goal === 'new' && now.groups.some((group) => sameCards(group, moving))) return turn;
  const rest = (cards: readonly Card[]) => cards.filter((card) => !moving.includes(card));
  const groups = now.groups.map(
    (group): Group => ({
      ...group,
      cards: group.id === target ? inOrder([...group.cards, ...moving]) : rest(group.cards),
    }),
  );
  if (goal === 'new') groups.push({ id: fresh(), area: 'new', cards: inOrder(moving) });
  return stepped(turn, {
    groups: groups.filter(({ cards }) => cards.length > 0),
    hand: goal === 'hand' ? [...now.hand, ...moving] : rest(now.hand),
  });
}

/** Whether a set consists of exactly these cards: making a new set of them would change nothing. */
function sameCards({ cards }: Group, others: readonly Card[]): boolean {
  return cards.length === others.length && others.every((card) => cards.includes(card));
}

/** The turn as a draft for the server. */
export const draftOf = (turn: Turn): { sets: string[][] } => ({ sets: setsOf(laidIn(turn)) });
