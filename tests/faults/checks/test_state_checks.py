"""The checks of resignations, clocks, notes, vacations and followed people find every violation."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.seeds import Seed
from quincunx.registry import find
from quincunx.server.common.times import ServerTime, TableTime
from quincunx.server.storage.log_entries import entries_after
from quincunx.wire import Done, Person, PersonId, RequestId, Resign
from tests.faults.checks import ending_checks, private_checks
from tests.faults.checks.stored_tables import StoredChatLine, StoredSeat, StoredTable
from tests.faults.players.client_log import ClientLog

ADA = Person(PersonId("ada"), "Ada")
OUT = Message("table.note.resigned", {"name": "Ada"})
NOTED = StoredChatLine(0, 0, None, "", OUT)
RESIGNED = StoredSeat(0, 0, "ada", "easy", gone=True, forfeited=True, vacations=())
PLAYING = StoredSeat(0, 0, "ada", None, gone=False, forfeited=False, vacations=())
OTHERS = tuple(PLAYING._replace(seat=seat, person=f"other {seat}") for seat in (1, 2))


def stored(*seats: StoredSeat, **more: Any) -> StoredTable:
    row = {"phase": "playing", "outcome": None, "seats": 3, "paused": False, "pace": 86_400}
    return StoredTable({**row, "clock": 0, "house": 0}, (), seats=(*seats, *OTHERS), **more)


def resigned(*, acknowledged: bool) -> ClientLog:
    log = ClientLog("t", ADA, 0)
    log.add_request(Resign(RequestId("r")))
    if acknowledged:
        log.receive(Done(RequestId("r")))
    return log


def test_a_lost_resignation_is_found() -> None:
    check = ending_checks.acknowledged_resignations_are_stored
    assert not [*check(stored(RESIGNED), resigned(acknowledged=True))]
    assert not [*check(stored(PLAYING), resigned(acknowledged=False))]
    assert [*check(stored(PLAYING), resigned(acknowledged=True))]


@pytest.mark.parametrize("chat", [(), (NOTED, NOTED)])
def test_notes_of_resignations_are_counted(chat: tuple[StoredChatLine, ...]) -> None:
    check = ending_checks.resignations_are_noted_once
    assert not [*check(stored(RESIGNED, chat=(NOTED,)))]
    assert [*check(stored(RESIGNED, chat=chat))]


def test_a_game_that_should_have_ended_is_found() -> None:
    check = ending_checks.games_end_with_the_last_opponent
    assert not [*check(stored(RESIGNED))]
    table = stored(RESIGNED)
    alone = table._replace(
        seats=(
            RESIGNED,
            *(each._replace(gone=True, forfeited=True) for each in OTHERS[:1]),
            OTHERS[1],
        )
    )
    assert [*check(alone)]


def test_a_move_after_the_time_is_up_is_found() -> None:
    game = find("coloryam")
    match = Match(game, game.options(), 2, seed=Seed("secret", ()), table="t")
    entries = entries_after(match, -1, None, None)
    (seat,) = match.awaited
    match.play(next(iter(match.legal_moves(seat))), seat, at=31_000)
    entries += entries_after(match, 0, None, PersonId("ada"))
    row = {"id": "t", "game": "coloryam", "options": "{}", "seats": 2, "secret": "secret"}
    row |= {"nonces": "[]", "increment": 0}
    check = ending_checks.nobody_moves_after_their_time_is_up
    assert [*check(StoredTable({**row, "total_time": 30}, entries))]
    assert not [*check(StoredTable({**row, "total_time": 31}, entries))]
    assert not [*check(StoredTable({**row, "total_time": None}, entries))]


@pytest.mark.parametrize("found", [{}, {3: "other"}])
def test_lost_and_foreign_notes_are_found(found: dict[int, str]) -> None:
    log, check = ClientLog("t", ADA, 0), private_checks.acknowledged_notes_are_stored
    log.notes.possible[3] = {"marks"}
    log.notes.acknowledged.add(3)
    assert not [*check(stored(PLAYING, notes={"ada": {3: "marks"}}), log)]
    assert [*check(stored(PLAYING, notes={"ada": found}), log)]


def test_a_lost_vacation_is_found() -> None:
    log, check = ClientLog("t", ADA, 0), private_checks.vacations_are_stored_as_acknowledged
    log.vacations_acknowledged = 2
    assert not [*check(stored(PLAYING, vacations_begun={"ada": 2}), log)]
    assert [*check(stored(PLAYING, vacations_begun={"ada": 1}), log)]
    assert [*check(stored(PLAYING), log)]


def test_a_seat_that_does_not_know_a_vacation_is_found() -> None:
    vacations = {
        "ada": ((ServerTime(5), ServerTime(9)),),
        **{str(each.person): () for each in OTHERS},
    }
    check = private_checks.clocks_stand_still_during_vacations
    away = PLAYING._replace(vacations=((TableTime(5), TableTime(9)),))
    assert not [*check(stored(away, vacations=vacations, server_time=7))]
    assert [*check(stored(PLAYING, vacations=vacations, server_time=7))]


def test_a_move_that_did_not_end_the_vacation_is_found() -> None:
    game = find("coloryam")
    match = Match(game, game.options(), 2, seed=Seed("secret", ()), table="t")
    (entry,) = entries_after(match, -1, None, None)
    moved = msgspec.structs.replace(entry, at=7, person=PersonId("ada"))
    away = PLAYING._replace(vacations=((TableTime(5), TableTime(9)),))
    table = stored(away, vacations={each.person or "": () for each in (away, *OTHERS)})
    check = private_checks.clocks_stand_still_during_vacations
    assert [*check(table._replace(entries=(moved,), server_time=20))]
    assert not [*check(table._replace(entries=(entry,), server_time=20))]
    in_the_same_moment = msgspec.structs.replace(moved, at=5)
    assert not [*check(table._replace(entries=(in_the_same_moment,), server_time=20))]


@pytest.mark.parametrize(
    ("followed", "is_right"),
    [({"ben", "cleo"}, True), ({"ben"}, True), ({"cleo"}, False), ({"ben", "dora"}, False)],
)
def test_followed_people_against_what_was_acknowledged_are_found(
    followed: set[str], is_right: bool
) -> None:
    log, check = (
        ClientLog("t", ADA, 0),
        private_checks.followed_people_are_stored_as_acknowledged,
    )
    log.follows.add("ben", follows=True, acknowledged=True)
    log.follows.add("cleo", follows=False, acknowledged=True)
    log.follows.add("cleo", follows=True, acknowledged=False)
    found = [*check(stored(PLAYING, followed={"ada": frozenset(followed)}), log)]
    assert (not found) is is_right
