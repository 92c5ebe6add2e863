"""Moves and positions as text, both ways, and whatever else people may type."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quincunx
from quincunx.games.quatrefoil.moves import QuatrefoilMove
from quincunx.games.quatrefoil.notation import parse_move
from quincunx.games.quatrefoil.position import (
    format_arrangement,
    format_position,
    parse_arrangement,
    parse_position,
)
from quincunx.games.quatrefoil.tokens import Arrangement
from tests.games.quatrefoil.matches import ACTIONS, START, deal, legal, written

arrangements = st.permutations(["B", "G", "P", "R", "Y"]).map(lambda five: (*five,))
near_misses = st.lists(
    st.sampled_from(
        [*" ".join([*ACTIONS, "stack signal look"]).split(), "n", "s", "p", "st", "up", "?", ""]
    ),
    max_size=5,
).map(" ".join)
letters = st.text(alphabet="BGPRYbgpry/ >X?", max_size=20)


def read(text: str) -> QuatrefoilMove | quincunx.MalformedMove:
    """The move that the text means, or the refusal: nothing else may come of it."""
    try:
        return parse_move(text)
    except quincunx.MalformedMove as refusal:
        return refusal


def read_arrangement(text: str) -> Arrangement | quincunx.MalformedPosition:
    try:
        return parse_arrangement(text)
    except quincunx.MalformedPosition as refusal:
        return refusal


def solve(text: str) -> quincunx.Solution | quincunx.MalformedPosition:
    try:
        return quincunx.solve("quatrefoil", text)
    except quincunx.MalformedPosition as refusal:
        return refusal


def test_every_move_has_its_text() -> None:
    texts = [str(move) for move in QuatrefoilMove]
    assert set(texts) == {*ACTIONS, "stack", "signal", "look"}
    assert len(set(texts)) == len(texts)


@given(
    move=st.sampled_from(QuatrefoilMove),
    upper=st.booleans(),
    gaps=st.lists(st.sampled_from([" ", "  ", "\t", "\n "]), min_size=5, max_size=5),
)
def test_a_move_is_read_back_from_its_text(
    move: QuatrefoilMove, upper: bool, gaps: list[str]
) -> None:
    text = str(move)
    assert parse_move(text) is move
    words = (text.upper() if upper else text).split()
    loose = "".join(gap + word for gap, word in zip(gaps, words, strict=False))
    assert parse_move(loose + gaps[-1]) is move


@pytest.mark.parametrize("move", QuatrefoilMove)
def test_no_abbreviation_means_another_move(move: QuatrefoilMove) -> None:
    """Each word cut to each length: it is that move, and never another."""
    words = [word for word in str(move).split() if word != "from"]
    cuts = [[word[: length + 1] for length in range(len(word))] for word in words]
    for short in product(*cuts):
        meant = read(" ".join(short))
        if short == ("s",):
            assert isinstance(meant, quincunx.MalformedMove), "stack or signal?"
            assert meant.message.id == "quatrefoil.refusal.unclear_move"
        else:
            assert meant is move


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("p n w", "push north from west"),
        ("push n from e", "push north from east"),
        ("p west s", "push west from south"),
        ("P E N", "push east from north"),
        ("t c", "twist clockwise"),
        ("t a", "twist anticlockwise"),
        ("st", "stack"),
        ("si", "signal"),
        ("l", "look"),
    ],
)
def test_abbreviations(text: str, meant: str) -> None:
    assert str(parse_move(text)) == meant


@pytest.mark.parametrize("text", ["push north from south", "p n n", "p w e", "push e from west"])
def test_a_row_is_not_pushed_from_its_side(text: str) -> None:
    with pytest.raises(quincunx.MalformedMove):
        parse_move(text)


@given(text=st.one_of(st.text(), near_misses))
def test_any_text_is_a_move_or_malformed(text: str) -> None:
    meant = read(text)
    if isinstance(meant, quincunx.MalformedMove):
        assert quincunx.render(meant.message)
    else:
        assert parse_move(str(meant)) is meant


@given(text=st.one_of(st.text(), near_misses))
def test_a_match_plays_any_text_or_refuses_it(text: str) -> None:
    match = deal(START, target="GP/RB Y")
    try:
        match.play(text, 0)
    except quincunx.MoveError:
        assert match.version == 0
    else:
        assert match.version == 1


def test_a_match_takes_text_and_moves_alike() -> None:
    for text in legal(deal(), 0):
        one, other = deal(), deal()
        one.play(text, 0)
        other.play(parse_move(text), 0)
        assert one.digest() == other.digest()


@given(tokens=arrangements)
def test_an_arrangement_is_read_back_from_its_text(tokens: Arrangement) -> None:
    text = format_arrangement(tokens)
    assert text == written(tokens), "it is written as it is arranged"
    assert parse_arrangement(text) == tokens
    assert parse_arrangement(f" {text.lower().replace('/', ' / ')}  ") == tokens


@given(tokens=arrangements, target=arrangements)
def test_a_position_is_read_back_from_its_text(tokens: Arrangement, target: Arrangement) -> None:
    text = format_position(tokens, target)
    assert parse_position(text) == (tokens, target)
    assert parse_position(text.replace(" > ", ">")) == (tokens, target)


@given(text=st.one_of(st.text(), letters))
def test_any_text_is_an_arrangement_or_malformed(text: str) -> None:
    tokens = read_arrangement(text)
    if isinstance(tokens, quincunx.MalformedPosition):
        assert quincunx.render(tokens.message)
    else:
        assert sorted(tokens) == ["B", "G", "P", "R", "Y"]


@given(text=st.one_of(st.text(), letters, st.lists(letters, max_size=3).map(" > ".join)))
def test_any_text_is_solved_or_malformed(text: str) -> None:
    solution = solve(text)
    if isinstance(solution, quincunx.MalformedPosition):
        assert quincunx.render(solution.message)
    else:
        assert 0 <= solution.data["distance"] <= 4
