"""One wish at a time; everybody must agree; the first no ends it."""

from __future__ import annotations

import pytest

from quincunx.server.common.errors import NotAllowed
from quincunx.server.tables.proposals import Proposals
from quincunx.wire import Person, PersonId

ADA, BEN, CLEO = (
    Person(PersonId("a"), "Ada"),
    Person(PersonId("b"), "Ben"),
    Person(PersonId("c"), "Cleo"),
)


def test_who_is_alone_need_not_wait() -> None:
    proposals = Proposals()
    assert proposals.make("pause", ADA, 0, ())
    assert proposals.open is None


def test_it_is_granted_when_the_last_one_agrees() -> None:
    proposals = Proposals()
    assert not proposals.make("take_back", ADA, 0, (BEN, CLEO))
    assert proposals.answer(CLEO, "take_back", agree=True) is None
    assert proposals.open is not None
    assert proposals.open.waiting == (BEN,)
    granted = proposals.answer(BEN, "take_back", agree=True)
    assert granted is not None
    assert (granted.wish, granted.by, granted.seat) == ("take_back", ADA, 0)
    assert proposals.open is None


def test_the_first_no_ends_it() -> None:
    proposals = Proposals()
    proposals.make("pause", ADA, 0, (BEN, CLEO))
    assert proposals.answer(BEN, "pause", agree=False) is None
    assert proposals.open is None
    with pytest.raises(NotAllowed):
        proposals.answer(CLEO, "pause", agree=True)


def test_who_proposed_it_takes_it_back_and_cannot_grant_it() -> None:
    proposals = Proposals()
    proposals.make("pause", ADA, 0, (BEN,))
    assert proposals.answer(ADA, "pause", agree=True) is None
    assert proposals.open is not None, "one's own yes counts for nothing"
    assert proposals.answer(ADA, "pause", agree=False) is None
    assert proposals.open is None


def test_an_answer_to_one_wish_is_none_to_another() -> None:
    proposals = Proposals()
    proposals.make("end", ADA, 0, (BEN,))
    with pytest.raises(NotAllowed):
        proposals.answer(BEN, "pause", agree=True)
    assert proposals.open is not None


def test_a_second_wish_has_to_wait() -> None:
    proposals = Proposals()
    proposals.make("pause", ADA, 0, (BEN,))
    with pytest.raises(NotAllowed):
        proposals.make("end", BEN, 1, (ADA,))


def test_a_wish_that_is_sent_twice_is_made_once() -> None:
    proposals = Proposals()
    proposals.make("pause", ADA, 0, (BEN,))
    assert not proposals.make("pause", ADA, 0, (BEN,))
    assert proposals.answer(BEN, "pause", agree=True) is not None


def test_a_stranger_has_no_say() -> None:
    proposals = Proposals()
    proposals.make("pause", ADA, 0, (BEN,))
    with pytest.raises(NotAllowed):
        proposals.answer(CLEO, "pause", agree=False)
    assert proposals.open is not None


def test_only_what_has_become_pointless_is_dropped() -> None:
    proposals = Proposals()
    proposals.make("pause", ADA, 0, (BEN,))
    proposals.drop("take_back")
    assert proposals.open is not None
    proposals.drop("pause")
    assert proposals.open is None
