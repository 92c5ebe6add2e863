"""The rules of a puzzle: sets on the table, a hand of nine cards, and a single play."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.errors import MalformedPosition
from quincunx.core.events import Events, public_event
from quincunx.core.messages import Message
from quincunx.core.observation import Observation
from quincunx.core.outcome import Outcome
from quincunx.core.viewers import Viewer
from quincunx.games.qwirkle_cards.cards import COPIES, HAND_SIZE, KINDS, CardKinds
from quincunx.games.qwirkle_cards.moves import QwirkleCardsMove
from quincunx.games.qwirkle_cards.puzzle.deal import deal_position, most_qwirkles
from quincunx.games.qwirkle_cards.rules import QwirkleCardsRules
from quincunx.games.qwirkle_cards.sets import Layout, largest_set
from quincunx.games.qwirkle_cards.state import QwirkleCardsState, QwirkleCardsView

POINTS_PER_QWIRKLE: Final = 10
"""More than the cards of a hand, so that the score shows the Qwirkles and the cards played."""
_EMPTY_DECK: Final = (0,) * KINDS


class PuzzleState(QwirkleCardsState, frozen=True):
    """The last turn of a game; cards that are not in the puzzle are left out."""

    possible: int | None = None
    """Once the puzzle is over, the most Qwirkles that the turn could have made."""


class PuzzleView(QwirkleCardsView, frozen=True):
    """What a viewer sees of a puzzle."""

    possible: int | None = None


class PuzzleRules(QwirkleCardsRules):
    """One turn for one seat."""

    state_type = PuzzleState
    view_type = PuzzleView

    @property
    def max_log_entries(self) -> int:
        """Count the deal and the play."""
        return 2

    def setup(self, chance: Chance) -> tuple[QwirkleCardsState, Events]:
        deals = 0
        while True:
            deals += 1
            table, hand = deal_position(chance, deals)
            if most_qwirkles(table, hand):
                break
        return _puzzle(table, hand, deals)

    def setup_with(
        self, table: Layout, hand: CardKinds, chance: Chance
    ) -> tuple[QwirkleCardsState, Events]:
        if len(hand) != HAND_SIZE or not most_qwirkles(table, hand):
            raise MalformedPosition("qwirkle_cards.refusal.position_no_puzzle")
        return _puzzle(table, hand, deals=1)

    def apply(
        self, state: QwirkleCardsState, seat: int, move: QwirkleCardsMove, at: int, chance: Chance
    ) -> tuple[QwirkleCardsState, Events]:
        after, events = super().apply(state, seat, move, at, chance)
        possible = most_qwirkles(state.table, state.hands[seat])
        assert possible is not None, "a puzzle that is too hard is not dealt"
        return msgspec.structs.replace(after, possible=possible), events

    def outcome(self, state: QwirkleCardsState) -> Outcome | None:
        assert isinstance(state, PuzzleState)
        if state.last is None or state.possible is None:
            return None
        made, cards = len(state.qwirkles[0]), len(state.last.cards)
        score = turn_points(made, cards)
        reason = Message(
            "qwirkle_cards.outcome.turn",
            {"points": score, "made": made, "possible": state.possible, "cards": cards},
        )
        winners = (0,) if made == state.possible else ()
        return Outcome(winners, (score,), reason)

    def view(self, state: QwirkleCardsState, viewer: Viewer) -> QwirkleCardsView:
        assert isinstance(state, PuzzleState)
        outcome = self.outcome(state)
        fields = msgspec.structs.asdict(super().view(state, viewer))
        fields["winners"] = outcome.winners if outcome else ()
        return PuzzleView(**fields, possible=state.possible)

    def determinise(
        self,
        view: QwirkleCardsView,
        observations: Sequence[Observation[QwirkleCardsMove]],
        rng: Random,
    ) -> QwirkleCardsState:
        assert isinstance(view, PuzzleView)
        fields = msgspec.structs.asdict(super().determinise(view, observations, rng))
        fields["deck"] = _EMPTY_DECK
        return PuzzleState(**fields, possible=view.possible)

    def audit_cards(self, counts: Sequence[int]) -> None:
        assert max(counts) <= COPIES, "no card is made"


def _puzzle(table: Layout, hand: CardKinds, deals: int) -> tuple[PuzzleState, Events]:
    """Return the puzzle with this table and hand, and its events."""
    state = PuzzleState(
        hands=(hand,),
        deck=_EMPTY_DECK,
        table=table,
        qwirkles=((),),
        turn=0,
        turns_left=1,
        largest=largest_set(hand),
        deals=deals,
    )
    return state, (public_event("qwirkle_cards.event.puzzle", seat=0),)


def turn_points(qwirkles: int, cards: int) -> int:
    """Return the score of a turn that made so many Qwirkles and played so many cards."""
    return POINTS_PER_QWIRKLE * qwirkles + cards
