"""The events of frequent moves. They are cached, since there are few different ones."""

from __future__ import annotations

from functools import lru_cache

from quincunx.core.events import Event, public_event
from quincunx.games.quatrefoil.moves import TWISTS, QuatrefoilMove
from quincunx.games.quatrefoil.state import SEATS

DEALT_DUAL = public_event("quatrefoil.event.dealt_dual")


@lru_cache(4096)
def action_event(seat: int, move: QuatrefoilMove, pushed: str, ejected: str) -> Event:
    if move in TWISTS:
        return public_event("quatrefoil.event.twisted", seat=seat, move=move.name)
    return public_event(
        "quatrefoil.event.pushed", seat=seat, move=move.name, pushed=pushed, ejected=ejected
    )


@lru_cache(4096)
def signals_event(right: tuple[bool, ...]) -> Event:
    return public_event(
        "quatrefoil.event.signals",
        up=tuple(seat for seat in range(SEATS) if right[seat]),
        count=sum(right),
    )


@lru_cache(4096)
def shown_event(seat: int, right: bool) -> Event:
    return public_event("quatrefoil.event.shown", seat=seat, signal="up" if right else "down")
