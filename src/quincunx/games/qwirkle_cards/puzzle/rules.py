"""One turn as a puzzle, for one player: sets that lie there, a hand of nine, and a single play."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.events import Events, public_event
from quincunx.core.messages import Message
from quincunx.core.observation import Observation
from quincunx.core.outcome import Outcome
from quincunx.core.viewers import Viewer
from quincunx.games.qwirkle_cards.cards import COPIES, FULL_DECK, KINDS, Cards, counted, listed
from quincunx.games.qwirkle_cards.layouts.division import LINE, LINES, divide, playable
from quincunx.games.qwirkle_cards.moves import QwirkleCardsMove, QwirkleCardsPlay
from quincunx.games.qwirkle_cards.rules import (
    HAND,
    QwirkleCardsRules,
    QwirkleCardsState,
    QwirkleCardsView,
)
from quincunx.games.qwirkle_cards.sets import Layout, all_cards, in_order, largest_set

SEATS: Final = range(1, 2)
SETS: Final = 9
SIZES: Final = (3, 4)
"""How many sets lie there, and how many cards each of them may have."""
MOST_QUESTIONS: Final = 200
"""How often a deal may need to be asked whether cards can lie in sets, to be dealt as a puzzle."""
A_QWIRKLE: Final = 10
"""Points: more than all cards of a hand, so that the points tell how many of each there were."""


class PuzzleState(QwirkleCardsState, frozen=True):
    """As in the last turn of a game. The cards that are not in the puzzle are put aside."""

    possible: int | None = None
    """Once it is over, how many Qwirkles the turn could have made."""


class PuzzleView(QwirkleCardsView, frozen=True):
    """What a viewer sees."""

    possible: int | None = None


class PuzzleRules(QwirkleCardsRules):
    """For one seat."""

    state_type = PuzzleState
    view_type = PuzzleView

    @property
    def max_log_entries(self) -> int:
        """The deal and the play."""
        return 2

    def setup(self, chance: Chance) -> tuple[QwirkleCardsState, Events]:
        deals = 0
        while True:
            deals += 1
            table, hand = _dealt(chance, deals)
            if most_qwirkles(table, hand):
                break
        state = PuzzleState(
            hands=(hand,),
            deck=_NO_DECK,
            table=table,
            qwirkles=((),),
            turn=0,
            turns_left=1,
            largest=largest_set(hand),
            deals=deals,
        )
        return state, (public_event("qwirkle_cards.event.puzzle", seat=0),)

    def _play(
        self, state: QwirkleCardsState, seat: int, move: QwirkleCardsPlay, chance: Chance
    ) -> tuple[QwirkleCardsState, Events]:
        possible = most_qwirkles(state.table, state.hands[seat])
        assert possible is not None, "too hard a puzzle is not dealt"
        after, events = super()._play(state, seat, move, chance)
        return msgspec.structs.replace(after, possible=possible), events

    def outcome(self, state: QwirkleCardsState) -> Outcome | None:
        assert isinstance(state, PuzzleState)
        if state.last is None or state.possible is None:
            return None
        made, cards = len(state.qwirkles[0]), len(state.last.cards)
        score = points(made, cards)
        reason = Message(
            "qwirkle_cards.outcome.turn",
            {"points": score, "made": made, "possible": state.possible, "cards": cards},
        )
        winners = (0,) if made == state.possible else ()
        return Outcome(winners, (score,), reason)

    def view(self, state: QwirkleCardsState, viewer: Viewer) -> QwirkleCardsView:
        assert isinstance(state, PuzzleState)
        outcome = self.outcome(state)
        seen = msgspec.structs.asdict(super().view(state, viewer))
        seen["winners"] = outcome.winners if outcome else ()
        return PuzzleView(**seen, possible=state.possible)

    def determinise(
        self,
        view: QwirkleCardsView,
        observations: Sequence[Observation[QwirkleCardsMove]],
        rng: Random,
    ) -> QwirkleCardsState:
        assert isinstance(view, PuzzleView)
        imagined = msgspec.structs.asdict(super().determinise(view, observations, rng))
        imagined["deck"] = _NO_DECK
        return PuzzleState(**imagined, possible=view.possible)

    def _audit_cards(self, cards: Sequence[int]) -> None:
        assert max(cards) <= COPIES, "no card is made"


_NO_DECK: Final = (0,) * KINDS


def points(qwirkles: int, cards: int) -> int:
    """What a turn gets: for its Qwirkles, and one for each card that is played."""
    return A_QWIRKLE * qwirkles + cards


def _dealt(chance: Chance, number: int) -> tuple[Layout, Cards]:
    """Sets of random lines, and a hand from what is left."""
    left, table = [*FULL_DECK], []
    lines = chance.roll(f"lines {number}", LINES, SETS)
    sizes = chance.roll(f"sizes {number}", len(SIZES), SETS)
    for line, size in zip(lines, sizes, strict=True):
        one_each = tuple(min(1, left[kind]) * (kind in LINE[line]) for kind in range(KINDS))
        # A line that has come up too often gives no set more.
        if sum(one_each) >= SIZES[size]:
            table.append(chance.draw(f"table {number}", one_each, SIZES[size]))
            for kind in table[-1]:
                left[kind] -= 1
    hand = chance.draw(f"deal {number}", tuple(left), HAND, to=0)
    return in_order(table), tuple(sorted(hand))


def most_qwirkles(table: Layout, hand: Cards) -> int | None:
    """The solver's answer without its compiler, for which no deal shall wait.

    `None`: the question is too hard, and the puzzle is dealt again.
    """
    search = _Search(counted(all_cards(table)), counted(hand))
    search.explore(0, search.must, search.may, 0)
    return None if search.questions > MOST_QUESTIONS else max(0, search.best)


class _Search:
    """Takes Qwirkles one by one, line after line, as many as may beat the best so far.

    Six cards can always lie as three and three, so if some Qwirkles can be taken, so can any of
    them: what can be taken says the same of all that was taken on the way.
    """

    def __init__(self, must: list[int], may: list[int]) -> None:
        self.must, self.may = must, may
        self.cards = sum(may)
        self.best = -1
        self.questions = 0
        """How often it was asked whether cards can lie in sets."""

    def explore(self, first: int, must: list[int], may: list[int], taken: int) -> bool | None:
        """Whether what is left can lie there, as far as that had to be found out."""
        possible: bool | None = None
        lines = [min([must[kind] + may[kind] for kind in LINE[line]]) for line in range(LINES)]
        for line in range(first, LINES):
            if not lines[line] or taken + sum(lines[line:]) <= self.best:
                continue
            lying, held = [*must], [*may]
            for kind in LINE[line]:
                (lying if lying[kind] else held)[kind] -= 1
            deeper = self.explore(line, lying, held, taken + 1)
            if deeper:
                possible = True
            elif deeper is False and possible is None:
                possible = self._can_be_left(must, may)
                if not possible:
                    return False
        if possible is None and taken > self.best:
            possible = self._can_be_left(must, may)
        if possible:
            self.best = max(self.best, taken)
        return possible

    def _can_be_left(self, must: list[int], may: list[int]) -> bool:
        """Whether the rest can lie in sets, a card of the hand among it or taken already."""
        self.questions += 1
        if self.questions > MOST_QUESTIONS:
            return False
        played = sum(may) < self.cards
        return (divide(must, may) if played else playable(must, listed(may))) is not None
