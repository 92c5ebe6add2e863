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
    order: tuple[tuple[int, ...], ...]
    """By the seat that begins a round, all seats in the order in which they play."""
    begins_at_once: bool
    """Whether a turn begins without questions, a timer and the die."""

    def seat_on_turn(self, state: QuivvitState) -> int:
        return self.order[state.first][state.played]

    def next_first(self, state: QuivvitState) -> int:
        """Return the seat that begins the next round."""
        return self.order[state.first][1 % self.seats]


class QuivvitTransition(msgspec.Struct, frozen=True, gc=False):
    """The circumstances of one transition, and the events it has produced so far."""

    setup: QuivvitSetup
    at: int
    """The game time of the transition, in milliseconds."""
    chance: Chance
    events: list[Event]
