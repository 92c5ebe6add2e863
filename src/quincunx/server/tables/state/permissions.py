"""What is allowed at a table: who may enter, sit, move, get hints, undo, pause."""

from __future__ import annotations

import secrets
from typing import Final, Literal

from quincunx.core.match import Match
from quincunx.server.common.days import is_open
from quincunx.server.common.errors import (
    NotAllowed,
    NotSeated,
    Paused,
    PeopleOnly,
    Removed,
    TableError,
    WrongPhase,
)
from quincunx.server.common.seating import Place
from quincunx.server.common.times import Now
from quincunx.server.ratings import rating_rules
from quincunx.server.tables.state.table_state import TableState, current_match
from quincunx.wire import (
    AllowPrograms,
    AskHints,
    AskRematch,
    InviteAgain,
    Person,
    Propose,
    React,
    Remove,
    Report,
    Say,
    SeatBot,
    SetBotPace,
)

_OFF_IN_DAILY_GAMES: Final = {
    "hints": "table.refusal.daily_hints",
    "undo": "table.refusal.daily_undo",
}
_OFF_IN_RATED_GAMES: Final = {
    "hints": "table.refusal.rated_hints",
    "undo": "table.refusal.rated_undo",
}


def admits(state: TableState, person: Person, invite: str) -> bool:
    """Return whether a person may join: a private table needs its invitation."""
    config = state.config
    return not _is_removed(state, person) and (
        config.open
        or secrets.compare_digest(invite.encode(), config.invite.encode())
        or person.id == config.host.id
        or state.seating.place_of(person) is not None
        or person.id in state.attendance.connected
    )


def check_not_removed(state: TableState, person: Person) -> None:
    """Refuse a person whom the host has removed."""
    if state.removed and _is_removed(state, person):
        raise Removed("table.refusal.removed")


def _is_removed(state: TableState, person: Person) -> bool:
    return any(removed.id == person.id for removed in state.removed)


def check_programs(state: TableState, person: Person) -> None:
    """Refuse a bot account where the host allows people only."""
    if person.bot and not state.config.programs and state.seating.place_of(person) is None:
        raise PeopleOnly("table.refusal.people_only")


PEOPLE_ONLY_REQUESTS: Final = (
    AllowPrograms,
    AskHints,
    AskRematch,
    InviteAgain,
    Propose,
    React,
    Remove,
    Report,
    Say,
    SeatBot,
    SetBotPace,
)
"""What a program has no need for and could disturb people with, or burden the server."""


def check_request(person: Person, request: object) -> None:
    """Refuse a bot account what only people may do at a table."""
    if person.bot and isinstance(request, PEOPLE_ONLY_REQUESTS):
        raise PeopleOnly("table.refusal.not_for_programs")


# What kind of game it is


def is_rated(state: TableState) -> bool:
    """Return whether the game changes ratings; before the deal, as things stand."""
    config = state.config
    # Every move asks this; once it is decided, who sits there no longer matters.
    bots = config.rated is None and rating_rules.has_unrated_bots(
        occupant for _, occupant in state.seating if occupant
    )
    return rating_rules.is_rated(config.rated, config.game, config.seats, config.deal, bots=bots)


def is_quiet(state: TableState) -> bool:
    """Return whether the game forbids talking now."""
    return state.config.game.quiet and state.in_play


def stand_in_level(state: TableState) -> str:
    """Return the level of a bot that moves for a person."""
    return rating_rules.stand_in_level(state.config.game, state.config.level, rated=is_rated(state))


# Who may act


def place_of(state: TableState, person: Person) -> Place:
    """Return where a person sits; refused for a spectator."""
    place = state.seating.place_of(person)
    if place is None:
        raise NotSeated("table.refusal.not_seated")
    return place


def active_place_of(state: TableState, person: Person) -> Place:
    """Return where a player sits; refused for a spectator and after a resignation."""
    place = place_of(state, person)
    occupant = state.seating.at(place)
    if occupant is not None and occupant.resigned:
        raise NotAllowed("table.refusal.resigned")
    return place


def check_gathering(state: TableState) -> None:
    """Refuse what is possible only before the deal."""
    if state.phase != "gathering":
        raise WrongPhase("table.refusal.already_begun")


def check_running(state: TableState) -> None:
    """Refuse a move at a closed or paused table; the match itself refuses it after the end."""
    if state.phase == "closed":
        raise WrongPhase("table.refusal.closed")
    if state.clock.paused and state.in_play:
        raise Paused("table.refusal.paused")


# What is switched off


def help_refusal(state: TableState, kind: Literal["hints", "undo"]) -> TableError | None:
    """Return why hints or undo are off at this table; `None` if they are not."""
    if state.config.deal == "daily":
        return NotAllowed(_OFF_IN_DAILY_GAMES[kind])
    return NotAllowed(_OFF_IN_RATED_GAMES[kind]) if is_rated(state) else None


def pause_refusal(state: TableState, place: Place | None) -> TableError | None:
    """Return why the player at that place cannot ask for a pause; with `None`, why nobody can."""
    if state.config.deal == "daily":
        return NotAllowed("table.refusal.daily_pause")
    opponents = [at for at in rating_rules.players(state.seating) if at != place]
    if is_rated(state) and len(opponents) < (2 if place is None else 1):
        # Bots cannot agree, and the player could go on working on what they have seen.
        return NotAllowed("table.refusal.rated_pause")
    return None


def resign_refusal(state: TableState) -> TableError | None:
    """Return why nobody can resign at this table; `None` if there are opponents to resign to."""
    if state.config.deal == "daily":
        return NotAllowed("table.refusal.daily_resign")
    if state.config.game.cooperative or state.config.seats == 1:
        return NotAllowed("table.refusal.nobody_to_resign_to")
    return None


# After the end


def is_finished(state: TableState, now: Now) -> bool:
    """Return whether the game has ended and nothing of it is secret any more."""
    if state.phase not in ("over", "closed"):
        return False
    day = state.config.day
    return day is None or not is_open(day, now.wall)


def finished_match(state: TableState, now: Now) -> Match:
    """Return the match if nothing of it is secret any more."""
    if not is_finished(state, now):
        raise WrongPhase("table.refusal.not_over")
    return current_match(state)
