"""The checks of words and wishes are checked: an honest evening passes, a doctored one does not."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
import pytest

from quincunx.core.messages import Message
from quincunx.server.common.request_keys import RequestKey
from quincunx.server.common.times import TableTime
from quincunx.server.storage.log_entries import StoredEntry
from quincunx.wire import Done, Person, PersonId, Proposal, Propose, Refused, RequestId, Said, Say
from tests.faults import checks, checks_of_company
from tests.faults.ledger import Account, Saying
from tests.faults.memory import Memory
from tests.faults.revisions import Revision

ADA, BEN = Person(PersonId("ada"), "Ada"), Person(PersonId("ben"), "Ben")
A_PAUSE = Proposal("pause", ADA, 0, (BEN,))


def an_evening() -> Account:
    """Ada says something, wants a pause, goes on, talks again, moves and takes that back."""
    return Account(
        {},
        (
            StoredEntry(0, TableTime(0), None, None, (), ()),
            StoredEntry(1, TableTime(900), 0, "roll", (), (), None, RequestKey("ada/r3"), ADA.id),
            StoredEntry(2, TableTime(950), 0, None, (), (), back=0),
        ),
        said=(
            Saying(0, 100, "ada", "Hello.", None, RequestKey("ada/r0")),
            Saying(1, 200, None, "", Message("table.note.paused", {"name": "Ada"})),
            Saying(2, 300, None, "", Message("table.note.resumed", {"name": "Ben"})),
            Saying(3, 400, "ada", "Again.", None, RequestKey("ada/r2")),
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


def adas_memory() -> Memory:
    memory = Memory("t", ADA, 0)
    for request in (
        Say(RequestId("r0"), "Hello."),
        Propose(RequestId("r1"), "pause"),
        Say(RequestId("r2"), "Again."),
        Propose(RequestId("r4"), "take_back"),
    ):
        memory.ask(request)
        memory.take_in(Done(request.id))
    for said in heard(an_evening()):
        memory.take_in(said)
    memory.must_have_heard = len(memory.heard)
    return memory


def heard(account: Account) -> Iterable[Said]:
    for saying in account.said:
        person = ADA if saying.person else None
        yield Said(saying.number, saying.at, person, saying.text, saying.note)


def complaints(account: Account, memory: Memory) -> dict[str, list[str]]:
    """What each check has to say."""
    of_the_table: tuple[Callable[[Account], Iterable[str]], ...] = (
        checks_of_company.everything_is_said_once,
        checks_of_company.nothing_happens_in_a_pause,
        checks_of_company.a_pause_that_all_want_begins,
    )
    of_a_person: tuple[Callable[[Account, Memory], Iterable[str]], ...] = (
        checks_of_company.nothing_said_is_lost,
        checks_of_company.everybody_heard_everything,
        checks_of_company.wishes_come_true_once,
    )
    return {
        **{check.__name__: [*check(account)] for check in of_the_table},
        **{check.__name__: [*check(account, memory)] for check in of_a_person},
    }


def test_an_honest_evening_passes() -> None:
    memory = adas_memory()
    assert not any(complaints(an_evening(), memory).values())
    assert not memory.complaints


# The store, doctored


def without_a_line(account: Account) -> Account:
    return account._replace(said=account.said[:3])


def a_line_twice(account: Account) -> Account:
    return account._replace(said=(*account.said, account.said[3]._replace(number=4)))


def a_gap(account: Account) -> Account:
    return account._replace(said=(*account.said[:3], account.said[3]._replace(number=4)))


def other_words(account: Account) -> Account:
    return account._replace(said=(account.said[0]._replace(text="Farewell."), *account.said[1:]))


def another_order(account: Account) -> Account:
    first, *between, last = account.said
    said = (last._replace(number=0), *between, first._replace(number=3))
    return account._replace(said=said)


def revised(account: Account, at: int, **changes: object) -> Account:
    revisions = [*account.revisions]
    revisions[at] = revisions[at]._replace(**changes)  # type: ignore[arg-type]
    return account._replace(revisions=tuple(revisions))


def a_move_in_a_pause(account: Account) -> Account:
    return revised(account, 3, version=1)


def a_move_that_ends_a_pause(account: Account) -> Account:
    return revised(account, 4, version=1)


def a_clock_that_goes_on_in_a_pause(account: Account) -> Account:
    return revised(account, 3, clock=501)


def a_clock_that_has_gone_on_after_a_pause(account: Account) -> Account:
    return revised(account, 4, clock=5000)


def a_pause_that_never_came(account: Account) -> Account:
    return account._replace(revisions=(*account.revisions[:2], account.revisions[5]))


def a_second_pause(account: Account) -> Account:
    return account._replace(said=(*account.said, account.said[1]._replace(number=4)))


def a_second_take_back(account: Account) -> Account:
    again = msgspec.structs.replace(account.entries[2], version=3)
    return account._replace(entries=(*account.entries, again))


@pytest.mark.parametrize(
    ("doctored", "check"),
    [
        (without_a_line, "nothing_said_is_lost"),
        (without_a_line, "everybody_heard_everything"),
        (a_line_twice, "everything_is_said_once"),
        (a_gap, "everything_is_said_once"),
        (other_words, "nothing_said_is_lost"),
        (other_words, "everybody_heard_everything"),
        (another_order, "nothing_said_is_lost"),
        (a_move_in_a_pause, "nothing_happens_in_a_pause"),
        (a_move_that_ends_a_pause, "nothing_happens_in_a_pause"),
        (a_clock_that_goes_on_in_a_pause, "nothing_happens_in_a_pause"),
        (a_clock_that_has_gone_on_after_a_pause, "nothing_happens_in_a_pause"),
        (a_pause_that_never_came, "a_pause_that_all_want_begins"),
        (a_second_pause, "wishes_come_true_once"),
        (a_second_take_back, "wishes_come_true_once"),
    ],
)
def test_a_doctored_evening_is_found_out(
    doctored: Callable[[Account], Account], check: str
) -> None:
    assert complaints(doctored(an_evening()), adas_memory())[check]


# A person's memory, doctored


def test_a_line_that_was_never_heard() -> None:
    memory = adas_memory()
    memory.heard.pop()
    assert complaints(an_evening(), memory)["everybody_heard_everything"]


def test_a_line_that_was_left_out() -> None:
    memory = Memory("t", ADA, 0)
    _, *others = heard(an_evening())
    memory.take_in(others[0])
    assert memory.complaints


def test_a_line_that_was_heard_in_two_ways() -> None:
    memory = adas_memory()
    memory.take_in(memory.heard[0])
    assert not memory.complaints, "who comes back is told again"
    memory.take_in(Said(0, 100, ADA, "Farewell."))
    assert memory.complaints


@pytest.mark.parametrize("name", ["r0", "r1"])
def test_words_and_wishes_that_were_refused_and_came_true(name: str) -> None:
    memory = adas_memory()
    memory.acknowledged.clear()
    memory.refused[RequestId(name)] = Refused(
        RequestId(name), "NotAllowed", Message("table.refusal.quiet")
    )
    assert [*checks.nothing_refused_happened(an_evening(), memory, set())]
