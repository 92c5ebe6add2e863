"""Decides whom a change of a table concerns who does not have the table in front of them."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.messages import Message
from quincunx.server.common.seating import Place
from quincunx.server.tables.state.absence import must_be_connected
from quincunx.server.tables.state.table_state import TableState, shown_person
from quincunx.wire import AlertKind, MailAlertKind, Person, PersonId, Proposal

DAY_S: Final = 24 * 3600

URGENT_PACE_S: Final = 3600
"""With less time for a move than this, the push service should wake a sleeping phone."""


class MailSubject(msgspec.Struct, frozen=True):
    """What an e-mail about an alert is about."""

    kind: MailAlertKind
    game: str | None = None
    version: int = -1
    """The version of the match, if there is one: the player has come back after a later move."""


class Alert(msgspec.Struct, frozen=True):
    """Something that a person should hear of although the page is not in front of them.

    The words are messages, because the language depends on the browser that shows them.
    """

    person: PersonId
    kind: AlertKind
    id: str
    """The same for the same event."""
    tag: str
    """An alert replaces an earlier one with the same tag."""
    title: Message
    text: Message
    path: str
    """The path of the page that it leads to."""
    caused_by: PersonId | None = None
    """The person who can cause as many of these alerts as they like."""
    ttl_s: int = DAY_S
    """Seconds after which the alert is of no use any more."""
    is_urgent: bool = False
    mail: MailSubject | None = None
    """What an e-mail says, if the alert is still of use minutes later."""


def alerts_for(old: TableState, new: TableState) -> tuple[Alert, ...]:
    """Return what to alert whom of, at most one alert a person.

    Moves at tables that all players look at cost no more than a comparison of two sets.
    """
    concerned = new.seating.person_ids()
    if new.phase == "gathering":
        concerned = concerned | {new.config.host.id}
    looking = new.attendance.looking
    if concerned <= looking:
        return ()
    found = (_alert_for(person, old, new) for person in sorted(concerned - looking))
    return tuple(alert for alert in found if alert is not None)


def _alert_for(person_id: PersonId, old: TableState, new: TableState) -> Alert | None:
    """Return the most important alert for a person."""
    place = new.seating.place_of(Person(person_id, ""))
    if place is not None and not _plays_in_person(place, new):
        return None
    if old.in_play and not new.in_play:
        return _alert(person_id, "ended", "server.alert.ended", new)
    if place is not None and _is_new_turn(place, person_id, old, new):
        return _alert(person_id, "turn", "server.alert.turn", new)
    return _alert_about_proposal(person_id, old, new) or _alert_about_arrival(person_id, old, new)


def _plays_in_person(place: Place, state: TableState) -> bool:
    """Return whether a person sits there who has not left: no program, and no stand-in."""
    occupant = state.seating.at(place)
    if occupant is None or occupant.person is None:
        return False
    return not (occupant.person.bot or occupant.gone or occupant.bot is not None)


def _is_new_turn(place: Place, person_id: PersonId, old: TableState, new: TableState) -> bool:
    # Bots answer within seconds: a person alone with them who has closed the page has stopped.
    is_alone = len(new.seating.person_ids()) == 1
    if is_alone and person_id not in new.attendance.connected:
        return False
    return _is_awaited(place, new) and not _is_awaited(place, old)


def _is_awaited(place: Place, state: TableState) -> bool:
    """Return whether the game waits for the player at that place."""
    match, (seat, member) = state.match, place
    if match is None or not state.in_play or seat not in match.awaited:
        return False
    return match.rules.member(match.state, seat) in (None, member)


def _alert_about_proposal(person_id: PersonId, old: TableState, new: TableState) -> Alert | None:
    """Return the alert about a new proposal, the answer to the person's own, or a rematch."""
    before, after = old.proposal, new.proposal
    if new.rematch is not None and new.rematch != old.rematch:
        return _alert(person_id, "proposal", "server.alert.rematch", new)
    if after is not None and before is None:
        if person_id not in {asked.id for asked in after.waiting}:
            return None
        by = shown_person(new, after.by)
        return _alert(person_id, "proposal", f"server.alert.proposal.{after.wish}", new, by)
    if before is not None and after is None and before.by.id == person_id:
        answer = _answer_to(before, old, new)
        return None if answer is None else _alert(person_id, "proposal", answer, new)
    return None


def _answer_to(proposal: Proposal, old: TableState, new: TableState) -> str | None:
    """Return the message about the answer to a proposal; `None` if it is simply over."""
    first_new = old.chat.next_number
    new_lines = [line for line in new.chat.lines if line.number >= first_new]
    notes = {line.note.id for line in new_lines if line.note is not None}
    if "table.note.declined" in notes:
        return "server.alert.declined"
    last = None if new.match is None else new.match.log[-1]
    is_undone = last is not None and last.back is not None and new.version != old.version
    is_granted = {"pause": "table.note.paused", "stand_in": "table.note.stand_in"}
    if is_granted.get(proposal.wish) in notes or (proposal.wish == "take_back" and is_undone):
        return "server.alert.agreed"
    return None


def _alert_about_arrival(person_id: PersonId, old: TableState, new: TableState) -> Alert | None:
    """Return the alert about a player who has taken a seat."""
    before = old.seating.person_ids()
    for _, other in new.seating.people():
        if other.id not in before and other.id != person_id:
            by = shown_person(new, other)
            return _alert(person_id, "joined", "server.alert.joined", new, by)
    return None


def _alert(
    person_id: PersonId,
    kind: MailAlertKind,
    title: str,
    state: TableState,
    by: Person | None = None,
) -> Alert:
    config = state.config
    pace = config.pace or DAY_S
    version = -1 if state.match is None else state.match.version
    return Alert(
        person=person_id,
        kind=kind,
        id=f"{config.id}:{state.revision}",
        tag=config.id,
        title=Message(title, {} if by is None else {"name": isolated(by.name)}),
        text=Message(f"{config.game.name}.name"),
        path=f"/table/{config.id}",
        caused_by=None if by is None else by.id,
        ttl_s=pace if kind == "turn" else DAY_S,
        is_urgent=kind == "turn" and pace < URGENT_PACE_S,
        # A game for which the players are together is over before they read a mail.
        mail=None if must_be_connected(state) else MailSubject(kind, config.game.name, version),
    )


def isolated(name: str) -> str:
    """Return a name whose direction of writing cannot reorder the words around it."""
    return f"\u2068{name}\u2069"
