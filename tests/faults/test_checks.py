"""The checks are checked: an honest account passes all of them, a doctored one does not."""

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
from quincunx.server.common.request_keys import RequestKey
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
from tests.faults import checks
from tests.faults.ledger import Account
from tests.faults.memory import Memory

ADA, BEN = Person(PersonId("ada"), "Ada"), Person(PersonId("ben"), "Ben")
WITH_A_DEADLINE = {"timed": True, "seconds": 5}


class Told:
    """A table of two people at which some moves are made and one deadline passes."""

    def __init__(self) -> None:
        game = find("quivvit")
        self.options = make_options(game.options, WITH_A_DEADLINE, game=game.name)
        self.match = Match(game, self.options, 2, seed=Seed("secret", ("nonce",)), table="t")
        self.ada = Memory("t", ADA, 0)
        self.entries: tuple[StoredEntry, ...] = ()
        self._note()
        for number in range(6):
            if number == 3:
                self.match.tick(self.match.now + 6_000)
                self._note()
            self._move(number)

    def _move(self, number: int) -> None:
        match, (seat,) = self.match, self.match.awaited
        name, move = f"r{number}", [*match.moves(seat)][number]
        play = PlayMove(RequestId(name), match.version, match.game.format_move(move))
        if seat == 0:
            self.ada.ask(play)
        match.play(seat, play.move, at=match.now + 100)
        self._note((ADA, BEN)[seat].id, name)
        if seat == 0:
            self._tell(Done(RequestId(name), match.version))

    def _note(self, person: str = "", name: str = "") -> None:
        match, before = self.match, len(self.entries) - 1
        request = RequestKey(f"{person}/{name}") if name else None
        self.entries += entries_after(match, before, request, PersonId(person) if person else None)
        position = showing.position(match, 0, Moment.of(match, match.now, {}))
        self._tell(Update(showing.steps(match, 0, before), position))

    def _tell(self, message: FromTable) -> None:
        """As it comes out of the socket."""
        text = msgspec.json.encode(message)
        self.ada.take_in(msgspec.json.decode(text, type=FromTable))

    def account(self) -> Account:
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
        return Account(row, self.entries)


def shown(match: Match) -> ViewerPosition:
    return showing.position(match, 0, showing.Moment.of(match, match.now, {}))


def of_the_log(account: Account) -> dict[str, list[str]]:
    """What each check has to say."""
    some: tuple[Callable[[Account], Iterable[str]], ...] = (
        checks.versions_have_no_gaps,
        checks.every_request_is_played_once,
        checks.the_log_is_the_game,
        checks.nothing_is_half_done,
        checks.every_deadline_fired_once,
    )
    return {check.__name__: [*check(account)] for check in some}


def of_a_person(account: Account, memory: Memory) -> dict[str, list[str]]:
    some: tuple[Callable[[Account, Memory], Iterable[str]], ...] = (
        checks.nothing_acknowledged_is_lost,
        checks.everything_was_answered,
        checks.everybody_was_told_everything,
        checks.everybody_saw_what_happened,
    )
    refused = [*checks.nothing_refused_happened(account, memory, set())]
    return {
        "nothing_refused_happened": refused,
        **{check.__name__: [*check(account, memory)] for check in some},
    }


@pytest.fixture
def told() -> Told:
    return Told()


def test_an_honest_account_passes(told: Told) -> None:
    account = told.account()
    assert not any(of_the_log(account).values())
    assert not any(of_a_person(account, told.ada).values())
    assert any(entry.seat is None for entry in account.entries[1:]), "a deadline has passed"


# The log, doctored


def numbered(entries: Iterable[StoredEntry]) -> tuple[StoredEntry, ...]:
    """With versions that look right."""
    return tuple(
        msgspec.structs.replace(entry, version=version) for version, entry in enumerate(entries)
    )


def deadline_of(account: Account) -> int:
    return next(e.version for e in account.entries[1:] if e.seat is None)


def a_gap(account: Account) -> Account:
    return account._replace(entries=account.entries[:2] + account.entries[3:])


def a_doubled_request(account: Account) -> Account:
    first, *_, last = account.entries
    twice = msgspec.structs.replace(last, request=account.entries[1].request)
    return account._replace(entries=(first, *account.entries[1:-1], twice))


def a_doubled_deadline(account: Account) -> Account:
    at, entries = deadline_of(account), account.entries
    return account._replace(entries=numbered([*entries[:at], entries[at], *entries[at:]]))


def a_missed_deadline(account: Account) -> Account:
    at, entries = deadline_of(account), account.entries
    return account._replace(entries=numbered([*entries[:at], *entries[at + 1 :]]))


def a_late_deadline(account: Account) -> Account:
    at, entries = deadline_of(account), account.entries
    late = msgspec.structs.replace(entries[at], at=entries[at].at + 1)
    return account._replace(entries=(*entries[:at], late, *entries[at + 1 :]))


def other_cards(account: Account) -> Account:
    return account._replace(table={**account.table, "nonces": '["another"]'})


def another_move(account: Account) -> Account:
    *before, last = account.entries
    other = msgspec.structs.replace(last, move=before[1].move)
    return account._replace(entries=(*before, other))


def an_entry_without_its_table(account: Account) -> Account:
    """The log was written, the table's own line was not."""
    return account._replace(table={**account.table, "version": account.table["version"] - 1})


def a_table_without_its_entry(account: Account) -> Account:
    """The other way round."""
    return account._replace(entries=account.entries[:-1])


def a_result_too_soon(account: Account) -> Account:
    return account._replace(results=2)


@pytest.mark.parametrize(
    ("doctored", "check"),
    [
        (a_gap, "versions_have_no_gaps"),
        (a_doubled_request, "every_request_is_played_once"),
        (a_doubled_deadline, "every_deadline_fired_once"),
        (a_missed_deadline, "every_deadline_fired_once"),
        (a_late_deadline, "every_deadline_fired_once"),
        (other_cards, "the_log_is_the_game"),
        (another_move, "the_log_is_the_game"),
        (an_entry_without_its_table, "nothing_is_half_done"),
        (a_table_without_its_entry, "nothing_is_half_done"),
        (a_result_too_soon, "nothing_is_half_done"),
    ],
)
def test_a_doctored_log_is_found_out(
    told: Told, doctored: Callable[[Account], Account], check: str
) -> None:
    assert of_the_log(doctored(told.account()))[check]


# A person's memory against a log that has lost something


def test_an_acknowledged_move_that_is_lost(told: Told) -> None:
    account = a_table_without_its_entry(told.account())
    lost = account._replace(
        entries=tuple(msgspec.structs.replace(e, request=None) for e in account.entries)
    )
    assert of_a_person(lost, told.ada)["nothing_acknowledged_is_lost"]


def test_an_acknowledged_move_that_is_another_version(told: Told) -> None:
    name = next(iter(told.ada.acknowledged))
    told.ada.acknowledged[name] = {99}
    assert of_a_person(told.account(), told.ada)["nothing_acknowledged_is_lost"]


def test_a_request_that_is_acknowledged_in_two_ways(told: Told) -> None:
    next(iter(told.ada.acknowledged.values())).add(99)
    assert of_a_person(told.account(), told.ada)["nothing_acknowledged_is_lost"]


def test_a_move_that_overtook_what_was_known(told: Told) -> None:
    name = next(iter(told.ada.acknowledged))
    told.ada.known[name] = 99
    assert of_a_person(told.account(), told.ada)["nothing_acknowledged_is_lost"]


def test_a_move_that_is_another_one_in_the_log(told: Told) -> None:
    play = next(iter(told.ada.asked.values()))
    assert isinstance(play, PlayMove)
    others = [entry.move for entry in told.entries if entry.move not in (None, play.move)]
    told.ada.asked[play.id] = msgspec.structs.replace(play, move=others[0])
    assert of_a_person(told.account(), told.ada)["nothing_acknowledged_is_lost"]


def test_a_refused_move_that_happened(told: Told) -> None:
    name = next(iter(told.ada.acknowledged))
    told.ada.acknowledged.clear()
    told.ada.refused[name] = Refused(RequestId(name), "StaleMove", Message("core.error.stale_move"))
    account = told.account()
    assert of_a_person(account, told.ada)["nothing_refused_happened"]
    assert not [*checks.nothing_refused_happened(account, told.ada, {name})], "it came twice"


def test_too_much_says_nothing_of_what_was_sent_before(told: Told) -> None:
    name = next(iter(told.ada.acknowledged))
    told.ada.acknowledged.clear()
    told.ada.refused[name] = Refused(RequestId(name), "TooMany", Message("table.refusal.too_many"))
    assert of_a_person(told.account(), told.ada)["nothing_refused_happened"]
    told.ada.sent_again.add(name)
    assert not of_a_person(told.account(), told.ada)["nothing_refused_happened"]


def test_a_refusal_that_no_table_in_order_gives(told: Told) -> None:
    told.ada.refused[RequestId("r9")] = Refused(
        RequestId("r9"), "Frozen", Message("table.refusal.frozen")
    )
    assert of_a_person(told.account(), told.ada)["nothing_refused_happened"]


def test_a_request_that_is_never_answered(told: Told) -> None:
    told.ada.ask(Ready(RequestId("r9"), "nonce"))
    assert of_a_person(told.account(), told.ada)["everything_was_answered"]


def test_a_version_that_was_told_and_never_happened(told: Told) -> None:
    found = of_a_person(a_table_without_its_entry(told.account()), told.ada)
    assert found["everybody_was_told_everything"]
    assert found["everybody_saw_what_happened"]


def test_a_version_that_was_told_in_two_ways(told: Told) -> None:
    step = told.ada.steps[2]
    position = showing.position(told.match, 0, Moment.of(told.match, told.match.now, {}))
    told.ada.take_in(Update((msgspec.structs.replace(step, at=step.at + 1),), position))
    assert of_a_person(told.account(), told.ada)["everybody_was_told_everything"]


def test_a_version_that_was_left_out(told: Told) -> None:
    late = Memory("t", ADA, 0)
    position = showing.position(told.match, 0, Moment.of(told.match, told.match.now, {}))
    late.take_in(Update(showing.steps(told.match, 0, 0), position))
    assert of_a_person(told.account(), late)["everybody_was_told_everything"]


def test_a_version_that_never_came(told: Told) -> None:
    told.ada.must_know = told.match.version + 1
    assert of_a_person(told.account(), told.ada)["everybody_was_told_everything"]


def test_a_view_that_the_log_does_not_give(told: Told) -> None:
    position = showing.position(told.match, 0, Moment.of(told.match, told.match.now, {}))
    told.ada.take_in(Update((), msgspec.structs.replace(position, view={"seat": 0})))
    assert of_a_person(told.account(), told.ada)["everybody_saw_what_happened"]


# Records, and what is due


def test_a_record_that_tells_another_game() -> None:
    match = Match(find("quatrefoil"), find("quatrefoil").options(), 4, seed=Seed("s"), table="t")
    match.play(match.awaited[0], "stack", at=10)
    entries = entries_after(match, -1, None, None)
    record = match.full_record()
    assert not [*checks.records_tell_the_same(Account({}, entries), record.to_json())]
    later = msgspec.structs.replace(entries[1], at=11)
    assert [*checks.records_tell_the_same(Account({}, (entries[0], later)), record.to_json())]
    doctored = msgspec.structs.replace(record, steps=record.steps[:1])
    assert [*checks.records_tell_the_same(Account({}, entries), doctored.to_json())]


def standing(**changes: Any) -> ViewerPosition:
    match = quincunx.new("coloryam", seats=2, seed=1)
    return msgspec.structs.replace(
        showing.position(match, 0, Moment.of(match, 1000, {})), **changes
    )


@pytest.mark.parametrize(
    ("position", "bots"),
    [
        (standing(awaited=(0, 1)), {1}),
        (standing(deadline=999), set()),
        (standing(limits={0: 1000}), set()),
    ],
)
def test_what_is_due_is_noticed(position: ViewerPosition, bots: set[int]) -> None:
    assert [*checks.somebody_is_due(position, frozenset(bots))]


def test_what_is_not_due_is_not() -> None:
    position = standing(awaited=(0,), deadline=1001, limits={0: 2000})
    assert not [*checks.somebody_is_due(position, frozenset({1}))]
