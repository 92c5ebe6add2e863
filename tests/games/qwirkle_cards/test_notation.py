"""Moves as text, both ways, the table as text, and whatever else people may type."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import quincunx
from quincunx.core.chance import FastChance
from quincunx.games.qwirkle_cards.layouts.division import LINE_KINDS
from quincunx.games.qwirkle_cards.layouts.plays import LegalPlays
from quincunx.games.qwirkle_cards.moves import (
    QwirkleCardsMove,
    QwirkleCardsPlay,
    Redraw,
    canonical_play,
    played_cards,
)
from quincunx.games.qwirkle_cards.notation import describe_move, parse_move
from quincunx.games.qwirkle_cards.sets import sort_layout
from quincunx.games.qwirkle_cards.terminal import board
from tests.games.qwirkle_cards.matches import (
    ALL_KINDS,
    cards,
    deal,
    is_valid_set,
    position,
    table_text,
)

OTHER = "Pl Px Pa Oc Os Yd Gc Bs Pd"

some_sets = st.lists(
    st.lists(st.integers(0, 35), min_size=1, max_size=6).map(tuple), max_size=3
).map(tuple)
plays = st.builds(canonical_play, some_sets, some_sets).filter(
    lambda move: bool(move.old or move.new)
)
moves: st.SearchStrategy[QwirkleCardsMove] = st.one_of(st.just(Redraw()), plays)

near_moves = st.lists(
    st.sampled_from(
        ["[", "]", ">", "Rc", "Rs", "Rd", "Oc", "redraw", ",", " ", "Rx", "[Rc Rs Rd]"]
    ),
    max_size=9,
).map("".join)


def kinds(text: str) -> tuple[int, ...]:
    return tuple(map(ALL_KINDS.index, cards(text)))


@pytest.mark.rule("qwirkle_cards:R9")
@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("redraw", Redraw()),
        ("[Rc Rs Rd]", QwirkleCardsPlay((), (kinds("Rc Rs Rd"),))),
        (
            "[Rc Rs Rd] > [Rc Rs Rd Rx]",
            QwirkleCardsPlay((kinds("Rc Rs Rd"),), (kinds("Rc Rs Rd Rx"),)),
        ),
        (
            "[Bc Bs Bd Bx] > [Rs Os Bs] [Bc Bd Bx]",
            QwirkleCardsPlay((kinds("Bc Bs Bd Bx"),), (kinds("Rs Os Bs"), kinds("Bc Bd Bx"))),
        ),
    ],
)
def test_moves_as_they_are_written(text: str, move: QwirkleCardsMove) -> None:
    assert str(move) == text
    assert parse_move(text) == move


@pytest.mark.rule("qwirkle_cards:R9")
@pytest.mark.parametrize(
    "text",
    [
        "[Bc Bs Bd Bx] > [Bc Bd Bx] [Bs Rs Os]",
        "[Bx Bd Bs Bc] > [Os Rs Bs] [Bd Bx Bc]",
        "[Bc Bs Bd Bx] [Ra Oa Ya] > [Ya Ra Oa] [Rs Os Bs] [Bc Bd Bx]",
        "  [bc,bs,bd,bx]>[rsosbs][BCBDBX]  ",
    ],
)
def test_one_play_however_it_is_written(text: str) -> None:
    match = position("Rs Os Ol Yd Yx Ga Gc Px Pl", OTHER, sets="[Bc Bs Bd Bx] [Ra Oa Ya]")
    assert str(parse_move(text)) == "[Bc Bs Bd Bx] > [Rs Os Bs] [Bc Bd Bx]"
    match.play(text, 0)
    assert table_text(match) == "[Rs Os Bs] [Ra Oa Ya] [Bc Bd Bx]"


@pytest.mark.rule("qwirkle_cards:R9")
@given(move=moves)
def test_a_move_is_read_back_from_its_text(move: QwirkleCardsMove) -> None:
    text = str(move)
    assert parse_move(text) == move
    assert parse_move(f"  {text.upper().replace(' ', '   ')} ") == move
    assert parse_move(text.lower().replace(" ", "")) == move
    assert quincunx.render(describe_move(move))


@pytest.mark.rule("qwirkle_cards:R9")
@given(old=some_sets, new=some_sets, seed=st.integers())
def test_a_play_is_written_in_one_way(
    old: tuple[tuple[int, ...], ...], new: tuple[tuple[int, ...], ...], seed: int
) -> None:
    move, rng = canonical_play(old, new), Random(seed)
    assert canonical_play(move.old, move.new) == move
    assert canonical_play(shuffled(old, rng), shuffled(new, rng)) == move
    assert not set(move.old) & set(move.new), "what stays is not named"
    assert sort_layout(move.new) == move.new
    assert sort_layout(move.old) == move.old


def shuffled(sets: tuple[tuple[int, ...], ...], rng: Random) -> tuple[tuple[int, ...], ...]:
    mixed = [tuple(rng.sample(each, len(each))) for each in sets]
    return tuple(rng.sample(mixed, len(mixed)))


def test_the_cards_that_a_play_takes_from_the_hand() -> None:
    move = parse_move("[Bc Bs Bd Bx] > [Rs Os Bs] [Bc Bd Bx]")
    assert isinstance(move, QwirkleCardsPlay)
    assert played_cards(move) == kinds("Rs Os")
    assert quincunx.render(describe_move(move)) == "play red square and orange square"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "> [Rc Rs Rd]",
        "[Rc Rs Rd] > [Rc Rs Rd Rl] > [Rc Rs Rd Rl Rx]",
        "Rc Rs Rd",
        "[Rc Rs Rd",
        "Rc Rs Rd]",
        "[[Rc Rs Rd]]",
        "[Rc Rs R]",
        "[Rc Rs Zz]",
        "[cR sR dR]",
        "[Rc Rs Rd] and more",
        "[R\u017f Rc Rd]",
        "redraw redraw",
        "redraw [Rc Rs Rd]",
        "pass",
        ">",
    ],
)
def test_malformed_moves(text: str) -> None:
    match = position("Rc Rs Rd Rl Oc Ys Gd Bl Px", OTHER)
    before = match.digest()
    with pytest.raises(quincunx.MalformedMove) as caught:
        match.play(text, 0)
    assert quincunx.render(caught.value.message)
    assert (match.version, match.digest()) == (0, before)


def read_move(text: str) -> QwirkleCardsMove | quincunx.MalformedMove:
    """The move that the text means, or the refusal: nothing else may come of it."""
    try:
        return parse_move(text)
    except quincunx.MalformedMove as refusal:
        return refusal


NOTHING = QwirkleCardsPlay((), ())
"""What comes of naming only sets that stay: never legal, and without a text of its own."""


@given(text=st.one_of(st.text(), near_moves))
@example(text="[Rc Rs Rd] > [Rc Rs Rd]")
def test_any_text_is_a_move_or_malformed(text: str) -> None:
    meant = read_move(text)
    if isinstance(meant, quincunx.MalformedMove):
        assert quincunx.render(meant.message)
    else:
        assert meant == NOTHING or parse_move(str(meant)) == meant


def try_move(match: quincunx.Match, move: object) -> quincunx.MoveError | None:
    try:
        match.play(move, 0)
    except quincunx.MoveError as refusal:
        return refusal
    return None


@given(text=st.one_of(st.text(), near_moves))
@example(text="[]")
@example(text="[Rc Rs Rd] > []")
@example(text="[Rc Rs Rd] > [Rc Rs Rd]")
def test_a_match_plays_any_text_or_refuses_it(text: str) -> None:
    match = position("Rc Rs Rd Rl Oc Ys Gd Bl Px", OTHER)
    refusal = try_move(match, text)
    assert match.version == (1 if refusal is None else 0)
    assert refusal is None or quincunx.render(refusal.message)


@pytest.mark.rule("qwirkle_cards:R9")
@given(data=st.data())
def test_whether_a_play_is_legal_does_not_depend_on_how_it_is_written(data: st.DataObject) -> None:
    match = position("Rl Oc Os Od Ga Gs Bl Bl Px", OTHER, sets="[Rc Rs Rd] [Ra Oa Ya]")
    sets = st.sampled_from(
        [
            *map(
                kinds,
                ("Rc Rs Rd", "Rc Rs Rd Rl", "Ra Oa Ya", "Ya Oa Ra Ga", "Od Oc Os", "Gs Gd Gl"),
            )
        ]
    )
    old, new = (tuple(data.draw(st.lists(sets, max_size=2))) for _ in range(2))
    for move in (QwirkleCardsPlay(old, new), canonical_play(old, new)):
        legal = move in match.legal_moves(0)
        assert legal == is_legal(match, move)
    assert is_legal(match, QwirkleCardsPlay(old, new)) == is_legal(match, canonical_play(old, new))


def is_legal(match: quincunx.Match, move: QwirkleCardsMove) -> bool:
    try:
        match.rules.apply(match.state, 0, move, 0, FastChance(Random(0)))
    except quincunx.IllegalMove:
        return False
    return True


def test_listed_and_sampled_plays_are_legal() -> None:
    match = position(
        "Rl Oc Os Od Ga Gs Bl Bl Px", OTHER, sets="[Rc Rs Rd Rx] [Ra Oa Ya] [Yc Ys Yd]"
    )
    legal = match.legal_moves(0)
    listed = list(legal)
    assert listed
    assert not legal.complete
    sampled = [legal.sample(Random(seed)) for seed in range(50)]
    for move in (*listed, *sampled):
        assert move in legal
        assert is_legal(match, move)
    assert Redraw() not in legal
    assert "[Oc Os Od]" not in legal
    assert parse_move("[Oc Os Od]") in listed


# The table as text


@pytest.mark.rule("qwirkle_cards:L32")
def test_the_sets_of_a_shape_come_before_those_of_a_colour() -> None:
    match = position(
        "Rl Oc Os Od Ga Gs Bl Bl Px", OTHER, sets="[Rc Rs Rd] [Ra Oa Ya] [Yc Ys Yd] [Gl Bl Pl]"
    )
    lines = board(match.view(None)).splitlines()
    assert [*map(shown, lines[:4])] == ["Ra Oa Ya", "Gl Bl Pl", "Rc Rs Rd", "Yc Ys Yd"]


def shown(line: str) -> str:
    """The cards in a line, without its colours."""
    return " ".join(card for card in ALL_KINDS for _ in range(line.count(f"]{card}[")))


def test_the_terminal_shows_ones_own_hand_alone() -> None:
    match = deal("Rc Rs Rd Rl Oc Ys Gd Bl Px", "Oc Os Od Yc Gl Bx Pa Gl Bx")
    assert shown(board(match.view(0))) == "Rc Rs Rd Rl Oc Ys Gd Bl Px"
    assert shown(board(match.view(1))) == "Oc Os Od Yc Gl Gl Bx Bx Pa"
    assert shown(board(match.view(None))) == ""


def test_every_set_of_three_can_be_written() -> None:
    threes = [some for some in combinations(ALL_KINDS, 3) if is_valid_set(some)]
    assert len(threes) == 12 * 20
    for some in threes:
        assert parse_move(f"[{' '.join(some)}]") == QwirkleCardsPlay((), (kinds(" ".join(some)),))


def test_the_longest_move_takes_33_sets_apart_and_lays_all_cards_in_36_others() -> None:
    by_colour = [
        LINE_KINDS[colour][place : place + 3] for colour in range(6) for place in (0, 3)
    ] * 3
    by_shape = [
        LINE_KINDS[6 + shape][place : place + 3] for shape in range(6) for place in (0, 3)
    ] * 3
    table, hand = sort_layout(by_colour[3:]), tuple(sorted(sum(by_colour[:3], ())))
    move = canonical_play(table, sort_layout(by_shape))
    assert move in LegalPlays(table, hand)
    game = quincunx.new("qwirkle_cards", seats=2, seed=1).game
    text = str(move)
    assert len(text) == game.max_move_length
    assert game.parse_move(text) == move
    with pytest.raises(quincunx.MalformedMove):
        game.parse_move(text + "[Rc]")
