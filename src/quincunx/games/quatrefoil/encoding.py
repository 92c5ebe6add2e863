"""Observations and actions of Quatrefoil as numbers. Every action is a whole move."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec
import numpy as np

from quincunx.core.encoding import (
    WAIT,
    Field,
    Layout,
    Mask,
    SingleActionEncoding,
    Vector,
    from_seat,
    seconds_field,
    seconds_left,
)
from quincunx.games.quatrefoil.moves import QuatrefoilMove
from quincunx.games.quatrefoil.options import MAX_ACTIONS
from quincunx.games.quatrefoil.rules import QuatrefoilRules
from quincunx.games.quatrefoil.rules.cards import KnownCards, known_cards
from quincunx.games.quatrefoil.rules.series import MAX_OVER_PAR
from quincunx.games.quatrefoil.state import SEATS, QuatrefoilState
from quincunx.games.quatrefoil.tokens import COLOURS, POSITIONS

MAX_DEALS: Final = 5
PLACES: Final = 5
"""The four positions and the place of the free token."""
_MOVES: Final = tuple(QuatrefoilMove)
_ACTION_OF: Final = {move: action for action, move in enumerate(_MOVES)}
_GROUPS: Final = (
    ("push", 8, "Push the free token from a side, in the order of `QuatrefoilMove`."),
    ("twist", 2, "Twist clockwise or anticlockwise."),
    ("stack", 1, "Say that every token is in place."),
    ("signal", 1, "Show the signal, if signals are given by hand."),
    ("look", 1, "Look at the cards in a race against the clock."),
    (WAIT, 1, "Do nothing for now."),
)
ACTIONS: Final = Layout(
    *(Field(name, (count,) if count > 1 else (), about) for name, count, about in _GROUPS)
)


class QuatrefoilEncoding(SingleActionEncoding[QuatrefoilState, QuatrefoilMove]):
    """The encoding of a table of Quatrefoil."""

    actions = ACTIONS
    features = Layout(
        Field("tokens", (PLACES, len(COLOURS)), "The colour at each position; the free one last."),
        Field("dealt", (PLACES, len(COLOURS)), "The same at the beginning of this deal."),
        Field("colours", (SEATS, len(COLOURS)), "The colour cards that the seat knows."),
        Field("positions", (SEATS, len(POSITIONS)), "The position cards that the seat knows."),
        Field("target", (PLACES, len(COLOURS)), "The target as far as those cards determine it."),
        Field("signals_shown", (SEATS,), "Whether the signal of each seat is shown."),
        Field("signals_up", (SEATS,), "Whether it says that the token of its card is in place."),
        Field("turn", (SEATS,), "The seat on turn; in Dual none."),
        Field("looked", (SEATS,), "Whether each seat has looked at its cards."),
        Field("actions", (), "The pushes and twists made in this deal.", high=MAX_ACTIONS),
        Field("actions_left", (), "Those that are left in this deal.", high=MAX_ACTIONS),
        seconds_field("The seconds left on the clock; 0 while it does not run."),
        Field("deals_finished", (), "The deals of a series that are over.", high=MAX_DEALS),
        Field(
            "score",
            (),
            "The actions above par in those deals together.",
            low=-MAX_ACTIONS,
            high=MAX_DEALS * MAX_OVER_PAR,
        ),
    )

    def __init__(self, rules: QuatrefoilRules) -> None:
        self._rules = rules
        self._dealt_from = self.features.first("dealt")
        self._cards_from = self.features.first("colours")
        self._signals_from = self.features.first("signals_shown")

    def observe(self, state: QuatrefoilState, seat: int, draft: None, at: int) -> Vector:
        rules = self._rules
        known = known_cards(
            state.positions,
            state.target,
            state.looked,
            seat,
            bool(state.ending),
            rules.open_cards,
        )
        signals = from_seat(rules.visible_signals(state), seat)
        series = None if state.series is msgspec.UNSET else state.series
        vector = np.empty(self.features.size, np.int16)
        vector[: self._dealt_from] = _planes(state.tokens, COLOURS)
        vector[self._dealt_from : self._cards_from] = _planes(state.dealt, COLOURS)
        vector[self._cards_from : self._signals_from] = _cards(known, seat)
        vector[self._signals_from :] = [
            *[signal is not None for signal in signals],
            *[signal is True for signal in signals],
            *[not rules.dual and (seat + other) % SEATS == state.turn for other in range(SEATS)],
            *from_seat(state.looked, seat),
            state.actions,
            rules.max_actions - state.actions,
            seconds_left(state.clock_ends, at),
            0 if series is None else len(series.finished),
            0 if series is None else series.total,
        ]
        return vector

    def mask(self, state: QuatrefoilState, seat: int, draft: None) -> Mask:
        return _mask(tuple(self._rules.legal_moves(state, seat))).copy()

    def action_of(self, state: QuatrefoilState, move: QuatrefoilMove) -> int:
        return _ACTION_OF[move]

    def move_of(self, state: QuatrefoilState, action: int) -> QuatrefoilMove:
        return _MOVES[action]


@lru_cache(64)
def _mask(moves: tuple[QuatrefoilMove, ...]) -> Mask:
    mask = np.zeros(ACTIONS.size, np.int8)
    mask[[_ACTION_OF[move] for move in moves]] = 1
    return mask


@lru_cache(4096)
def _cards(known: KnownCards, seat: int) -> Vector:
    return np.concatenate(
        (
            _planes(from_seat(known.colours, seat), COLOURS),
            _planes(from_seat(known.positions, seat), POSITIONS),
            _planes(known.target, COLOURS),
        )
    )


@lru_cache(4096)
def _planes(shown: tuple[str | None, ...], values: tuple[str, ...]) -> Vector:
    """Return for each item which of the values it has; only zeros for `None`."""
    planes = np.zeros((len(shown), len(values)), np.int16)
    for place, value in enumerate(shown):
        if value is not None:
            planes[place, values.index(value)] = 1
    return planes.ravel()
