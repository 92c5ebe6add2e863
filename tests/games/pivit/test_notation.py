"""Moves and grids as text, both ways, the table as text, and whatever else people may type."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import quincunx
from quincunx.games.pivit import PIVIT
from quincunx.games.pivit.grid import MAX_COORDINATE, format_grid, normalise
from quincunx.games.pivit.moves import (
    ClaimGrid,
    DeclareReady,
    PivitMove,
    TradeTile,
    VoteToResume,
    VoteToStop,
    WithdrawClaim,
)
from quincunx.games.pivit.notation import (
    describe_move,
    parse_grid,
    parse_move,
)
from quincunx.games.pivit.terminal import board
from tests.games.pivit.brute_force import with_little_work
from tests.games.pivit.matches import (
    ALL,
    at_scoring,
    block,
    claim,
    new,
    right,
    sticks,
    stop_all,
    table,
    take,
    wait,
)

places = st.tuples(st.integers(-6, 6), st.integers(-6, 6))
grids = st.dictionaries(places, st.integers(0, 36), min_size=1, max_size=12).map(normalise)
moves: st.SearchStrategy[PivitMove] = st.one_of(
    st.sampled_from([DeclareReady(), WithdrawClaim(), VoteToStop(), VoteToResume()]),
    st.builds(TradeTile, st.integers(0, 36)),
    st.builds(ClaimGrid, grids, st.integers(0, 10_000)),
)
near_moves = st.lists(
    st.sampled_from(
        ["claim", "trade", "ready", "credit", "40", "r1", "**", "..", "/", " ", "\n", "-1", "r7"]
    ),
    max_size=12,
).map(" ".join)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("ready", DeclareReady()),
        ("withdraw", WithdrawClaim()),
        ("stop", VoteToStop()),
        ("resume", VoteToResume()),
        ("trade r1", TradeTile(0)),
        ("trade p6", TradeTile(35)),
        ("trade **", TradeTile(36)),
        ("claim r1 r2 / .. **", ClaimGrid(((0, 0, 0), (1, 0, 1), (1, 1, 36)))),
        ("claim y3 credit 40", ClaimGrid(((0, 0, 14),), 40)),
    ],
)
def test_moves_as_they_are_written(text: str, move: PivitMove) -> None:
    assert str(move) == text
    assert parse_move(text) == move
    assert parse_move(f"  {text.upper()} ") == move
    assert quincunx.render(describe_move(move))


@pytest.mark.rule("pivit:R1")
def test_every_tile_is_a_letter_and_a_digit() -> None:
    assert [str(TradeTile(tile)) for tile in range(37)] == [f"trade {tile}" for tile in ALL]
    assert len(set(ALL)) == 37


@given(move=moves)
def test_a_move_is_read_back_from_its_text(move: PivitMove) -> None:
    assert parse_move(str(move)) == move
    assert parse_move(str(move).upper().replace(" ", "   ")) == move


@pytest.mark.rule("pivit:R16")
@pytest.mark.parametrize(
    "text",
    [
        "r1 r2 r3 / .. g2",
        ".. r1 r2 r3 / .. .. g2",
        ".. / .. .. .. / r1 r2 r3 .. .. / .. g2 .. / ..",
        "R1  r2 R3/..   g2",
        "r1 r2 r3\n.. g2",
    ],
)
def test_one_grid_however_it_is_typed(text: str) -> None:
    assert parse_grid(text) == ((0, 0, 0), (1, 0, 1), (2, 0, 2), (1, 1, 19))
    assert format_grid(parse_grid(text) or ()) == "r1 r2 r3 / .. g2"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "pass",
        "ready now",
        "ready 1",
        "trade",
        "trade r7",
        "trade x1",
        "trade r1 r2",
        "trade rr",
        "claim",
        "claim ..",
        "claim / /",
        "claim r1 r2 r9",
        "claim r1r2r3",
        "claim r1, r2",
        "claim r1 credit",
        "claim r1 credit -5",
        "claim r1 credit 5.5",
        "claim r1 credit 40 credit 40",
        "claim credit 40",
        "claim r1 credit 40 r2",
        "claim r1 *",
        "claim r\u0661",
        "claim r1 credit \u0664",
        "withdraw it",
        "claims r1",
        f"claim r1 credit {'9' * 5_000}",
        "?" * 500,
    ],
)
def test_malformed_moves(text: str) -> None:
    match = table(3)
    before = (match.version, match.digest())
    with pytest.raises(quincunx.MalformedMove) as caught:
        match.play(text, 0)
    assert quincunx.render(caught.value.message)
    assert len(str(caught.value)) < 500
    assert (match.version, match.digest()) == before


def read_move(text: str) -> PivitMove | quincunx.MalformedMove:
    """The move that the text means, or the refusal: nothing else may come of it."""
    try:
        return parse_move(text)
    except quincunx.MalformedMove as refusal:
        return refusal


@given(text=st.one_of(st.text(), near_moves))
@example(text="claim \x1c r1")
def test_any_text_is_a_move_or_malformed(text: str) -> None:
    meant = read_move(text)
    if isinstance(meant, quincunx.MalformedMove):
        assert quincunx.render(meant.message)
    else:
        assert parse_move(str(meant)) == meant


def try_move(match: quincunx.Match, move: str) -> quincunx.MoveError | None:
    try:
        match.play(move, 0)
    except quincunx.MoveError as refusal:
        return refusal
    return None


@given(text=near_moves, referee=st.sampled_from(["instant", "at-scoring"]))
@example(text="claim r1 r2 r3", referee="instant")
@example(text="trade **", referee="instant")
def test_a_match_plays_any_text_or_refuses_it(text: str, referee: str) -> None:
    match = table(3, referee=referee)
    before = match.version
    refusal = try_move(match, text)
    assert match.version == before + (refusal is None)
    assert refusal is None or quincunx.render(refusal.message)


@pytest.mark.rule("pivit:R7")
def test_a_grid_scattered_widely_is_refused_or_makes_little_work() -> None:
    match = at_scoring(3)
    first, *others, last = block(0).split()
    far = f"claim {first} {'.. ' * 300}{' '.join(others)} {'/ ' * 3_000}{last}"
    if with_little_work(lambda: try_move(match, far)) is None:
        with_little_work(lambda: str(match.log[-1].move))


# The table as text


def test_the_terminal_shows_the_hand_the_sticks_and_the_grids() -> None:
    match = table(3)
    own = board(match.view(0))
    assert [tile for tile in ALL if f"]{tile}[" in own] == sorted(block(0).split(), key=ALL.index)
    assert "r1" not in board(match.view(2))
    assert "r1" not in board(match.view(None))
    claim(match, 0)
    assert "Grid of Player 1" in board(match.view(None))
    assert board(match.view(2)).count("]r1[") == 1
    wait(match, 200)
    assert sticks(match) == (0, None)
    stop_all(match)
    assert board(match.view(None))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_terminal_shows_every_phase(seats: int) -> None:
    match = new(seats)
    assert board(match.view(None))
    match = table(seats)
    take(match, 0, right(0))
    assert board(match.view(0))


def test_the_longest_claim_is_the_longest_move() -> None:
    """All tiles but the first as far to the right as can be, each in a row of its own."""
    rows_ = (*(2 * row for row in range(1, 23)), MAX_COORDINATE)
    longest = ClaimGrid(((0, 0, 0), *((MAX_COORDINATE, row, 0) for row in rows_)), credit=200)
    assert len(longest.grid) == 24
    assert len(str(longest)) == PIVIT.max_move_length
    assert PIVIT.parse_move(str(longest)) == longest


def test_a_text_with_far_more_tiles_than_a_hand_is_no_grid() -> None:
    row = " ".join(["r1"] * 24)
    assert parse_grid(f"{row} / {row}") is not None
    assert parse_grid(f"{row} / {row} / r1") is None
    with pytest.raises(quincunx.MalformedMove):
        PIVIT.parse_move(f"claim {row} / {row} / r1")
