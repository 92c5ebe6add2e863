"""The checks of games find every violation in a manipulated log."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import pytest

import quincunx
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.options import as_values, make_options
from quincunx.core.seeds import Seed
from quincunx.registry import find
from quincunx.server.common.request_keys import RequestKey, request_key
from quincunx.server.storage.log_entries import StoredEntry, entries_after
from quincunx.server.tables.view import showing
from quincunx.server.tables.view.showing import Moment
from quincunx.wire import (
    Done,
    FromTable,
    Person,
    PersonId,
    PlayMove,
    Ready,
    Refused,
    RequestId,
    Update,
    ViewerPosition,
)
from tests.faults.checks import game_checks
from tests.faults.checks.stored_tables import StoredTable
from tests.faults.players.client_log import ClientLog

ADA, BEN = Person(PersonId("ada"), "Ada"), Person(PersonId("ben"), "Ben")
WITH_A_DEADLINE = {"timed": True, "seconds": 5}


class PlayedTable:
    """A table of two players at which some moves are made and one deadline passes."""

    def __init__(self) -> None:
        game = find("quivvit")
        self.options = make_options(game.options, WITH_A_DEADLINE, game=game.name)
        self.match = Match(game, self.options, 2, seed=Seed("secret", ("nonce",)), table="t")
        self.ada = ClientLog("t", ADA, 0)
        self.entries: tuple[StoredEntry, ...] = ()
        self._store()
        for number in range(6):
            if number == 3:
                self.match.tick(self.match.now + 6_000)
                self._store()
            self._move(number)

    def _move(self, number: int) -> None:
        match, (seat,) = self.match, self.match.awaited
        name, move = f"r{number}", [*match.legal_moves(seat)][number]
        play = PlayMove(RequestId(name), match.version, str(move))
        if seat == 0:
            self.ada.add_request(play)
        match.play(play.move, seat, at=match.now + 100)
        self._store((ADA, BEN)[seat].id, name)
        if seat == 0:
            self._send(Done(RequestId(name), match.version))

    def _store(self, person: str = "", name: str = "") -> None:
        match, before = self.match, len(self.entries) - 1
        request = RequestKey(f"{person}/{name}") if name else None
        self.entries += entries_after(match, before, request, PersonId(person) if person else None)
        position = showing.position(match, 0, Moment.of(match, match.now, {}, {}), can_undo=True)
        self._send(Update(showing.steps(match, 0, before), position))

    def _send(self, message: FromTable) -> None:
        """Let Ada's client receive a message as it comes out of the socket."""
        text = msgspec.json.encode(message)
        self.ada.receive(msgspec.json.decode(text, type=FromTable))

    def stored_table(self) -> StoredTable:
        match = self.match
        row = {
            "id": "t",
            "game": match.game.name,
            "options": msgspec.json.encode(as_values(self.options)).decode(),
            "seats": 2,
            "secret": "secret",
            "nonces": '["nonce"]',
            "version": match.version,
            "phase": "playing",
            "digest": match.digest(),
            "state": msgspec.msgpack.encode(match.state),
            "awaited": msgspec.json.encode(match.awaited).decode(),
            "outcome": None,
        }
        return StoredTable(row, self.entries)


def shown(match: Match) -> ViewerPosition:
    return showing.position(match, 0, showing.Moment.of(match, match.now, {}, {}), can_undo=True)


def table_violations(stored: StoredTable) -> dict[str, list[str]]:
    """Return what each check finds."""
    some: tuple[Callable[[StoredTable], Iterable[str]], ...] = (
        game_checks.versions_have_no_gaps,
        game_checks.requests_are_played_once,
        game_checks.log_matches_rules,
        game_checks.row_matches_log,
        game_checks.deadlines_fire_once_and_in_time,
    )
    return {check.__name__: [*check(stored)] for check in some}


def client_violations(stored: StoredTable, client_log: ClientLog) -> dict[str, list[str]]:
    some: tuple[Callable[[StoredTable, ClientLog], Iterable[str]], ...] = (
        game_checks.acknowledged_moves_are_stored,
        game_checks.updates_match_log,
        game_checks.views_match_log,
    )
    refused = [*game_checks.refused_requests_have_no_effect(stored, client_log, set())]
    return {
        "refused_requests_have_no_effect": refused,
        "requests_are_answered": [*game_checks.requests_are_answered(client_log)],
        **{check.__name__: [*check(stored, client_log)] for check in some},
    }


@pytest.fixture
def played() -> PlayedTable:
    return PlayedTable()


def test_a_consistent_table_has_no_violations(played: PlayedTable) -> None:
    stored = played.stored_table()
    assert not any(table_violations(stored).values())
    assert not any(client_violations(stored, played.ada).values())
    assert any(entry.seat is None for entry in stored.entries[1:]), "a deadline has passed"


# A manipulated log


def numbered(entries: Iterable[StoredEntry]) -> tuple[StoredEntry, ...]:
    """Number the entries without gaps."""
    return tuple(
        msgspec.structs.replace(entry, version=version) for version, entry in enumerate(entries)
    )


def deadline_of(stored: StoredTable) -> int:
    return next(e.version for e in stored.entries[1:] if e.seat is None)


def a_gap(stored: StoredTable) -> StoredTable:
    return stored._replace(entries=stored.entries[:2] + stored.entries[3:])


def a_doubled_request(stored: StoredTable) -> StoredTable:
    first, *_, last = stored.entries
    twice = msgspec.structs.replace(last, request=stored.entries[1].request)
    return stored._replace(entries=(first, *stored.entries[1:-1], twice))


def a_doubled_deadline(stored: StoredTable) -> StoredTable:
    at, entries = deadline_of(stored), stored.entries
    return stored._replace(entries=numbered([*entries[:at], entries[at], *entries[at:]]))


def a_missed_deadline(stored: StoredTable) -> StoredTable:
    at, entries = deadline_of(stored), stored.entries
    return stored._replace(entries=numbered([*entries[:at], *entries[at + 1 :]]))


def a_late_deadline(stored: StoredTable) -> StoredTable:
    at, entries = deadline_of(stored), stored.entries
    late = msgspec.structs.replace(entries[at], at=entries[at].at + 1)
    return stored._replace(entries=(*entries[:at], late, *entries[at + 1 :]))


def other_cards(stored: StoredTable) -> StoredTable:
    return stored._replace(table={**stored.table, "nonces": '["another"]'})


def another_move(stored: StoredTable) -> StoredTable:
    *before, last = stored.entries
    other = msgspec.structs.replace(last, move=before[1].move)
    return stored._replace(entries=(*before, other))


def an_entry_without_its_table(stored: StoredTable) -> StoredTable:
    """The log was written, but not the table's row."""
    return stored._replace(table={**stored.table, "version": stored.table["version"] - 1})


def a_table_without_its_entry(stored: StoredTable) -> StoredTable:
    """The table's row was written, but not the log."""
    return stored._replace(entries=stored.entries[:-1])


def a_result_too_soon(stored: StoredTable) -> StoredTable:
    return stored._replace(results=2)


@pytest.mark.parametrize(
    ("manipulated", "check"),
    [
        (a_gap, "versions_have_no_gaps"),
        (a_doubled_request, "requests_are_played_once"),
        (a_doubled_deadline, "deadlines_fire_once_and_in_time"),
        (a_missed_deadline, "deadlines_fire_once_and_in_time"),
        (a_late_deadline, "deadlines_fire_once_and_in_time"),
        (other_cards, "log_matches_rules"),
        (another_move, "log_matches_rules"),
        (an_entry_without_its_table, "row_matches_log"),
        (a_table_without_its_entry, "row_matches_log"),
        (a_result_too_soon, "row_matches_log"),
    ],
)
def test_a_manipulated_log_is_detected(
    played: PlayedTable, manipulated: Callable[[StoredTable], StoredTable], check: str
) -> None:
    assert table_violations(manipulated(played.stored_table()))[check]


# A client log and a log that has lost something


def test_an_acknowledged_move_that_is_lost(played: PlayedTable) -> None:
    stored = a_table_without_its_entry(played.stored_table())
    lost = stored._replace(
        entries=tuple(msgspec.structs.replace(e, request=None) for e in stored.entries)
    )
    assert client_violations(lost, played.ada)["acknowledged_moves_are_stored"]


def test_an_acknowledged_move_that_is_another_version(played: PlayedTable) -> None:
    name = next(iter(played.ada.acknowledged))
    played.ada.acknowledged[name] = {99}
    assert client_violations(played.stored_table(), played.ada)["acknowledged_moves_are_stored"]


def test_a_request_that_is_acknowledged_in_two_ways(played: PlayedTable) -> None:
    next(iter(played.ada.acknowledged.values())).add(99)
    assert client_violations(played.stored_table(), played.ada)["acknowledged_moves_are_stored"]


def test_a_move_that_overtook_what_was_known(played: PlayedTable) -> None:
    name = next(iter(played.ada.acknowledged))
    played.ada.version_when_sent[name] = 99
    assert client_violations(played.stored_table(), played.ada)["acknowledged_moves_are_stored"]


def test_a_move_that_is_another_one_in_the_log(played: PlayedTable) -> None:
    play = next(iter(played.ada.requests.values()))
    assert isinstance(play, PlayMove)
    others = [entry.move for entry in played.entries if entry.move not in (None, play.move)]
    played.ada.requests[play.id] = msgspec.structs.replace(play, move=others[0])
    assert client_violations(played.stored_table(), played.ada)["acknowledged_moves_are_stored"]


def test_a_refused_move_that_happened(played: PlayedTable) -> None:
    name = next(iter(played.ada.acknowledged))
    played.ada.acknowledged.clear()
    played.ada.refused[name] = Refused(
        RequestId(name), "StaleMove", Message("core.error.stale_move")
    )
    stored = played.stored_table()
    assert client_violations(stored, played.ada)["refused_requests_have_no_effect"]
    assert not [*game_checks.refused_requests_have_no_effect(stored, played.ada, {name})], (
        "it arrived twice"
    )


def test_a_rate_limited_request_may_have_been_carried_out_before(
    played: PlayedTable,
) -> None:
    name = next(iter(played.ada.acknowledged))
    played.ada.acknowledged.clear()
    played.ada.refused[name] = Refused(
        RequestId(name), "TooMany", Message("table.refusal.too_many")
    )
    assert client_violations(played.stored_table(), played.ada)["refused_requests_have_no_effect"]
    played.ada.resent_at[name] = 1_000
    assert not client_violations(played.stored_table(), played.ada)[
        "refused_requests_have_no_effect"
    ]


def test_the_first_copy_of_a_resent_request_may_arrive_after_the_second(
    played: PlayedTable,
) -> None:
    name = next(iter(played.ada.acknowledged))
    played.ada.acknowledged.clear()
    played.ada.refused[name] = Refused(RequestId(name), "Paused", Message("table.refusal.paused"))
    played.ada.resent_at[name] = 1_000

    def violations(stored_at: int) -> list[str]:
        times = {request_key(ADA, RequestId(name)): stored_at}
        stored = played.stored_table()._replace(request_times=times)
        return client_violations(stored, played.ada)["refused_requests_have_no_effect"]

    assert not violations(stored_at=1_001)
    assert violations(stored_at=999), "the server had to know that it was carried out"


def test_a_refusal_that_no_table_should_give(played: PlayedTable) -> None:
    played.ada.refused[RequestId("r9")] = Refused(
        RequestId("r9"), "Frozen", Message("table.refusal.frozen")
    )
    assert client_violations(played.stored_table(), played.ada)["refused_requests_have_no_effect"]


def test_a_request_that_is_never_answered(played: PlayedTable) -> None:
    played.ada.add_request(Ready(RequestId("r9"), "nonce"))
    assert client_violations(played.stored_table(), played.ada)["requests_are_answered"]


def test_a_version_that_was_sent_and_never_stored(played: PlayedTable) -> None:
    found = client_violations(a_table_without_its_entry(played.stored_table()), played.ada)
    assert found["updates_match_log"]
    assert found["views_match_log"]


def test_a_version_that_was_sent_in_two_ways(played: PlayedTable) -> None:
    step = played.ada.steps[2]
    position = showing.position(
        played.match, 0, Moment.of(played.match, played.match.now, {}, {}), can_undo=True
    )
    played.ada.receive(Update((msgspec.structs.replace(step, at=step.at + 1),), position))
    assert client_violations(played.stored_table(), played.ada)["updates_match_log"]


def test_a_version_that_was_skipped(played: PlayedTable) -> None:
    late = ClientLog("t", ADA, 0)
    position = showing.position(
        played.match, 0, Moment.of(played.match, played.match.now, {}, {}), can_undo=True
    )
    late.receive(Update(showing.steps(played.match, 0, 0), position))
    assert client_violations(played.stored_table(), late)["updates_match_log"]


def test_a_version_that_was_never_sent(played: PlayedTable) -> None:
    played.ada.expected_version = played.match.version + 1
    assert client_violations(played.stored_table(), played.ada)["updates_match_log"]


def test_a_view_that_the_rules_do_not_give(played: PlayedTable) -> None:
    position = showing.position(
        played.match, 0, Moment.of(played.match, played.match.now, {}, {}), can_undo=True
    )
    played.ada.receive(Update((), msgspec.structs.replace(position, view={"seat": 0})))
    assert client_violations(played.stored_table(), played.ada)["views_match_log"]


# Records, and what is due


def test_a_record_of_another_game() -> None:
    match = Match(find("quatrefoil"), find("quatrefoil").options(), 4, seed=Seed("s"), table="t")
    match.play("stack", match.awaited[0], at=10)
    entries = entries_after(match, -1, None, None)
    record = match.full_record()
    assert not [*game_checks.record_matches_log(StoredTable({}, entries), record.to_json())]
    later = msgspec.structs.replace(entries[1], at=11)
    assert [*game_checks.record_matches_log(StoredTable({}, (entries[0], later)), record.to_json())]
    manipulated = msgspec.structs.replace(record, steps=record.steps[:1])
    assert [*game_checks.record_matches_log(StoredTable({}, entries), manipulated.to_json())]


def a_position(**changes: Any) -> ViewerPosition:
    match = quincunx.new("coloryam", seats=2, seed=1)
    return msgspec.structs.replace(
        showing.position(match, 0, Moment.of(match, 1000, {}, {}), can_undo=True), **changes
    )


@pytest.mark.parametrize(
    ("position", "bots"),
    [
        (a_position(awaited=(0, 1)), {1}),
        (a_position(deadline=999), set()),
        (a_position(limits={0: 1000}), set()),
    ],
)
def test_overdue_actions_are_found(position: ViewerPosition, bots: set[int]) -> None:
    assert [*game_checks.overdue_actions(position, frozenset(bots))]


def test_actions_that_are_not_due_are_not_reported() -> None:
    position = a_position(awaited=(0,), deadline=1001, limits={0: 2000})
    assert not [*game_checks.overdue_actions(position, frozenset({1}))]
