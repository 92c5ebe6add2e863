"""Records: replayed exactly, verified against their seed, refused if they are inconsistent."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

import quincunx
from quincunx.core.chance import FastChance, KeyedChance
from quincunx.core.errors import CorruptRecord, NotVerified
from quincunx.core.match import Match
from quincunx.core.records.record import Record
from quincunx.core.records.replay import Recording, replay, verify
from quincunx.core.records.view_changes import apply_changes, diff_views
from quincunx.core.seeds import Seed, commitment
from quincunx.core.viewers import OMNISCIENT
from quincunx.games.pivit.moves import ClaimGrid
from quincunx.games.pivit.random_grids import any_grid
from quincunx.games.pivit.rules import COUNTDOWN_MS, MAX_CREDIT_MS
from tests.kit.play import new_match, play_out, random_match
from tests.toy.game import TOY
from tests.toy.rules import ToyOptions

TIMED = ToyOptions(timed=True)


@pytest.fixture
def record() -> Record:
    match = Match(
        TOY, TIMED, 2, seed=Seed("ab" * 32, nonces=("mine", "yours")), table="t1", names=("A", "B")
    )
    return play_out(match, seed=5).record()


def tampered(record: Record, change: Callable[[Any], None]) -> Record:
    data = json.loads(record.to_json())
    change(data)
    return Record.from_json(json.dumps(data))


def a_step(record: Record, **wanted: bool) -> int:
    """Return the first step that has, or lacks, all the wanted parts."""
    for number, step in enumerate(record.steps[1:], 1):
        if all(bool(getattr(step, name)) == there for name, there in wanted.items()):
            return number
    raise AssertionError(f"no step with {wanted}")


def test_a_record_contains_the_whole_game(record: Record) -> None:
    match = replay(record, TOY)
    assert isinstance(match, Match)
    assert (match.table, match.names) == ("t1", ("A", "B"))
    assert match.record() == record
    assert record.outcome is not None


def test_deadlines_at_the_same_time_are_separate_steps() -> None:
    match = quincunx.new("pivit", seats=3, seed=1, options={"referee": "at-scoring"})
    for seat in range(3):
        match.play("ready", seat, at=0)
    match.tick(COUNTDOWN_MS)
    for seat, credit in ((0, 50), (1, 0)):
        grid = any_grid(match.state.hands[seat], Random(seat))
        match.play(ClaimGrid(grid, credit), seat, at=COUNTDOWN_MS + 10)
    before = match.version
    match.tick(COUNTDOWN_MS + 10 + MAX_CREDIT_MS)
    assert [entry.at for entry in match.log[before + 1 :]] == [
        COUNTDOWN_MS + 10 + MAX_CREDIT_MS
    ] * 2
    again = quincunx.replay(match.full_record())
    assert isinstance(again, Match)
    assert again.digest() == match.digest()
    quincunx.verify(match.full_record())


def test_a_tampered_move_is_detected(record: Record) -> None:
    number = a_step(record, move=True)

    def change(data: Any) -> None:
        data["steps"][number]["move"] = "lay 0 1 2 3 4 5"

    with pytest.raises(CorruptRecord, match=f"at step {number}"):
        replay(tampered(record, change), TOY)


def test_missing_chance_is_detected(record: Record) -> None:
    number = a_step(record, chance=True)

    def change(data: Any) -> None:
        data["steps"][number]["chance"].pop()

    with pytest.raises(CorruptRecord, match=f"at step {number}.*missing"):
        replay(tampered(record, change), TOY)


def test_extra_chance_is_detected(record: Record) -> None:
    def change(data: Any) -> None:
        data["steps"][0]["chance"] *= 2

    with pytest.raises(CorruptRecord, match="at step 0: the events differ"):
        replay(tampered(record, change), TOY)


@pytest.mark.parametrize("field", ["digest", "events", "scene"])
def test_values_that_differ_from_the_rules_are_detected(record: Record, field: str) -> None:
    number = a_step(record, events=True, scene=True)

    def change(data: Any) -> None:
        data["steps"][number][field] = "00" if field == "digest" else []

    with pytest.raises(CorruptRecord, match=f"at step {number}: its {field} is not"):
        replay(tampered(record, change), TOY)


def test_a_false_outcome_is_detected(record: Record) -> None:
    def change(data: Any) -> None:
        data["outcome"]["winners"] = [0, 1]

    with pytest.raises(CorruptRecord, match="the outcome is not what the rules give"):
        replay(tampered(record, change), TOY)


def test_a_missing_deadline_is_detected() -> None:
    match = new_match(TOY, TIMED, 2, seed=1)
    match.tick(10_000)
    match.play("lay", 0)

    def change(data: Any) -> None:
        del data["steps"][1]

    with pytest.raises(CorruptRecord, match="at step 1: the events differ"):
        replay(tampered(match.full_record(), change), TOY)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "not a readable record"),
        ("[]", "not a readable record"),
        ('{"format": "quincunx-record/1"}', "not a readable record"),
        (b"\xff\xfe", "not a readable record"),
        ("[" * 100_000, "not a readable record"),
    ],
)
def test_text_that_is_not_a_record_is_refused(text: str | bytes, why: str) -> None:
    with pytest.raises(CorruptRecord, match=why):
        Record.from_json(text)


def test_other_formats_and_empty_records_are_refused(record: Record) -> None:
    with pytest.raises(CorruptRecord, match="format “quincunx-record/9” is not supported"):
        tampered(record, lambda data: data.update(format="quincunx-record/9"))
    with pytest.raises(CorruptRecord, match="no steps"):
        tampered(record, lambda data: data.update(steps=[]))
    with pytest.raises(quincunx.UnknownGame):
        quincunx.replay(tampered(record, lambda data: data.update(game="chess")))


def test_a_record_of_other_rules_is_replayed_from_its_views(record: Record) -> None:
    newer = replace(TOY, version=2)
    shown = replay(record, newer)
    assert isinstance(shown, Recording)
    match = replay(record, TOY)
    assert isinstance(match, Match)
    assert shown.outcome == match.outcome
    assert shown.version == match.version
    for version in range(match.version + 1):
        scene = msgspec.convert(shown.scene(version), TOY.rules(TIMED, 2).view_type)
        assert scene == match.view(OMNISCIENT, version)
    with pytest.raises(NotVerified, match="version 1 of the rules"):
        verify(record, newer)


def test_the_record_of_one_seat_hides_the_other_seats() -> None:
    match = new_match(TOY, TIMED, 2, seed=1)
    card = match.view(0).hands[0][0]
    match.play(f"swap {card}", 0)
    match.draft(0, (1,))
    mine, theirs = match.record(0), match.record(1)
    assert mine.steps[1].move == f"swap {card}"
    assert theirs.steps[1].move is None
    assert [result.to for result in mine.steps[0].chance] == [0]
    assert [result.to for result in theirs.steps[0].chance] == [1]
    assert (len(mine.drafts), len(theirs.drafts)) == (1, 0)
    assert mine.seed is None
    assert mine.commitment == match.commitment
    with pytest.raises(NotVerified, match="one seat’s view"):
        verify(mine, TOY)


@pytest.mark.parametrize("path", [["hands", 7], ["seat", "deeper"], ["hands", "first"]], ids=str)
def test_a_view_that_does_not_match_is_detected(path: list[Any]) -> None:
    def change(data: Any) -> None:
        data["steps"][0]["scene"].append([path, 1])

    record = new_match(TOY, TIMED, 2, seed=1).record(0)
    with pytest.raises(CorruptRecord, match="at step 0: its scene does not follow"):
        replay(tampered(record, change), TOY)


def test_the_committed_seed_is_verified(record: Record) -> None:
    verified = verify(record, TOY)
    assert verified.nonces == 2
    assert verified.results == sum(len(step.chance) for step in record.steps)
    assert verified.commitment == commitment(
        "ab" * 32,
        table="t1",
        game="toy",
        rules=1,
        options={"timed": True, "team": 1, "bonus": False},
        seats=2,
    )


def test_the_commitment_covers_every_field() -> None:
    given: dict[str, Any] = {
        "secret": "ab",
        "table": "t",
        "game": "g",
        "rules": 1,
        "options": {"a": 1},
        "seats": 2,
    }
    others: dict[str, Any] = {
        "secret": "ac",
        "table": "u",
        "game": "h",
        "rules": 2,
        "options": {"a": 2},
        "seats": 3,
    }
    seen = {commitment(**given)}
    for name, other in others.items():
        seen.add(commitment(**{**given, name: other}))
    assert len(seen) == 1 + len(others)


def test_a_different_seed_does_not_verify(record: Record) -> None:
    def change(data: Any) -> None:
        data["seed"]["nonces"] = ["mine", "theirs"]

    with pytest.raises(
        NotVerified, match="Step 0: the random results do not match the promised seed"
    ):
        verify(tampered(record, change), TOY)


def test_a_different_commitment_does_not_verify(record: Record) -> None:
    with pytest.raises(CorruptRecord, match="commitment"):
        verify(tampered(record, lambda data: data.update(commitment="00")), TOY)


def test_chosen_chance_does_not_verify() -> None:
    match = Match(TOY, TIMED, 2, seed=Seed("ab" * 32), chance=KeyedChance(b"another key"))
    play_out(match, seed=1)
    with pytest.raises(NotVerified):
        verify(match.record(), TOY)


def test_a_lab_game_has_nothing_to_verify() -> None:
    match = play_out(Match(TOY, TIMED, 2, chance=FastChance(Random(1))), seed=1)
    record = Record.from_json(match.record().to_json())
    assert isinstance(replay(record, TOY), Match)
    with pytest.raises(NotVerified, match="no seed"):
        verify(record, TOY)


def test_fresh_seeds_differ_and_numbered_seeds_do_not() -> None:
    assert Seed.of(None) != Seed.of(None)
    assert Seed.of(7) == Seed.of(7)
    assert Seed.of(7).key != Seed.of(8).key
    assert len(bytes.fromhex(Seed.of(None).secret)) == 32


def test_drafts_are_replayed() -> None:
    match = random_match(TOY, TIMED, 3, seed=2)
    assert match.draft_log, "this seed drafts"
    other = replay(match.record(), TOY)
    assert isinstance(other, Match)
    assert other.draft_log == match.draft_log


def test_view_changes_are_minimal() -> None:
    before = {"a": [1, 2, 3], "b": {"c": None, "d": 1}, "e": [1]}
    after = {"a": [1, 9, 3], "b": {"c": 5, "d": 1}, "e": [1, 2]}
    steps = diff_views(before, after)
    assert steps == [(["a", 1], 9), (["b", "c"], 5), (["e"], [1, 2])]
    assert apply_changes(before, steps) == after
    assert before["a"] == [1, 2, 3], "the old scene stays as it was"
