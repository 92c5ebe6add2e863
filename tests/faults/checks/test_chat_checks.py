"""The checks of chat, pauses and proposals find every violation in a manipulated table."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
import pytest

from quincunx.core.messages import Message
from quincunx.server.common.request_keys import RequestKey
from quincunx.server.common.times import TableTime
from quincunx.server.storage.log_entries import StoredEntry
from quincunx.wire import Done, Person, PersonId, Proposal, Propose, Refused, RequestId, Said, Say
from tests.faults.checks import chat_checks, game_checks
from tests.faults.checks.revisions import Revision
from tests.faults.checks.stored_tables import StoredChatLine, StoredTable
from tests.faults.players.client_log import ClientLog

ADA, BEN = Person(PersonId("ada"), "Ada"), Person(PersonId("ben"), "Ben")
A_PAUSE = Proposal("pause", ADA, 0, (BEN,))


def a_table() -> StoredTable:
    """Ada chats, pauses, resumes, chats again, moves and undoes the move."""
    return StoredTable(
        {},
        (
            StoredEntry(0, TableTime(0), None, None, (), ()),
            StoredEntry(1, TableTime(900), 0, "roll", (), (), None, RequestKey("ada/r3"), ADA.id),
            StoredEntry(2, TableTime(950), 0, None, (), (), back=0),
        ),
        chat=(
            StoredChatLine(0, 100, "ada", "Hello.", None, RequestKey("ada/r0")),
            StoredChatLine(1, 200, None, "", Message("table.note.paused", {"name": "Ada"})),
            StoredChatLine(2, 300, None, "", Message("table.note.resumed", {"name": "Ben"})),
            StoredChatLine(3, 400, "ada", "Again.", None, RequestKey("ada/r2")),
        ),
        done=frozenset(map(RequestKey, ("ada/r1", "ada/r4", "ben/r0"))),
        revisions=(
            Revision(1, 0, False, 0, None),
            Revision(2, 0, False, 0, A_PAUSE),
            Revision(3, 0, True, 500, None),
            Revision(4, 0, True, 500, None),
            Revision(5, 0, False, 501, None),
            Revision(6, 1, False, 900, None),
            Revision(7, 2, False, 950, None),
        ),
    )


def client_log_of_ada() -> ClientLog:
    client_log = ClientLog("t", ADA, 0)
    for request in (
        Say(RequestId("r0"), "Hello."),
        Propose(RequestId("r1"), "pause"),
        Say(RequestId("r2"), "Again."),
        Propose(RequestId("r4"), "take_back"),
    ):
        client_log.add_request(request)
        client_log.receive(Done(request.id))
    for said in received_chat(a_table()):
        client_log.receive(said)
    client_log.expected_chat_lines = len(client_log.chat)
    return client_log


def received_chat(stored: StoredTable) -> Iterable[Said]:
    for line in stored.chat:
        person = ADA if line.person else None
        yield Said(line.number, line.at, person, line.text, line.note)


def violations(stored: StoredTable, client_log: ClientLog) -> dict[str, list[str]]:
    """Return what each check finds."""
    table_checks: tuple[Callable[[StoredTable], Iterable[str]], ...] = (
        chat_checks.chat_lines_are_unique,
        chat_checks.paused_tables_stand_still,
        chat_checks.agreed_pauses_begin,
    )
    client_checks: tuple[Callable[[StoredTable, ClientLog], Iterable[str]], ...] = (
        chat_checks.acknowledged_chat_is_stored,
        chat_checks.chat_updates_match_store,
        chat_checks.proposals_are_granted_once,
    )
    return {
        **{check.__name__: [*check(stored)] for check in table_checks},
        **{check.__name__: [*check(stored, client_log)] for check in client_checks},
    }


def test_a_resignation_ends_a_proposed_pause() -> None:
    resigned = StoredChatLine(4, 500, None, "", Message("table.note.resigned", {"name": "Ben"}))
    stored = a_pause_that_never_began(a_table())
    stored = stored._replace(chat=(*stored.chat, resigned))
    assert not [*chat_checks.agreed_pauses_begin(stored)]


def test_a_consistent_table_has_no_violations() -> None:
    client_log = client_log_of_ada()
    assert not any(violations(a_table(), client_log).values())
    assert not client_log.violations


# A manipulated store


def a_missing_line(stored: StoredTable) -> StoredTable:
    return stored._replace(chat=stored.chat[:3])


def a_repeated_line(stored: StoredTable) -> StoredTable:
    return stored._replace(chat=(*stored.chat, stored.chat[3]._replace(number=4)))


def a_gap(stored: StoredTable) -> StoredTable:
    return stored._replace(chat=(*stored.chat[:3], stored.chat[3]._replace(number=4)))


def another_text(stored: StoredTable) -> StoredTable:
    return stored._replace(chat=(stored.chat[0]._replace(text="Farewell."), *stored.chat[1:]))


def another_order(stored: StoredTable) -> StoredTable:
    first, *between, last = stored.chat
    said = (last._replace(number=0), *between, first._replace(number=3))
    return stored._replace(chat=said)


def revised(stored: StoredTable, at: int, **changes: object) -> StoredTable:
    revisions = [*stored.revisions]
    revisions[at] = revisions[at]._replace(**changes)  # type: ignore[arg-type]
    return stored._replace(revisions=tuple(revisions))


def a_move_in_a_pause(stored: StoredTable) -> StoredTable:
    return revised(stored, 3, version=1)


def a_move_that_ends_a_pause(stored: StoredTable) -> StoredTable:
    return revised(stored, 4, version=1)


def a_clock_that_goes_on_in_a_pause(stored: StoredTable) -> StoredTable:
    return revised(stored, 3, clock=501)


def a_clock_that_has_gone_on_after_a_pause(stored: StoredTable) -> StoredTable:
    return revised(stored, 4, clock=5000)


def a_pause_that_never_began(stored: StoredTable) -> StoredTable:
    return stored._replace(revisions=(*stored.revisions[:2], stored.revisions[5]))


def a_second_pause(stored: StoredTable) -> StoredTable:
    return stored._replace(chat=(*stored.chat, stored.chat[1]._replace(number=4)))


def a_second_undo(stored: StoredTable) -> StoredTable:
    again = msgspec.structs.replace(stored.entries[2], version=3)
    return stored._replace(entries=(*stored.entries, again))


@pytest.mark.parametrize(
    ("manipulate", "check"),
    [
        (a_missing_line, "acknowledged_chat_is_stored"),
        (a_missing_line, "chat_updates_match_store"),
        (a_repeated_line, "chat_lines_are_unique"),
        (a_gap, "chat_lines_are_unique"),
        (another_text, "acknowledged_chat_is_stored"),
        (another_text, "chat_updates_match_store"),
        (another_order, "acknowledged_chat_is_stored"),
        (a_move_in_a_pause, "paused_tables_stand_still"),
        (a_move_that_ends_a_pause, "paused_tables_stand_still"),
        (a_clock_that_goes_on_in_a_pause, "paused_tables_stand_still"),
        (a_clock_that_has_gone_on_after_a_pause, "paused_tables_stand_still"),
        (a_pause_that_never_began, "agreed_pauses_begin"),
        (a_second_pause, "proposals_are_granted_once"),
        (a_second_undo, "proposals_are_granted_once"),
    ],
)
def test_a_manipulated_table_is_detected(
    manipulate: Callable[[StoredTable], StoredTable], check: str
) -> None:
    assert violations(manipulate(a_table()), client_log_of_ada())[check]


# A manipulated client log


def test_a_line_that_was_never_received() -> None:
    client_log = client_log_of_ada()
    client_log.chat.pop()
    assert violations(a_table(), client_log)["chat_updates_match_store"]


def test_a_line_that_was_skipped() -> None:
    client_log = ClientLog("t", ADA, 0)
    _, *others = received_chat(a_table())
    client_log.receive(others[0])
    assert client_log.violations


def test_a_line_that_was_received_in_two_versions() -> None:
    client_log = client_log_of_ada()
    client_log.receive(client_log.chat[0])
    assert not client_log.violations, "a client that reconnects gets the same lines again"
    client_log.receive(Said(0, 100, ADA, "Farewell."))
    assert client_log.violations


@pytest.mark.parametrize("name", ["r0", "r1"])
def test_a_refused_line_or_proposal_that_was_carried_out(name: str) -> None:
    client_log = client_log_of_ada()
    client_log.acknowledged.clear()
    client_log.refused[RequestId(name)] = Refused(
        RequestId(name), "NotAllowed", Message("table.refusal.quiet")
    )
    assert [*game_checks.refused_requests_have_no_effect(a_table(), client_log, set())]
