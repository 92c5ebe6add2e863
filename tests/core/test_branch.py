"""Branches: a finished game is continued from one of its versions with new chance."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from quincunx.core.chance import FastChance
from quincunx.core.errors import CorruptRecord, NotVerified
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.options import make_options
from quincunx.core.records.record import Origin, Record
from quincunx.core.records.replay import branch, replay, verify
from quincunx.core.seeds import Seed
from quincunx.core.viewers import OMNISCIENT
from quincunx.registry import find
from tests.kit.play import play_out, random_step
from tests.toy.game import TOY

GAMES = {"toy": (TOY, {"timed": True}), "quivvit": (find("quivvit"), {"timed": True})}
every_game = pytest.mark.parametrize(("game", "options"), GAMES.values(), ids=GAMES)
SEED = Seed("cd" * 32, nonces=("mine",))


def played(game: Game, options: dict[str, Any]) -> Match:
    """Return a finished game of two, with an undone move if the game allows it."""
    match = Match(
        game, make_options(game.options, options, game=game.name), 2, seed=Seed.of(10), table="t1"
    )
    rng = Random(10)
    while match.outcome is None:
        random_step(match, rng)
        seat = match.log[-1].seat
        if seat is not None and match.can_take_back(seat) and rng.random() < 0.3:
            match.take_back(seat)
    return match


@pytest.fixture
def toy() -> Match:
    return played(*GAMES["toy"])


def branched(record: Record, version: int, game: Game = TOY, seed: Seed = SEED) -> Match:
    return branch(record, game, version, seed=seed, table="t2", names=("A", "B"))


def drawn(match: Match, since: int) -> list[Any]:
    """Return the results of chance after that version."""
    return [result for entry in match.log[since + 1 :] for result in entry.chance]


@every_game
def test_a_branch_can_start_at_every_version(game: Game, options: dict[str, Any]) -> None:
    match = played(game, options)
    record = Record.from_json(match.record().to_json())
    for version in range(match.version + 1):
        begun = branched(record, version, game)
        assert (begun.version, begun.digest()) == (version, match.digest(version))
        assert [*begun.log] == [*match.log[: version + 1]]
        for viewer in (None, OMNISCIENT, 0, 1):
            assert begun.view(viewer) == match.view(viewer, version)
        assert (begun.table, begun.names, begun.origin) == ("t2", ("A", "B"), Origin("t1", version))
        ended = play_out(begun, seed=version).record()
        again = replay(Record.from_json(ended.to_json()), game)
        assert isinstance(again, Match)
        assert again.record() == ended
        assert verify(ended, game).results == len(drawn(begun, version))


def test_the_toy_game_covers_everything_that_a_branch_must_keep(toy: Match) -> None:
    assert any(entry.back is not None for entry in toy.log)
    assert any(entry.seat is None for entry in toy.log[1:])
    assert toy.draft_log


def test_a_branch_starts_without_drafts(toy: Match) -> None:
    drafted = toy.draft_log[0]
    begun = branched(toy.record(), drafted.version)
    assert (begun.draft_of(drafted.seat), list(begun.draft_log)) == (None, [])


def test_a_branch_has_its_own_chance(toy: Match) -> None:
    record = toy.record()
    first, same, other = (
        play_out(branched(record, 0, seed=seed), seed=10) for seed in (SEED, SEED, Seed("ef" * 32))
    )
    assert drawn(first, 0) == drawn(same, 0) != []
    assert drawn(first, 0) != drawn(other, 0)
    assert drawn(first, 0) != drawn(toy, 0)
    assert first.commitment != toy.commitment


def test_a_branch_survives_a_restart(toy: Match) -> None:
    begun, rng = branched(toy.record(), 2), Random(1)
    while begun.version < 6:
        random_step(begun, rng)
    restored = replay(Record.from_json(begun.full_record().to_json()), TOY)
    assert isinstance(restored, Match)
    assert restored.origin == begun.origin
    assert play_out(restored, seed=2).record() == play_out(begun, seed=2).record()


def test_a_branch_can_be_branched_again(toy: Match) -> None:
    first = play_out(branched(toy.record(), 2), seed=1)
    second = branch(first.record(), TOY, 4, seed=Seed("ef" * 32), table="t3", names=())
    assert second.origin == Origin("t2", 4)
    ended = play_out(second, seed=2)
    assert verify(ended.record(), TOY).results == len(drawn(ended, 4))


# What does not verify


def tampered(record: Record, change: Callable[[Any], None]) -> Record:
    data = json.loads(record.to_json())
    change(data)
    return Record.from_json(json.dumps(data))


def test_chosen_chance_after_the_origin_does_not_verify(toy: Match) -> None:
    begun = branched(toy.record(), 2)
    begun.chance = FastChance(Random(0))
    ended = play_out(begun, seed=1)
    first = next(number for number in range(3, ended.version + 1) if ended.log[number].chance)
    with pytest.raises(NotVerified, match=f"Step {first}: the random results do not match"):
        verify(ended.record(), TOY)


@pytest.mark.parametrize("since", [0, 3], ids=["before the origin", "after it"])
def test_changed_chance_before_the_origin_is_detected(toy: Match, since: int) -> None:
    record = play_out(branched(toy.record(), 2), seed=1).record()
    number = next(n for n in range(since, len(record.steps)) if record.steps[n].chance)

    def change(data: Any) -> None:
        values = data["steps"][number]["chance"][-1]["values"]
        values[0] = (values[0] + 1) % 6

    with pytest.raises(CorruptRecord, match="does not replay at step"):
        verify(tampered(record, change), TOY)


@pytest.mark.parametrize("origin", [None, {"table": "t1", "version": 0}])
def test_a_removed_or_moved_origin_does_not_verify(
    toy: Match, origin: dict[str, Any] | None
) -> None:
    record = play_out(branched(toy.record(), 12), seed=1).record()
    assert any(step.chance for step in record.steps[1:13])
    with pytest.raises(CorruptRecord, match="the commitment is not"):
        verify(tampered(record, lambda data: data.update(origin=origin)), TOY)


# What is refused


def test_only_a_whole_record_can_be_branched(toy: Match) -> None:
    begun = branched(toy.record(), 2)
    with pytest.raises(CorruptRecord, match="one seat’s view"):
        branched(begun.record(0), 1)


def test_a_branch_at_a_missing_version_is_refused(toy: Match) -> None:
    for version in (-1, toy.version + 1):
        with pytest.raises(CorruptRecord, match="has no version") as refused:
            branched(toy.record(), version)
        assert refused.value.message.args == {"version": version, "last": toy.version}


def test_a_branch_of_a_record_of_other_rules_is_refused(toy: Match) -> None:
    with pytest.raises(CorruptRecord, match="made with version 1 of the rules"):
        branched(toy.record(), 1, replace(TOY, version=2))


def test_an_origin_beyond_the_record_does_not_verify(toy: Match) -> None:
    record = play_out(branched(toy.record(), 2), seed=1).record()
    with pytest.raises(CorruptRecord, match="the commitment is not"):
        verify(tampered(record, lambda data: data["origin"].update(version=99)), TOY)
