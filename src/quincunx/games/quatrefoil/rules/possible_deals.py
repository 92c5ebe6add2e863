"""The deals that agree with everything a seat has seen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING, Final, cast

import msgspec

from quincunx.core.messages import Message
from quincunx.core.observation import Observation
from quincunx.games.quatrefoil.moves import SOURCES, QuatrefoilMove, apply_action
from quincunx.games.quatrefoil.tokens import COLOURS, POSITIONS, Arrangement

if TYPE_CHECKING:
    from quincunx.games.quatrefoil.state import QuatrefoilView


class Deal(msgspec.Struct, frozen=True):
    """One way in which the cards can be dealt."""

    target: Arrangement
    positions: tuple[str, ...]
    places: tuple[int, ...]
    """By seat, the index of its position in an arrangement."""

    def colour(self, seat: int) -> str:
        return self.target[self.places[seat]]

    def signals(self, tokens: Arrangement) -> tuple[bool, ...]:
        """Return by seat whether its token is in place in that arrangement."""
        return tuple([tokens[place] == self.target[place] for place in self.places])


ALL_DEALS: Final = tuple(
    Deal((a, b, c, d, e), tuple(POSITIONS[place] for place in places), places)
    for a, b, c, d, e in permutations(COLOURS)
    for places in permutations(range(4))
)
"""All 2880 deals."""


DEALT_EVENTS: Final = ("quatrefoil.event.dealt", "quatrefoil.event.dealt_dual")


class SeenArrangement(msgspec.Struct, frozen=True):
    """An arrangement of the game so far, and the signals shown for it."""

    tokens: Arrangement
    signals: tuple[bool | None, ...]
    actor: int | None
    action: QuatrefoilMove | None
    """The seat and the action that led to it; `None` for the deal."""


def arrangement_history(
    dealt: Arrangement, observations: Sequence[Observation[QuatrefoilMove]]
) -> list[SeenArrangement]:
    """Return all arrangements of the current deal so far, in order."""
    unknown = (None,) * 4
    history = [SeenArrangement(dealt, unknown, None, None)]
    for observation in observations:
        if observation.move in SOURCES:
            tokens = apply_action(history[-1].tokens, observation.move)
            history.append(SeenArrangement(tokens, unknown, observation.seat, observation.move))
        for message in observation.events:
            if message.id in DEALT_EVENTS:
                history = [SeenArrangement(dealt, unknown, None, None)]
            signals = _signals_after(message, history[-1].signals)
            history[-1] = msgspec.structs.replace(history[-1], signals=signals)
    return history


def _signals_after(message: Message, signals: tuple[bool | None, ...]) -> tuple[bool | None, ...]:
    """Return the signals that are known after a message."""
    args = message.args
    if message.id == "quatrefoil.event.signals":
        up = cast(tuple[int, ...], args["up"])
        return tuple(seat in up for seat in range(4))
    if message.id == "quatrefoil.event.shown":
        return tuple(
            args["signal"] == "up" if seat == args["seat"] else signal
            for seat, signal in enumerate(signals)
        )
    return signals


def possible_deals(
    view: QuatrefoilView, observations: Sequence[Observation[QuatrefoilMove]]
) -> list[Deal]:
    """Return the deals that agree with the visible cards and with every signal so far."""
    deals = [deal for deal in ALL_DEALS if _agrees(deal, view)]
    for seen in [
        *arrangement_history(view.dealt, observations),
        SeenArrangement(view.tokens, view.signals, None, None),
    ]:
        signals = [(seat, up) for seat, up in enumerate(seen.signals) if up is not None]
        deals = [
            deal
            for deal in deals
            if all(
                (seen.tokens[deal.places[seat]] == deal.target[deal.places[seat]]) == up
                for seat, up in signals
            )
        ]
    return deals


def _agrees(deal: Deal, view: QuatrefoilView) -> bool:
    return (
        all(
            known is None or known == card
            for known, card in zip(view.positions, deal.positions, strict=True)
        )
        and all(
            known is None or known == card
            for known, card in zip(view.target, deal.target, strict=True)
        )
        and all(
            known is None or known == deal.colour(seat) for seat, known in enumerate(view.colours)
        )
    )
