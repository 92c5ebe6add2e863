"""A game keeps a bounded number of drafts, and the same ones in every replay."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import msgspec
import pytest

from quincunx.core.chance import Result, ScriptedChance
from quincunx.core.match import Match
from quincunx.core.match.drafts import DRAFT_INTERVAL_MS, MAX_DRAFT_INTERVALS, DraftEntry, DraftLog
from quincunx.core.records.record import DraftStep, Record
from quincunx.core.records.replay import replay
from tests.toy.game import TOY
from tests.toy.rules import ToyOptions, ToyRules

HANDS = (Result("deck", 0, (0, 1, 2, 3, 4)), Result("deck", 1, (5, 5, 4, 3, 0)))
HOUR_MS = 3_600_000


def toy() -> Match:
    return Match(TOY, ToyOptions(), 2, chance=ScriptedChance(HANDS))


def kept(log: DraftLog) -> list[tuple[int, int, int]]:
    return [(entry.at, entry.seat, entry.version) for entry in log]


def drafts(times: list[int], seat: int = 0, version: int = 0) -> list[DraftEntry]:
    return [DraftEntry(at, seat, version, at) for at in times]


def test_only_the_last_draft_of_a_second_is_kept() -> None:
    log = DraftLog(drafts([0, 400, 999, 1_000, 2_500, 2_600]))
    assert [entry.at for entry in log] == [999, 1_000, 2_600]


def test_a_steady_stream_of_drafts_still_shows_how_they_grew() -> None:
    """Drafts that arrive faster than one a second do not keep replacing each other."""
    log = DraftLog(drafts(list(range(0, 60_000, 300))))
    assert len(log) == 60


def test_the_last_draft_of_each_seat_and_version_is_kept() -> None:
    log = DraftLog()
    for at, seat, version in ((10, 0, 3), (20, 1, 3), (30, 0, 3), (40, 0, 4), (50, 1, 4)):
        log.add(DraftEntry(at, seat, version, None))
    assert kept(log) == [(20, 1, 3), (30, 0, 3), (40, 0, 4), (50, 1, 4)]


def test_drafts_of_a_long_game_are_thinned_evenly() -> None:
    log = DraftLog(drafts(list(range(0, HOUR_MS, 250))))
    assert len(log) <= MAX_DRAFT_INTERVALS
    gaps = {later.at - earlier.at for earlier, later in pairwise(log)}
    assert max(gaps) <= 8 * DRAFT_INTERVAL_MS


@pytest.mark.parametrize("seed", range(5))
def test_no_seat_keeps_more_than_one_draft_an_interval_and_one_a_version(seed: int) -> None:
    rng, log, at, version = Random(seed), DraftLog(), 0, 0
    for _ in range(5_000):
        at += rng.choice((1, 10, 200, 2_000, 30_000))
        version += rng.random() < 0.02
        log.add(DraftEntry(at, rng.randrange(3), version, None))
    for seat in range(3):
        own = [entry for entry in log if entry.seat == seat]
        assert len(own) <= MAX_DRAFT_INTERVALS + version + 1


@pytest.mark.parametrize("seed", range(5))
def test_a_process_that_saw_fewer_drafts_keeps_the_same_ones(seed: int) -> None:
    """A process that received only some of the drafts ends with the same ones."""
    rng, log, follower, at, version, seen = Random(seed), DraftLog(), DraftLog(), 0, 0, -1
    for _ in range(3_000):
        at += rng.choice((1, 10, 200, 2_000, 5_000))
        version += rng.random() < 0.05
        log.add(DraftEntry(at, rng.randrange(2), version, at))
        if rng.random() < 0.1:
            for entry in log:
                if entry.at > seen:
                    follower.add(entry)
            seen = at
            assert follower == log == DraftLog(log)


def test_dropped_drafts_are_reported_so_that_the_store_can_delete_them() -> None:
    log = DraftLog()
    stored: list[DraftEntry] = []
    for entry in drafts(list(range(0, HOUR_MS, 700))):
        log.add(entry)
        stored = [old for old in stored if old not in log.superseded]
        stored.append(entry)
        assert len(stored) == len(log)
    assert stored == list(log)


def test_a_match_keeps_its_last_draft_however_many_there_were() -> None:
    match = toy()
    for n in range(2_000):
        match.draft(0, (n % 5,), at=10 * n)
    assert len(match.draft_log) == 20
    assert match.draft_of(0) == (4,)


def test_a_record_with_unthinned_drafts_can_be_read() -> None:
    """Records made before drafts were thinned hold all of them."""
    match = toy()
    for n in range(50):
        match.draft(0, (n % 5,), at=100 * n)
    match.play("lay 0 1", 0, at=5_000)
    every = tuple(DraftStep(100 * n, 0, 0, [n % 5]) for n in range(50))
    old = msgspec.structs.replace(match.full_record(), drafts=every)
    again = replay(Record.from_json(old.to_json()), TOY)
    assert isinstance(again, Match)
    assert again.draft_log == match.draft_log
    assert len(again.draft_log) == 5


def test_a_replay_does_not_check_drafts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    match = toy()
    match.draft(0, (1, 2), at=100)
    record = match.full_record()

    def check(*_: object) -> None:
        raise AssertionError("a draft was checked again")

    monkeypatch.setattr(ToyRules, "check", check)
    assert isinstance(replay(record, TOY), Match)
