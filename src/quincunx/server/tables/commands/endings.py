"""Commands that end a game before its time: resign, forfeit, close; and ask for a rematch."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final, Literal

import msgspec

from quincunx.core.outcome import Outcome
from quincunx.server.common.errors import WrongPhase
from quincunx.server.common.seating import Place
from quincunx.server.common.times import Now
from quincunx.server.ratings import rating_rules
from quincunx.server.tables.commands.change import Caller, Change
from quincunx.server.tables.state.permissions import place_of, stand_in_level
from quincunx.server.tables.state.table_state import TableState
from quincunx.server.tables.state.wake_up import awaited_players
from quincunx.wire import AskRematch, Done

Reason = Literal["resigned", "out_of_time"]
"""Why players have lost before the end."""

_NOTES: Final[Mapping[Reason, str]] = {
    "resigned": "table.note.resigned",
    "out_of_time": "table.note.out_of_time",
}


def resign(
    change: Change, places: Iterable[Place], now: Now, reason: Reason = "resigned"
) -> Change:
    """Rank these players last; a bot plays on for them while others are still playing."""
    places = tuple(places)
    level = stand_in_level(change.state)
    for place in places:
        occupant = change.state.seating.at(place)
        assert occupant is not None
        assert occupant.person is not None
        seating = change.state.seating.changed(place, gone=True, forfeited=True, bot=level)
        change = change.with_state(seating=seating)
        change = change.with_note(_NOTES[reason], now, occupant.person)
    state, cooperative = change.state, change.state.config.game.cooperative
    if rating_rules.is_decided(state.seating, cooperative=cooperative):
        late = {seat for seat, _ in places} if reason == "out_of_time" else set()
        return end_by_forfeit(change, tuple(sorted(late)))
    return change.with_state(proposal=None)


def resign_seats(
    change: Change, seats: Collection[int], now: Now, reason: Reason = "resigned"
) -> Change:
    """Give up seats for their whole teams: bots among their members give up, too."""
    seating, people = change.state.seating, []
    for place, occupant in change.state.seating:
        if place[0] not in seats or occupant is None:
            continue
        if occupant.person is None:
            seating = seating.changed(place, forfeited=True)
        elif not occupant.resigned:
            people.append(place)
    return resign(change.with_state(seating=seating), people, now, reason)


def run_out_of_time(state: TableState, seats: Collection[int], now: Now) -> Change:
    """Let the players at these seats lose, because their total time is up."""
    return resign_seats(Change(state), seats, now, "out_of_time")


def end_by_forfeit(change: Change, out_of_time: tuple[int, ...] = ()) -> Change:
    """End a game that forfeits have decided; the last may be seats that ran out of time."""
    config = change.state.config
    outcome = rating_rules.forfeit_outcome(
        change.state.seating,
        config.seats,
        cooperative=config.game.cooperative,
        out_of_time=out_of_time,
    )
    return close(change, outcome)


def close(change: Change, forfeit: Outcome | None = None) -> Change:
    """End the game early: without a result, or with the outcome of forfeits."""
    config = msgspec.structs.replace(change.state.config, fills=None)
    return change.with_state(
        config=config, phase="closed", forfeit=forfeit, proposal=None, fixed_names={}
    )


def close_by_operator(state: TableState, now: Now) -> Change:
    """Close the table without a result, as only the operator can."""
    if state.phase not in ("gathering", "playing"):
        return Change(state)
    return close(Change(state).with_note("table.note.closed", now))


def close_deserted(state: TableState) -> Change:
    """Close a public table that all players have left before the deal."""
    return close(Change(state))


def close_missed(state: TableState, now: Now) -> Change:
    """Close the table of a pairing to which not all players have come."""
    return close(Change(state).with_note("table.note.missed", now))


def forfeit_abandoned(state: TableState, now: Now) -> Change:
    """Let the players whom a rated game has waited for too long lose it."""
    return resign(Change(state), awaited_players(state), now)


def ask_rematch(state: TableState, caller: Caller, request: AskRematch, now: Now) -> Change:
    """Ask for a table with the same players; the first request creates it."""
    place_of(state, caller.person)
    if state.phase not in ("over", "closed"):
        raise WrongPhase("table.refusal.not_over")
    change = Change(state, reply=Done(request.id))
    if state.rematch is not None:
        return change
    noted = change.with_note("table.note.rematch", now, caller.person)
    return noted.replace(rematch_host=caller.person)
