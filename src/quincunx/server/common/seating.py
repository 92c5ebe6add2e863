"""Who sits where at a table: an immutable value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from functools import reduce
from typing import Any

import msgspec

from quincunx.server.common.errors import SeatTaken, TableError
from quincunx.server.common.time_spans import TimeSpans, intersection
from quincunx.wire import Person, PersonId


class Occupant(msgspec.Struct, frozen=True):
    """A person or a bot in a seat; with both, the bot stands in for the person."""

    person: Person | None = None
    bot: str | None = None
    """The bot's level."""
    nonce: str | None = None
    """What the player's "ready" contributed to the deal."""
    missed: int = 0
    """How many moves in a row a stand-in made because the player's time was up."""
    gone: bool = False
    """Whether the player has left."""
    forfeited: bool = False
    """Whether the player is rated last: resigned, or a stand-in has moved in a rated game."""
    vacations: TimeSpans = ()
    """When the player is on vacation, so that their clock stands still."""

    @property
    def resigned(self) -> bool:
        """Whether the player has given up the game, which cannot be undone."""
        return self.forfeited and self.gone

    @property
    def ready(self) -> bool:
        return self.bot is not None or self.nonce is not None

    @property
    def name(self) -> str:
        return self.person.name if self.person else (self.bot or "")


Place = tuple[int, int]
"""A seat, and the member of its team: 0 unless the game is played in teams."""


class Seating:
    """The occupants of a table. Methods that change something return a new seating."""

    __slots__ = ("_place_by_person", "_places", "has_bots", "has_vacations")

    def __init__(self, places: Mapping[Place, Occupant | None]) -> None:
        self._places = places
        self._place_by_person = {
            occupant.person.id: place
            for place, occupant in places.items()
            if occupant is not None and occupant.person is not None
        }
        self.has_bots = any(
            occupant is not None and occupant.bot is not None for occupant in places.values()
        )
        self.has_vacations = any(
            occupant is not None and occupant.vacations for occupant in places.values()
        )

    @classmethod
    def empty(cls, team_sizes: tuple[int, ...]) -> Seating:
        """Return a seating with free places only: for each seat, as many as its team has."""
        return cls(
            {(seat, member): None for seat, size in enumerate(team_sizes) for member in range(size)}
        )

    def __iter__(self) -> Iterator[tuple[Place, Occupant | None]]:
        return iter(self._places.items())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Seating) and self._places == other._places

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Seating({self._places!r})"

    # Questions

    def at(self, place: Place) -> Occupant | None:
        if place not in self._places:
            raise TableError("table.refusal.no_such_seat")
        return self._places[place]

    def teams(self) -> list[list[Occupant | None]]:
        """Return the members of each seat."""
        teams: list[list[Occupant | None]] = []
        for (seat, _), occupant in self._places.items():
            if seat == len(teams):
                teams.append([])
            teams[seat].append(occupant)
        return teams

    def names(self) -> tuple[str, ...]:
        """Return the name of each seat, made from the names of its members."""
        return tuple(
            " & ".join(occupant.name for occupant in team if occupant) for team in self.teams()
        )

    def place_of(self, person: Person) -> Place | None:
        return self._place_by_person.get(person.id)

    def person_ids(self) -> Set[PersonId]:
        """Return the ids of all people with a seat, including those for whom a bot plays."""
        return self._place_by_person.keys()

    def people(self) -> Iterator[tuple[Place, Person]]:
        """Yield the places at which a person plays, without those where a bot stands in."""
        for place, occupant in self._places.items():
            if occupant is not None and occupant.person is not None and occupant.bot is None:
                yield place, occupant.person

    def bot_seats(self) -> tuple[int, ...]:
        """Return the seats of bot accounts."""
        members = [
            (place[0], occupant.person) for place, occupant in self._places.items() if occupant
        ]
        return tuple(sorted({seat for seat, person in members if person and person.bot}))

    def free(self) -> list[Place]:
        return [place for place, occupant in self._places.items() if occupant is None]

    def everyone_is_ready(self) -> bool:
        return all(occupant is not None and occupant.ready for occupant in self._places.values())

    def bot_for(self, seat: int, member: int | None) -> str | None:
        """Return the level of the bot that acts for a seat, or `None` if a person does.

        `member` is the member of the team whose turn it is. Where any member may act (`None`), a
        bot acts only if the whole team are bots.
        """
        team = [occupant for (at, _), occupant in self._places.items() if at == seat]
        if member is not None:
            team = [team[member]]
        levels = [occupant.bot for occupant in team if occupant is not None and occupant.bot]
        return levels[0] if len(levels) == len(team) else None

    def standstills(self, seat: int, member: int | None) -> TimeSpans:
        """Return when the clock of a seat stands still because its player is on vacation.

        `member` is the member of the team whose turn it is. Where any member may act (`None`), all
        people in the team must be on vacation.
        """
        if not self.has_vacations:
            return ()
        team = [occupant for (at, _), occupant in self._places.items() if at == seat]
        if member is not None:
            team = [team[member]]
        players = [occupant.vacations for occupant in team if occupant and occupant.person]
        return reduce(intersection, players) if players else ()

    # Changes

    def with_occupant(self, place: Place, occupant: Occupant) -> Seating:
        """Seat an occupant at a free place."""
        if self.at(place) is not None:
            raise SeatTaken("table.refusal.seat_taken")
        return self.replaced(place, occupant)

    def without_occupant(self, place: Place) -> Seating:
        """Free a place."""
        self.at(place)
        return self.replaced(place, None)

    def with_team(self, seat: int, occupant: Occupant) -> Seating:
        """Seat the same kind of occupant at every place of a free seat."""
        seating = self
        for place in [place for place in self._places if place[0] == seat] or [(seat, 0)]:
            seating = seating.with_occupant(place, occupant)
        return seating

    def replaced(self, place: Place, occupant: Occupant | None) -> Seating:
        """Put another occupant at a place, whether it is free or not."""
        return Seating({**self._places, place: occupant})

    def changed(self, place: Place, **changes: Any) -> Seating:
        """Change fields of the occupant of a place."""
        occupant = self._places[place]
        assert occupant is not None, "the place is taken"
        return self.replaced(place, msgspec.structs.replace(occupant, **changes))

    def renamed(self, person: Person) -> Seating:
        """Give the person with that id another name."""
        place = self.place_of(person)
        return self if place is None else self.changed(place, person=person)
