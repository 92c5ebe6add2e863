"""Bots and rules of the toy game whose results are known."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import msgspec

from quincunx.core.bots import Bot, Turn
from quincunx.core.bots.warm_up import WARM_UP_WORK
from quincunx.core.messages import Message
from quincunx.core.outcome import Outcome
from tests.toy.rules import Lay, Move, State, ToyRules, View

SetUpToy = Callable[..., None]
"""Changes the rules of the toy game."""


class Witness(Bot[Move, View]):
    """Lays its best cards, and remembers what it was given."""

    work = 7
    lays_all: ClassVar[bool] = True
    asked: ClassVar[list[tuple[type, View, frozenset[int], int]]] = []

    def choose(self, turn: Turn[Move, View]) -> Move:
        view = turn.view
        if turn.work != WARM_UP_WORK:
            self.asked.append((type(self), view, turn.partners, turn.work or self.work))
        assert view.seat is not None
        return Lay(tuple(sorted(set(view.hands[view.seat] or ()))) if self.lays_all else ())


class Idler(Witness):
    """Never lays anything, and so never wins."""

    lays_all = False


class Together(ToyRules):
    """All win or all lose."""

    def outcome(self, state: State) -> Outcome | None:
        outcome = super().outcome(state)
        if outcome is None:
            return None
        won = sum(outcome.scores) % 2 == 0
        return msgspec.structs.replace(outcome, winners=tuple(range(self.seats)) if won else ())


class Divided(ToyRules):
    """Some deals are won by the first seat alone; the others are a tie of all."""

    def outcome(self, state: State) -> Outcome | None:
        if state.round <= 2:
            return None
        first_alone = sum(map(sum, (*state.hands, *state.laid))) % 2 == 0
        winners = (0,) if first_alone else tuple(range(self.seats))
        return Outcome(winners, (0,) * self.seats, Message("toy.outcome.over"))
