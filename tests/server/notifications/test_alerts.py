"""Who is alerted of what: a pure function of a table before and after a change."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

import msgspec
import pytest

from quincunx.core.messages import render
from quincunx.server.notifications.alerts import Alert, alerts_for
from quincunx.server.tables.state.table_state import TableState, with_departure, with_hidden
from quincunx.wire import (
    Answer,
    Leave,
    Person,
    PlayMove,
    Propose,
    Ready,
    RequestId,
    Resign,
    Sit,
    Wish,
)
from tests.helpers.table_states import ADA, BEN, CLEO, EVE, START, dealt, do, gathering, playing

ID = RequestId("x")


def away(state: TableState, *people: Person) -> TableState:
    for person in people:
        state = with_departure(state, person.id, START.server)
    return state


def found(old: TableState, new: TableState) -> list[tuple[str, str, str]]:
    """Return person, kind and title of each alert."""
    alerts = alerts_for(old, new)
    return [(alert.person, alert.kind, render(alert.title, "en")) for alert in alerts]


def after_move(state: TableState, person: Person) -> TableState:
    match = state.match
    assert match is not None
    place = state.seating.place_of(person)
    assert place is not None
    *_, move = map(str, match.legal_moves(place[0]))
    return do(state, person, PlayMove(RequestId(f"m{match.version}"), match.version, move)).state


def on_turn(state: TableState, *people: Person) -> Person:
    match = state.match
    assert match is not None
    (person,) = (
        person
        for person in people
        if (place := state.seating.place_of(person)) and place[0] in match.awaited
    )
    return person


def coloryam(*people: Person, **more: Any) -> TableState:
    return playing("coloryam", *people, **more)


def passed_turn(state: TableState, *people: Person) -> tuple[TableState, TableState, Person]:
    """Play until the turn passes; return the states around it, and who has the turn then."""
    first = on_turn(state, *people)
    for _ in range(100):
        after = after_move(state, first)
        now = on_turn(after, *people)
        if now != first:
            return state, after, now
        state = after
    raise AssertionError("the turn never passes")


def test_a_player_who_is_not_there_is_alerted_when_the_turn_comes() -> None:
    state = coloryam(ADA, BEN, pace=24 * 3600)
    other = BEN if on_turn(state, ADA, BEN) == ADA else ADA
    old, new, now = passed_turn(away(state, other), ADA, BEN)
    assert now == other
    (alert,) = alerts_for(old, new)
    assert (alert.person, alert.kind) == (other.id, "turn")
    assert render(alert.title, "en") == "Your turn"
    assert render(alert.text, "de") == "ColorYam"
    assert (alert.path, alert.tag) == ("/table/table", "table")
    assert alert.ttl_s == 24 * 3600
    assert not alert.is_urgent


def test_a_player_with_the_table_in_front_of_them_is_not_alerted() -> None:
    old, new, _ = passed_turn(coloryam(ADA, BEN), ADA, BEN)
    assert alerts_for(old, new) == ()


def test_a_player_whose_page_is_hidden_is_alerted() -> None:
    state = coloryam(ADA, BEN, pace=60)
    for person in (ADA, BEN):
        state = with_hidden(state, person.id, hidden=True)
    old, new, now = passed_turn(state, ADA, BEN)
    (alert,) = alerts_for(old, new)
    assert (alert.person, alert.is_urgent) == (now.id, True)
    seen = with_hidden(new, now.id, hidden=False)
    assert alerts_for(with_hidden(old, now.id, hidden=False), seen) == ()


def test_a_player_who_keeps_the_turn_is_not_alerted_again() -> None:
    state = coloryam(ADA, BEN)
    first = on_turn(state, ADA, BEN)
    other = BEN if first == ADA else ADA
    after = after_move(away(state, first, other), first)
    assert on_turn(after, ADA, BEN) == first
    assert alerts_for(away(state, first, other), after) == ()


def test_bots_do_not_call_back_a_person_who_has_closed_the_page() -> None:
    state = playing("coloryam", ADA, bots={1: "easy"})
    waiting = away(state, ADA)
    before = msgspec.structs.replace(waiting, phase="gathering", match=None, version=-1)
    assert alerts_for(before, waiting) == ()
    hidden = with_hidden(state, ADA.id, hidden=True)
    assert [kind for _, kind, _ in found(before, hidden)] == ["turn"]


def test_programs_and_players_who_have_left_are_not_alerted() -> None:
    program = Person(BEN.id, "Robo", bot=True)
    state = coloryam(ADA, program, programs=True)
    old, new, now = passed_turn(away(state, ADA, program), ADA, program)
    assert {alert.person for alert in alerts_for(old, new)} == ({ADA.id} if now == ADA else set())
    left = do(coloryam(ADA, BEN, CLEO), BEN, Leave(ID)).state
    assert BEN.id not in people_of(alerts_for(coloryam(ADA, BEN, CLEO), away(left, BEN)))


def people_of(alerts: tuple[Alert, ...]) -> Set[str]:
    return {alert.person for alert in alerts}


def test_the_host_is_alerted_of_a_player_who_joins() -> None:
    old = away(gathering("quivvit", ADA, seats=3), ADA)
    new = do(old, BEN, Sit(ID, None)).state
    assert found(old, new) == [("ada", "joined", "\u2068Ben\u2069 has joined your table")]
    (alert,) = alerts_for(old, new)
    assert alert.caused_by == BEN.id


def test_nobody_is_alerted_of_a_player_who_leaves_before_the_deal() -> None:
    old = away(gathering("quivvit", ADA, BEN, seats=3), ADA, BEN)
    assert alerts_for(old, do(old, BEN, Leave(ID)).state) == ()


def test_the_deal_is_the_turn_of_the_players_it_waits_for() -> None:
    state = away(gathering("coloryam", ADA, BEN), ADA, BEN)
    ready = do(state, ADA, Ready(ID, "nonce")).state
    new = dealt(do(ready, BEN, Ready(ID, "nonce")), START).state
    assert [alert.kind for alert in alerts_for(ready, new)] == ["turn"]


@pytest.mark.parametrize("wish", ["pause", "end"])
def test_players_are_alerted_of_a_proposal_that_they_are_asked_about(wish: Wish) -> None:
    old = away(coloryam(ADA, BEN, pace=24 * 3600), BEN)
    new = do(old, ADA, Propose(ID, wish)).state
    assert [(person, kind) for person, kind, _ in found(old, new)] == [("ben", "proposal")]


@pytest.mark.parametrize(
    ("agrees", "title"),
    [(True, "Your proposal was accepted"), (False, "Your proposal was declined")],
)
def test_a_player_is_alerted_of_the_answer(agrees: bool, title: str) -> None:
    asked = do(coloryam(ADA, BEN), ADA, Propose(ID, "pause")).state
    old = away(asked, ADA)
    new = do(old, BEN, Answer(ID, "pause", agrees)).state
    assert found(old, new) == [("ada", "proposal", title)]


def test_a_proposal_that_is_withdrawn_alerts_nobody() -> None:
    asked = away(do(coloryam(ADA, BEN), ADA, Propose(ID, "pause")).state, ADA, BEN)
    assert alerts_for(asked, do(asked, ADA, Answer(ID, "pause", False)).state) == ()


def test_players_are_alerted_of_the_end() -> None:
    old = away(coloryam(ADA, BEN, pace=24 * 3600), BEN)
    new = do(old, ADA, Resign(ID)).state
    assert not new.in_play
    assert found(old, new) == [("ben", "ended", "The game is over")]


def test_a_name_cannot_reorder_the_words_around_it() -> None:
    """A name with a right-to-left override stays inside its own isolate."""
    old = away(gathering("quivvit", ADA, seats=3), ADA)
    hostile = Person(BEN.id, "\u05d0\u05d1 1")
    (alert,) = alerts_for(old, do(old, hostile, Sit(ID, None)).state)
    assert render(alert.title, "en").startswith("\u2068\u05d0\u05d1 1\u2069 ")


def test_where_talking_is_forbidden_the_fixed_names_are_used() -> None:
    state = playing("quatrefoil", ADA, BEN, CLEO, EVE)
    assert state.fixed_names
    renamed = Person(ADA.id, "Play red!")
    old = away(state, BEN)
    new = do(old, renamed, Propose(ID, "end")).state
    assert all("red" not in title for _, _, title in found(old, new))
    assert found(old, new)
