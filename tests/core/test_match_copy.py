"""`Match.copy`: a copy continues without changing the original."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

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
        before, copy = contents(match), match.copy()
        assert contents(copy).keys() == before.keys()
        for _ in range(4):
            if copy.outcome is None:
                random_step(copy, rng)
        assert contents(match) == before
        match = copy


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
