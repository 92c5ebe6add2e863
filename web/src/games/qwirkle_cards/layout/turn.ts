/** An unfinished turn: its start and every step since, for undo. */
import {
  type CardPiece,
  type CardSet,
  cardsOn,
  inOrder,
  type Layout,
  newPieceId,
  setsOf,
} from './layout';

export interface DraftTurn {
  base: Layout;
  /** The latest step is last. */
  steps: readonly Layout[];
}

/** An existing set, a new set, or the hand. */
export type DropGoal = { group: string } | 'new' | 'hand';

export const newTurn = (base: Layout): DraftTurn => ({ base, steps: [] });
export const layoutOf = ({ base, steps }: DraftTurn): Layout => steps.at(-1) ?? base;
export const withLayout = (turn: DraftTurn, layout: Layout): DraftTurn => ({
  ...turn,
  steps: [...turn.steps, layout],
});
export const undone = (turn: DraftTurn): DraftTurn => ({ ...turn, steps: turn.steps.slice(0, -1) });
/** Back to the start of the turn, as a step that can be undone. */
export const resetTurn = (turn: DraftTurn): DraftTurn =>
  isChanged(turn) ? withLayout(turn, turn.base) : turn;

export function isChanged(turn: DraftTurn): boolean {
  return layoutOf(turn) !== turn.base;
}

/** Cards from the hand that are on the table now. */
export function playedCards(turn: DraftTurn): CardPiece[] {
  const hand = new Set(turn.base.hand.map(({ id }) => id));
  return cardsOn(layoutOf(turn)).filter(({ id }) => hand.has(id));
}

/** The sets that have changed. */
export function changedSets(turn: DraftTurn): ReadonlySet<string> {
  const written = ({ cards }: CardSet) => cards.map(({ id }) => id).join();
  const were = new Map(turn.base.groups.map((group) => [group.id, written(group)]));
  const are = layoutOf(turn).groups.filter((group) => were.get(group.id) !== written(group));
  return new Set(are.map(({ id }) => id));
}

/**
 * Move cards; returns the same turn if nothing changes. Cards from the table cannot go to the hand.
 */
export function moveCards(turn: DraftTurn, ids: ReadonlySet<string>, goal: DropGoal): DraftTurn {
  const now = layoutOf(turn);
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
  const rest = (cards: readonly CardPiece[]) => cards.filter((card) => !moving.includes(card));
  const groups = now.groups.map(
    (group): CardSet => ({
      ...group,
      cards: group.id === target ? inOrder([...group.cards, ...moving]) : rest(group.cards),
    }),
  );
  if (goal === 'new') groups.push({ id: newPieceId(), area: 'new', cards: inOrder(moving) });
  return withLayout(turn, {
    groups: groups.filter(({ cards }) => cards.length > 0),
    hand: goal === 'hand' ? [...now.hand, ...moving] : rest(now.hand),
  });
}

/** Whether a set consists of exactly these cards: making a new set of them would change nothing. */
function sameCards({ cards }: CardSet, others: readonly CardPiece[]): boolean {
  return cards.length === others.length && others.every((card) => cards.includes(card));
}

/** The turn as a draft for the server. */
export const draftOf = (turn: DraftTurn): { sets: string[][] } => ({
  sets: setsOf(layoutOf(turn)),
});
