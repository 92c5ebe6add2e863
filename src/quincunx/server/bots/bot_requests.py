"""What a bot is given when it has to decide: the view of its seat, never the state of the game."""

from __future__ import annotations

import pickle
from typing import Any

import msgspec

from quincunx.core.match import Match
from quincunx.core.observation import Observation
from quincunx.core.options import Options


class BotRequest(msgspec.Struct, frozen=True):
    """Everything that a bot may know when it chooses a move or makes a plan."""

    game: str
    options: Options
    seats: int
    level: str
    view: Any
    pickled_observations: tuple[bytes, ...]
    partners: frozenset[int]
    """The other seats that a bot of the same level plays: they share its conventions."""
    seed: str

    @property
    def observations(self) -> tuple[Observation[Any], ...]:
        return tuple(map(pickle.loads, self.pickled_observations))


class ObservationCache:
    """The observations of each seat of one match, each built and pickled once.

    A bot is given all its observations for every move. Pickling them anew each time would make
    the requests of a long game more and more expensive.
    """

    def __init__(self) -> None:
        self._by_seat: dict[int, dict[int, bytes]] = {}
        """By seat and version. Versions that were undone stay: there are few."""

    def pickled(self, match: Match, seat: int) -> tuple[bytes, ...]:
        """Return the seat's observations, each pickled, without those of undone moves."""
        known = self._by_seat.setdefault(seat, {})
        for version in reversed(match.versions_in_effect):
            if version in known:
                break
            known[version] = pickle.dumps(match.observation(seat, version))
        return tuple([known[version] for version in match.versions_in_effect])


def bot_request(
    match: Match,
    seat: int,
    level: str,
    partners: frozenset[int],
    plan_key: str | None = None,
    *,
    cache: ObservationCache | None = None,
) -> BotRequest:
    """Build the request for a move or, with a plan's key, for a plan."""
    return BotRequest(
        game=match.game.name,
        options=match.options,
        seats=match.seats,
        level=level,
        view=match.view(seat),
        pickled_observations=(cache or ObservationCache()).pickled(match, seat),
        partners=partners,
        # The same in every process, and other players cannot guess it.
        seed=f"{match.seed.secret if match.seed else ''}/{seat}/{plan_key or match.version}",
    )
