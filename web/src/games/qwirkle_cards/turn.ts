/** A turn while it is being laid out: how it began, and everything since, so that it can be undone. */
import { type Card, cardsOn, fresh, type Group, inOrder, type Laid, setsOf } from './laid';

export interface Turn {
  base: Laid;
  /** Step by step, the latest last. */
  steps: readonly Laid[];
}

/** A set, a set to be begun, or back into the hand. */
export type Goal = { group: string } | 'new' | 'hand';

export const begun = (base: Laid): Turn => ({ base, steps: [] });
export const laidIn = ({ base, steps }: Turn): Laid => steps.at(-1) ?? base;
export const stepped = (turn: Turn, laid: Laid): Turn => ({
  ...turn,
  steps: [...turn.steps, laid],
});
export const undone = (turn: Turn): Turn => ({ ...turn, steps: turn.steps.slice(0, -1) });
/** As it was; which can be undone, too. */
export const restored = (turn: Turn): Turn => (isChanged(turn) ? stepped(turn, turn.base) : turn);

export function isChanged(turn: Turn): boolean {
  return laidIn(turn) !== turn.base;
}

/** The cards from the hand that lie on the table now. */
export function playedIn(turn: Turn): Card[] {
  const hand = new Set(turn.base.hand.map(({ id }) => id));
  return cardsOn(laidIn(turn)).filter(({ id }) => hand.has(id));
}

/** The sets that are not as they were. */
export function changedIn(turn: Turn): ReadonlySet<string> {
  const written = ({ cards }: Group) => cards.map(({ id }) => id).join();
  const were = new Map(turn.base.groups.map((group) => [group.id, written(group)]));
  const are = laidIn(turn).groups.filter((group) => were.get(group.id) !== written(group));
  return new Set(are.map(({ id }) => id));
}

/** The turn with cards moved; itself if that changes nothing. What lay on the table stays there. */
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

/** Whether these are just the cards of that set: making a new set of them would change nothing. */
function sameCards({ cards }: Group, others: readonly Card[]): boolean {
  return cards.length === others.length && others.every((card) => cards.includes(card));
}

/** The draft as the table keeps it. */
export const draftOf = (turn: Turn): { sets: string[][] } => ({ sets: setsOf(laidIn(turn)) });
