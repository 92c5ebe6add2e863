"""The first seating of a new table: the host, bots, and the players of a rematch."""

from __future__ import annotations

from quincunx.core.game import Game
from quincunx.core.options import Options
from quincunx.server.common.seating import Occupant, Seating
from quincunx.server.common.times import Now
from quincunx.server.tables.state.absence import is_still_there
from quincunx.server.tables.state.table_state import TableState
from quincunx.wire import Person


def empty_seating(game: Game, options: Options, seats: int) -> Seating:
    game.check_seats(seats, options)
    return Seating.empty(game.teams(options, seats))


def seated_anywhere(seating: Seating, person: Person) -> Seating:
    """Seat a person at the first free place, if there is one."""
    free = seating.free()
    return seating.with_occupant(free[0], Occupant(person)) if free else seating


def against_bots(seating: Seating, person: Person, seat: int, level: str) -> Seating:
    """Seat a person, and bots everywhere else."""
    for place in seating.free():
        occupant = Occupant(person) if place == (seat, 0) else Occupant(bot=level)
        seating = seating.with_occupant(place, occupant)
    return seating


def rematch_seating(state: TableState, host: Person, now: Now) -> Seating:
    """Seat the players of a finished game again; bots take the seats of those who have left."""
    config = state.config
    seating = empty_seating(config.game, config.options, config.seats)
    for place, occupant in state.seating:
        if occupant is None:
            continue
        person = occupant.person
        if person is None:
            again = Occupant(bot=occupant.bot)
        elif person.id == host.id or is_still_there(state, place, now):
            again = Occupant(person)
        else:
            again = Occupant(bot=config.level)
        seating = seating.with_occupant(place, again)
    return seating
