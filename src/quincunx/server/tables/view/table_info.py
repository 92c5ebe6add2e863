"""How a table looks to everybody: the `Table` of the wire protocol."""

from __future__ import annotations

import msgspec

from quincunx.server.common.seating import Occupant, Place
from quincunx.server.common.times import Now, ServerTime
from quincunx.server.tables.state.absence import is_absent
from quincunx.server.tables.state.permissions import is_quiet, is_rated, pause_refusal
from quincunx.server.tables.state.table_state import TableState, shown_person
from quincunx.server.tables.state.vacations import shown_vacation
from quincunx.wire import Proposal, Seat, SeatMember, Table


def table_info(state: TableState, now: Now) -> Table:
    """Return the table as all clients see it."""
    config = state.config
    # Players who have resigned, or whose moves a bot makes, still have their seats.
    spectators = state.attendance.connected - state.seating.person_ids()
    return Table(
        id=config.id,
        game=config.game.name,
        options=dict(config.values),
        seats=_seats(state, now),
        host=shown_person(state, config.host),
        phase=state.phase,
        commitment=config.commitment,
        watching=len(spectators),
        rematch=state.rematch,
        open=config.open,
        pace=config.pace,
        total=config.total,
        fills=_until(config.fills, now),
        deal=config.deal,
        origin=config.origin,
        paused=state.clock.paused,
        proposal=_shown_proposal(state),
        quiet=is_quiet(state),
        rated=is_rated(state),
        can_pause=pause_refusal(state, None) is None,
        outcome=state.forfeit,
        bot_pace=config.bot_pace,
        programs=config.programs,
        removed=state.removed if state.phase == "gathering" else (),
        starts_by=_until(config.starts_by, now),
    )


def _until(time: ServerTime | None, now: Now) -> int | None:
    """Return the milliseconds until a server time; 0 if it has passed."""
    return None if time is None else max(0, time - now.server)


def looks_the_same(one: TableState, other: TableState) -> bool:
    """Return whether two states of a table look the same; that time passes does not count."""
    return (
        one.phase == other.phase
        and one.clock.paused == other.clock.paused
        and one.rematch == other.rematch
        and _equal(one.seating, other.seating)
        and _equal(one.attendance, other.attendance)
        and _equal(one.proposal, other.proposal)
        and _equal(one.forfeit, other.forfeit)
        and _equal(one.fixed_names, other.fixed_names)
        and _equal(one.config, other.config)
        and _equal(one.removed, other.removed)
    )


def _equal(one: object, other: object) -> bool:
    return one is other or one == other


def _seats(state: TableState, now: Now) -> tuple[Seat, ...]:
    return tuple(
        Seat(
            tuple(
                _shown_occupant(state, (seat, member), occupant, now)
                for member, occupant in enumerate(team)
            )
        )
        for seat, team in enumerate(state.seating.teams())
    )


def _shown_occupant(
    state: TableState, place: Place, occupant: Occupant | None, now: Now
) -> SeatMember | None:
    if occupant is None:
        return None
    person = occupant.person
    return SeatMember(
        person=None if person is None else shown_person(state, person),
        bot=occupant.bot,
        ready=occupant.ready,
        here=person is None or person.id in state.attendance.connected,
        gone=state.in_play and is_absent(state, place, now),
        forfeited=occupant.forfeited,
        vacation=shown_vacation(state, place, now),
    )


def _shown_proposal(state: TableState) -> Proposal | None:
    proposal = state.proposal
    if proposal is None or not state.fixed_names:
        return proposal
    return msgspec.structs.replace(
        proposal,
        by=shown_person(state, proposal.by),
        waiting=tuple(shown_person(state, person) for person in proposal.waiting),
    )
