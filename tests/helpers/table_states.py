"""States of tables without a store: for tests of commands, which are pure functions."""

from __future__ import annotations

from typing import Any

from quincunx.core.match import Match
from quincunx.core.options import make_options
from quincunx.core.seeds import Seed
from quincunx.registry import find
from quincunx.server.bots.bot_seats import BotSeats
from quincunx.server.common.seating import Occupant, Seating
from quincunx.server.common.table_config import TableConfig
from quincunx.server.common.times import Now, ServerTime, WallTime
from quincunx.server.tables.commands import decide
from quincunx.server.tables.commands.change import Caller, Change
from quincunx.server.tables.commands.dealing import begin
from quincunx.server.tables.state.move_clock import MoveClock
from quincunx.server.tables.state.table_clock import TableClock
from quincunx.server.tables.state.table_state import TableAttendance, TableState
from quincunx.server.tables.state.total_clock import TotalClock
from quincunx.wire import Person, PersonId, Ready, RequestId, TableId, TableRequest

ADA, BEN, CLEO, EVE = (
    Person(PersonId(name.lower()), name) for name in ("Ada", "Ben", "Cleo", "Eve")
)


def at(milliseconds: int) -> Now:
    """Return a time: that many milliseconds after the server was started."""
    return Now(ServerTime(milliseconds), WallTime(1_800_000_000_000 + milliseconds))


START = at(0)


def gathering(
    game: str,
    *players: Person,
    options: dict[str, Any] | None = None,
    seats: int | None = None,
    bots: dict[int, str] | None = None,
    **config: Any,
) -> TableState:
    """Return a table before the deal, with the players connected and in its first free seats."""
    found = find(game)
    chosen = make_options(found.options, options or {}, game=game)
    count = len(players) + len(bots or {}) if seats is None else seats
    seating = Seating.empty(found.teams(chosen, count))
    for seat, level in (bots or {}).items():
        seating = seating.with_team(seat, Occupant(bot=level))
    for player in players:
        seating = seating.with_occupant(seating.free()[0], Occupant(player))
    pace = config.get("pace")
    return TableState(
        config=TableConfig(
            id=TableId("table"),
            game=found,
            options=chosen,
            seats=count,
            rules=found.version,
            host=players[0],
            invite="invite",
            secret=Seed.of(1).secret,
            **{"deal_name": "table", "rated": False, **config},
        ),
        seating=seating,
        clock=TableClock(),
        move_clock=MoveClock.with_pace(pace),
        total_clock=TotalClock(config.get("total")),
        bots=BotSeats("secret"),
        attendance=TableAttendance(here=frozenset(player.id for player in players)),
    )


def dealt(change: Change, now: Now) -> Change:
    """Do what the runtime does with a change that deals."""
    assert change.deals
    state = change.state
    match = Match(
        state.config.game,
        state.config.options,
        state.config.seats,
        seed=Seed(state.config.secret, state.nonces),
        table=state.id,
        names=state.seating.names(),
    )
    return begin(change, match, now)


def playing(game: str, *players: Person, now: Now = START, **more: Any) -> TableState:
    """Return a table whose game has just begun."""
    state = gathering(game, *players, **more)
    for player in players:
        change = do(state, player, Ready(RequestId("ready"), "nonce"), now)
        state = dealt(change, now).state if change.deals else change.state
    return state


def do(state: TableState, person: Person, request: TableRequest, now: Now = START) -> Change:
    """Decide what a request does."""
    return decide(state, Caller(person), request, now)
