"""Copies and forks of a match continue without changing the original."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Final

import pytest

import quincunx
from quincunx.core.chance import Chance, FastChance, KeyedChance, Result, ScriptedChance
from quincunx.core.match import Match
from quincunx.core.records.replay import rerun
from quincunx.registry import find, game_names
from tests.kit.play import new_match, play_out, random_step, seat_counts


def contents(match: Match) -> dict[str, Any]:
    """Return a deep copy of everything in a match."""
    held = dict(vars(match))
    held["chance"] = {
        name: value.copy() if isinstance(value, dict | list) else value
        for name, value in vars(match.chance).items()
    }
    return {
        name: list(value)
        if isinstance(value, list)
        else dict(value)
        if isinstance(value, dict)
        else (list(value), value.superseded)
        if name == "draft_log"
        else value
        for name, value in held.items()
    }


def a_game(name: str, seed: int) -> Match:
    game = find(name)
    options = game.options()
    return new_match(game, options, seat_counts(game, options)[-1], seed)


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("seed", range(3))
def test_playing_on_a_copy_leaves_the_original_as_it_was(name: str, seed: int) -> None:
    match, rng = a_game(name, seed), Random(seed)
    for _ in range(25):
        if match.outcome is not None:
            break
        before, other = contents(match), match.copy()
        assert contents(other).keys() == before.keys()
        for _ in range(4):
            if other.outcome is None:
                random_step(other, rng)
        assert contents(match) == before
        match = other


@pytest.mark.parametrize("name", game_names())
def test_a_copy_gets_the_chance_that_the_original_would_have_got(name: str) -> None:
    match = a_game(name, 5)
    for number in range(8):
        random_step(match, Random(number))
    one, other = play_out(match.copy(), 1), play_out(match, 1)
    assert one.log == other.log
    assert one.outcome == other.outcome


@pytest.mark.parametrize("name", game_names())
def test_a_replayed_match_can_be_copied(name: str) -> None:
    match = a_game(name, 3)
    for number in range(6):
        random_step(match, Random(number))
    again = rerun(match.full_record(), match.game)
    before = contents(again)
    assert play_out(again.copy(), 2).log == play_out(match, 2).log
    assert contents(again) == before


def test_copies_of_every_kind_of_chance_are_independent() -> None:
    script = [Result("die", None, (number,)) for number in (3, 1, 4)]
    for chance in (KeyedChance(b"key"), FastChance(Random(7)), ScriptedChance(script)):
        other: Chance = chance.copy()
        assert chance.roll("die", 6) == other.roll("die", 6)
        assert chance.roll("die", 6) == other.roll("die", 6)
        third = other.copy()
        other.roll("die", 6)
        assert third.results == chance.results
        assert third.roll("die", 6) == chance.roll("die", 6)


COPIES: Final[dict[str, Callable[[Match], Match]]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda match: pickle.loads(pickle.dumps(match)),
}


@pytest.mark.parametrize("chance", [None, "fast"])
@pytest.mark.parametrize("kind", COPIES)
@pytest.mark.parametrize("name", game_names())
def test_python_s_own_ways_to_copy_give_a_match_that_plays_on_alike(
    name: str, kind: str, chance: str | None
) -> None:
    seats = seat_counts(find(name), find(name).options())[-1]
    fast = FastChance(Random(4)) if chance else None
    match = quincunx.new(name, seats, seed=4, chance=fast)
    for number in range(5):
        random_step(match, Random(number))
    again, before = COPIES[kind](match), contents(match)
    assert again is not match
    played = play_out(again, 3)
    assert contents(match) == before
    assert played.log == play_out(match, 3).log
    assert played.full_record() == match.full_record()


def test_only_registered_games_can_be_pickled() -> None:
    match = new_match(replace(find("quivvit"), version=9), find("quivvit").options(), 2, 1)
    with pytest.raises(pickle.PicklingError, match="quivvit"):
        pickle.dumps(match)


@pytest.mark.parametrize("name", game_names())
def test_a_fork_keeps_what_was_dealt_and_continues_with_new_chance(name: str) -> None:
    match = a_game(name, 2)
    for number in range(5):
        random_step(match, Random(number))
    before = contents(match)
    one, same, other = (play_out(match.fork(seed), 1) for seed in (1, 1, 2))
    assert contents(match) == before
    assert one.log[:6] == other.log[:6] == match.log[:6]
    assert one.log == same.log
    assert one.origin is not None
    assert one.origin.version == match.version
    record = one.record()
    again = quincunx.replay(record.to_json())
    assert isinstance(again, Match)
    assert again.log == one.log
    results = sum(len(entry.chance) for entry in one.log[match.version + 1 :])
    assert quincunx.verify(record).results == results


def test_forks_roll_other_dice() -> None:
    match = quincunx.new("coloryam", seats=1, seed=1)
    assert len({str(match.fork(seed).play("roll")) for seed in range(9)}) == 9
    assert len({str(match.copy().play("roll")) for _ in range(9)}) == 1
    assert match.fork(chance=FastChance(Random(1))).seed is None


def test_a_fork_is_not_undone_past_its_beginning() -> None:
    match = quincunx.new("coloryam", seats=1, seed=1)
    match.play("roll")
    fork = match.fork(5)
    fork.play("roll")
    fork.undo()
    with pytest.raises(quincunx.NothingToUndo):
        fork.undo()
    assert fork.state == match.state
