"""Checks of private notes, vacations and followed people after faults."""

from __future__ import annotations

from tests.faults.checks.game_checks import Violations
from tests.faults.checks.stored_tables import StoredTable
from tests.faults.players.client_log import ClientLog


def acknowledged_notes_are_stored(stored: StoredTable, client_log: ClientLog) -> Violations:
    """Acknowledged notes are stored with their version, unless later ones took their place."""
    found, log = stored.notes.get(client_log.person.id, {}), client_log.notes
    for version in log.acknowledged:
        if version not in found:
            yield f"the notes of version {version} were acknowledged and are not stored"
    for version, marks in found.items():
        if marks not in log.possible.get(version, ()):
            yield f"the notes of version {version} are {marks}, which the player did not write"


def vacations_are_stored_as_acknowledged(stored: StoredTable, client_log: ClientLog) -> Violations:
    """No acknowledged vacation is lost."""
    begun = stored.vacations_begun.get(client_log.person.id, 0)
    if client_log.vacations_acknowledged > begun:
        yield f"{client_log.vacations_acknowledged} vacations were acknowledged and {begun} stored"


def followed_people_are_stored_as_acknowledged(
    stored: StoredTable, client_log: ClientLog
) -> Violations:
    """A player follows exactly the people whom the server said so of."""
    if client_log.seat is None:
        return
    followed = stored.followed.get(client_log.person.id, frozenset())
    for other, possible in client_log.follows.possible.items():
        if (other in followed) not in possible:
            yield f"{other} is {'' if other in followed else 'not '}followed, against what was said"
    for other in followed - client_log.follows.possible.keys():
        yield f"{other} is followed, which the player never asked for"


def clocks_stand_still_during_vacations(stored: StoredTable) -> Violations:
    """What a seat knows of vacations follows from the player's vacations and moves."""
    row = stored.table
    for sitter in stored.seats:
        for entry in stored.entries:
            # A vacation may begin in the moment of an earlier move.
            inside = any(starts < entry.at < ends for starts, ends in sitter.vacations)
            if entry.person == sitter.person and inside:
                yield f"version {entry.version} did not end the vacation of its player"
        if row["phase"] != "playing" or row["paused"] or sitter.person is None:
            continue
        now = stored.server_time
        ends = [end for _, end in stored.vacations[sitter.person] if end > now]
        if row["pace"] is None or row["pace"] < 24 * 3600:
            ends = []
        shown = [until - row["clock"] + row["house"] for _, until in sitter.vacations]
        if [end for end in shown if end > now] != ends:
            yield f"the seat has vacations until {shown}, and its player until {ends}; it is {now}"
