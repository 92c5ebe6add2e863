"""A move that is no move is refused in every game, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any, Final

import msgspec
import pytest

import quincunx
from quincunx.core.match import Match
from quincunx.registry import find, game_names
from tests.kit.play import new_match, random_step, seat_counts

ABSURD: Final = (None, -1, 10**9, 2.5, "", "z9", "a" * 500, (), ((-1,),), ((99, 99, 99),), object())
OTHERS: Final[tuple[Any, ...]] = (None, 0, 2.5, True, b"roll", [], {}, object(), Match)


def matches(name: str) -> Iterator[Match]:
    """Yield positions of a few random games."""
    game = find(name)
    for seed in range(3):
        match = new_match(game, game.options(), seat_counts(game, game.options())[-1], seed)
        rng = Random(seed)
        for _ in range(12):
            yield match
            if match.outcome is not None:
                break
            random_step(match, rng)


def moves_of_other_games(name: str) -> Iterator[Any]:
    for other in game_names():
        if other != name:
            match = next(matches(other))
            yield from islice(match.legal_moves(match.awaited[0]), 3)


def distorted_moves(match: Match, seat: int) -> Iterator[Any]:
    """Yield legal moves with one field replaced by an absurd value."""
    legal = match.legal_moves(seat)
    for move in (*islice(legal, 40), *(legal.sample(Random(seed)) for seed in range(9))):
        if isinstance(move, msgspec.Struct):
            for field in move.__struct_fields__:
                for value in ABSURD:
                    yield msgspec.structs.replace(move, **{field: value})


def check_refused(match: Match, seat: int, move: Any) -> None:
    before = (match.version, match.digest(), vars(match.chance).get("_counts", {}).copy())
    with pytest.raises(quincunx.IllegalMove) as refused:
        match.play(move, seat)
    assert str(refused.value)
    assert before == (match.version, match.digest(), vars(match.chance).get("_counts", {}))
    assert move not in match.legal_moves(seat)


@pytest.mark.parametrize("name", game_names())
def test_objects_that_are_no_moves_are_refused(name: str) -> None:
    for match in matches(name):
        for seat in match.active:
            for move in (*OTHERS, *moves_of_other_games(name)):
                check_refused(match, seat, move)


@pytest.mark.parametrize("name", game_names())
def test_moves_with_absurd_values_are_refused(name: str) -> None:
    for match in matches(name):
        for seat in match.active:
            for move in distorted_moves(match, seat):
                if move in match.legal_moves(seat):
                    assert match.game.parse_move(str(move)) == move
                else:
                    check_refused(match, seat, move)


@pytest.mark.parametrize("name", game_names())
def test_legal_moves_can_be_counted_or_say_why_not(name: str) -> None:
    for match in matches(name):
        for seat in range(match.seats):
            moves = match.legal_moves(seat)
            listed = list(moves)
            assert bool(moves) is bool(listed) is (seat in match.active)
            assert all(move in moves for move in listed[:20])
            if moves.complete:
                assert len(moves) == len(listed)
            else:
                with pytest.raises(quincunx.UncountableMoves, match="too many"):
                    len(moves)
            if listed:
                assert moves.sample(Random(1)) in moves
            else:
                with pytest.raises(quincunx.NoLegalMove, match=r"match\.step"):
                    moves.sample(Random(1))
