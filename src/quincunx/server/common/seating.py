"""Who sits where at a table."""

from __future__ import annotations

from collections.abc import Iterator, Set

import msgspec

from quincunx.server.common.errors import SeatTaken, TableError
from quincunx.wire import Person


class Sitter(msgspec.Struct, frozen=True):
    """A person or a bot at a place; both: the bot plays in the person's stead."""

    person: Person | None = None
    bot: str | None = None
    nonce: str | None = None
    """What the person's "ready" brought."""
    missed: int = 0
    """How often in a row the clock ran out."""
    gone: bool = False
    """Whether the person said goodbye."""
    forfeited: bool = False
    """Whether the person is rated last: resigned, or a stand-in has moved in a rated game."""

    @property
    def resigned(self) -> bool:
        """Whether the person left a rated game, for good."""
        return self.forfeited and self.gone

    @property
    def ready(self) -> bool:
        return self.bot is not None or self.nonce is not None

    @property
    def name(self) -> str:
        return self.person.name if self.person else (self.bot or "")


Place = tuple[int, int]
"""Seat and member of its team."""


class Seating:
    """The places of a table; all changes before the deal are made here."""

    def __init__(self, team_sizes: tuple[int, ...]) -> None:
        self._places: dict[Place, Sitter | None] = {
            (seat, member): None for seat, size in enumerate(team_sizes) for member in range(size)
        }
        self._of: dict[str, Place] = {}
        """By person, where they sit."""
        self.has_bots = False

    def __iter__(self) -> Iterator[tuple[Place, Sitter | None]]:
        return iter(self._places.items())

    def teams(self) -> list[list[Sitter | None]]:
        """Seat by seat, its members."""
        teams: list[list[Sitter | None]] = []
        for (seat, _), sitter in self._places.items():
            if seat == len(teams):
                teams.append([])
            teams[seat].append(sitter)
        return teams

    def names(self) -> tuple[str, ...]:
        """What each seat is called: its members' names."""
        return tuple(" & ".join(sitter.name for sitter in team if sitter) for team in self.teams())

    def place_of(self, person: Person) -> Place | None:
        return self._of.get(person.id)

    def person_ids(self) -> Set[str]:
        """Return the ids of all who have a seat, also of those for whom a bot plays."""
        return self._of.keys()

    def put(self, place: Place, sitter: Sitter | None) -> None:
        """Seats somebody, or (none) clears the place."""
        if place not in self._places:
            raise TableError("table.refusal.no_such_seat")
        if sitter is not None and self._places[place] is not None:
            raise SeatTaken("table.refusal.seat_taken")
        self._set(place, sitter)

    def fill(self, seat: int, sitter: Sitter) -> None:
        """Puts the like of it at every place of a seat."""
        places = [place for place in self._places if place[0] == seat]
        for place in places or [(seat, 0)]:
            self.put(place, sitter)

    def replace(self, place: Place, sitter: Sitter) -> None:
        """Puts another sitter where one sits."""
        self._set(place, sitter)

    def rename(self, person: Person) -> None:
        """Whoever sits here under that id is called otherwise now."""
        place = self.place_of(person)
        if place is not None:
            sitter = self._places[place]
            assert sitter is not None
            self._set(place, msgspec.structs.replace(sitter, person=person))

    def _set(self, place: Place, sitter: Sitter | None) -> None:
        self._places[place] = sitter
        self._of = {
            sitter.person.id: place
            for place, sitter in self._places.items()
            if sitter is not None and sitter.person is not None
        }
        self.has_bots = any(
            sitter is not None and sitter.bot is not None for sitter in self._places.values()
        )

    def at(self, place: Place) -> Sitter | None:
        if place not in self._places:
            raise TableError("table.refusal.no_such_seat")
        return self._places[place]

    def people(self) -> Iterator[tuple[Place, Person]]:
        """The places at which a person plays, without those where a bot stands in."""
        for place, sitter in self._places.items():
            if sitter is not None and sitter.person is not None and sitter.bot is None:
                yield place, sitter.person

    def free(self) -> list[Place]:
        return [place for place, sitter in self._places.items() if sitter is None]

    def everyone_is_ready(self) -> bool:
        return all(sitter is not None and sitter.ready for sitter in self._places.values())

    def bot_for(self, seat: int, member: int | None) -> str | None:
        """The level of the bot that acts for a seat if that member is to, or (none) if any may.

        What any of them may decide is left to people where there are some.
        """
        team = [sitter for (at, _), sitter in self._places.items() if at == seat]
        if member is not None:
            team = [team[member]]
        levels = [sitter.bot for sitter in team if sitter is not None and sitter.bot is not None]
        return levels[0] if len(levels) == len(team) else None
