"""What the functions of the rules need besides the state that they change."""

from __future__ import annotations

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.events import Event
from quincunx.games.quivvit.options import QuivvitOptions
from quincunx.games.quivvit.state import QuivvitState


class QuivvitSetup(msgspec.Struct, frozen=True, gc=False):
    """What stays the same for a whole game."""

    options: QuivvitOptions
    seats: int
    teams: tuple[int, ...]
    """By seat, the size of its team."""
    step: int
    """1 if the seats play clockwise, −1 if not."""

    def seat_after(self, first: int, turns: int) -> int:
        """Return the seat that plays so many turns after `first`."""
        return (first + self.step * turns) % self.seats

    def seat_on_turn(self, state: QuivvitState) -> int:
        return (state.first + self.step * state.played) % self.seats


class QuivvitTransition(msgspec.Struct, frozen=True, gc=False):
    """The circumstances of one transition, and the events it has produced so far."""

    setup: QuivvitSetup
    at: int
    """The game time of the transition, in milliseconds."""
    chance: Chance
    events: list[Event]
