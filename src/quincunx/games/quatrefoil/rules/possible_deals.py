"""The deals that agree with everything a seat has seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

import msgspec

from quincunx.core.messages import Message
from quincunx.core.observation import Observation
from quincunx.games.quatrefoil.moves import SOURCES, QuatrefoilMove, apply_action
from quincunx.games.quatrefoil.rules.deal_sets import agreeing, members, signalling
from quincunx.games.quatrefoil.rules.deals import Deal
from quincunx.games.quatrefoil.tokens import Arrangement

if TYPE_CHECKING:
    from quincunx.games.quatrefoil.state import QuatrefoilView


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
) -> tuple[Deal, ...]:
    """Return the deals that agree with the visible cards and with every signal so far."""
    possible = agreeing(view.positions, view.target, view.colours)
    for seen in arrangement_history(view.dealt, observations):
        possible &= signalling(seen.tokens, seen.signals)
    return members(possible & signalling(view.tokens, view.signals))
