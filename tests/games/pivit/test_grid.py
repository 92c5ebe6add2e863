"""Which grids are right, and what is wrong with the others."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from quincunx.games.pivit import grid as grid_module
from quincunx.games.pivit.grid import (
    Cell,
    PivitGrid,
    choose_wilds,
    grid_faults,
    lines,
    normalise,
    pieces,
)
from tests.games.pivit.brute_force import is_right, runs, with_little_work
from tests.games.pivit.hands import HARDEST_WILDS
from tests.games.pivit.matches import ALL, another_right, block, cells, right, rows, wrong

Mutable = dict[Cell, int]


def amiss(
    grid: PivitGrid, hand: str | None = None, *, younger: bool = False
) -> list[tuple[str, str]]:
    """What is wrong with the grid, and where; its own tiles are the hand if none is given."""
    held = grid.values() if hand is None else map(ALL.index, hand.split())
    found = grid_faults(grid, tuple(sorted(held)), pairs_allowed=younger)
    return [(wrong.reason, " ".join(f"{x},{y}" for x, y in wrong.cells)) for wrong in found]


def only_lines(*texts: str) -> list[str]:
    """What is wrong with each row, by itself."""
    return [" ".join(reason for reason, _ in amiss(cells(text))) for text in texts]


# Lines


@pytest.mark.rule("pivit:L82", "pivit:R2")
@pytest.mark.parametrize(
    "line", ["r1 r2 r3", "r1 o1 y1", "r6 r1 r4 r2", "p3 b3 g3 y3 o3 r3", "g1 g2 g3 g4 g5 g6"]
)
def test_a_line_is_one_colour_or_one_design_in_any_order(line: str) -> None:
    assert amiss(cells(line)) == []
    assert amiss(cells(line.replace(" ", " / "))) == []


@pytest.mark.rule("pivit:L82", "pivit:L21a")
@pytest.mark.parametrize("line", ["r1 r2 o3", "r1 o1 r2", "r1 o2 y3", "r1 r2 r3 r4 r5 o5"])
def test_a_line_of_neither_one_colour_nor_one_design_is_mixed(line: str) -> None:
    whole = " ".join(f"{x},0" for x in range(len(line.split())))
    assert amiss(cells(line)) == [("mixed", whole)]


@pytest.mark.rule("pivit:L86a", "pivit:L19b", "pivit:R2")
def test_a_line_of_two_is_short() -> None:
    assert amiss(cells("r1 r2")) == [("short", "0,0 1,0")]
    assert amiss(cells("r1 / o1")) == [("short", "0,0 0,1")]
    assert amiss(cells("r1 **")) == [("short", "0,0 1,0")]
    assert amiss(cells("r1 r2 r3 / o1")) == [("short", "0,0 0,1")]


@pytest.mark.rule("pivit:L86b", "pivit:L21a", "pivit:R2")
def test_nothing_is_twice_in_a_line() -> None:
    assert amiss(cells("r1 r2 r1")) == [("twice", "0,0 2,0")]
    assert amiss(cells("r1 r2 r2 r3")) == [("twice", "1,0 2,0")]
    assert amiss(cells("r1 o1 r1 o1")) == [("twice", "0,0 1,0 2,0 3,0")]
    assert amiss(cells("r1 ** r1")) == [("twice", "0,0 2,0")]


@pytest.mark.rule("pivit:L86b")
def test_the_same_tile_may_be_in_two_lines() -> None:
    assert amiss(cells("r1 r2 r3 / o1 .. o3 / y1 y2 y3")) == []
    assert amiss(cells("r1 r2 r3 / o1 .. .. / y1 .. .. / g1 .. .. / r1 r2 r3")) == [
        ("twice", "0,0 0,4")
    ]
    assert amiss(cells("r1 r2 r3 / o1 .. .. / y1 y5 y4 / .. .. g4 / .. .. r4 / .. .. r4")) == [
        ("twice", "2,4 2,5"),
    ]


@pytest.mark.rule("pivit:R2")
def test_more_than_six_are_too_long() -> None:
    assert only_lines("r1 r2 r3 r4 r5 r6", "r1 r2 r3 r4 r5 **") == ["", ""]
    assert only_lines("r1 r2 r3 r4 r5 r6 **", "** ** ** ** ** ** r1") == ["long", "long"]
    assert only_lines("r1 r2 r3 r4 r5 r6 r1", "r1 r2 r3 r4 r5 r6 o6") == ["twice", "mixed"]


@pytest.mark.rule("pivit:R2")
def test_a_gap_ends_a_line() -> None:
    assert amiss(cells("r1 r2 r3 .. r1 r4 r5 / .. .. o3 .. o1 / .. .. y3 y2 y1")) == []
    assert amiss(cells("r1 r2 .. r3")) == [("short", "0,0 1,0"), ("apart", "3,0")]


@pytest.mark.rule("pivit:R2")
def test_a_tile_without_a_neighbour_in_a_direction_is_no_line_in_it() -> None:
    grid = cells("r1 r2 r3 / .. o2 .. / .. y2 .. ")
    assert sorted(map(len, lines(grid))) == [3, 3]
    assert amiss(grid) == []
    assert amiss(cells("r1")) == []


@pytest.mark.rule("pivit:L82", "pivit:L86a", "pivit:L86b")
def test_every_line_is_looked_at() -> None:
    block = "r1 r2 r3 r4 / o1 o2 o3 o4 / y1 y2 y3 y4"
    assert amiss(cells(block)) == []
    assert amiss(cells(block.replace("o2", "o5"))) == [("mixed", "1,0 1,1 1,2")]
    assert amiss(cells(block.replace("o2", "g2"))) == [("mixed", "0,1 1,1 2,1 3,1")]
    assert amiss(cells(block.replace("o2", "o3"))) == [
        ("twice", "1,1 2,1"),
        ("mixed", "1,0 1,1 1,2"),
    ]
    assert amiss(cells(block.replace("r1", "..").replace("o1", ".."))) == []
    assert amiss(cells("r1 r2 r3 / .. .. o4")) == [("short", "2,0 2,1"), ("mixed", "2,0 2,1")]


# The variation for younger players


@pytest.mark.rule("pivit:L13a", "pivit:R2")
def test_younger_players_may_have_lines_of_two_that_match() -> None:
    assert amiss(cells("r1 r2"), younger=True) == []
    assert amiss(cells("r1 / o1"), younger=True) == []
    assert amiss(cells("r1 **"), younger=True) == []
    assert amiss(cells("r1 o2"), younger=True) == [("mixed", "0,0 1,0")]
    assert amiss(cells("r1 r1"), younger=True) == [("twice", "0,0 1,0")]
    assert amiss(cells("r1 r2 o3"), younger=True) == [("mixed", "0,0 1,0 2,0")]
    assert amiss(cells("r1 r2 r3 r4 r5 r6 **"), younger=True)[0][0] == "long"


# One piece, all tiles


@pytest.mark.rule("pivit:R3")
def test_the_grid_is_one_piece_joined_by_edges() -> None:
    assert amiss(cells("r1 r2 r3 r4 / .. .. .. .. o1 o2 o3")) == [("apart", "4,1 5,1 6,1")]
    assert amiss(cells("r1 r2 r3 / / o1 o2 o3 o4 / / y1 y2 y3")) == [
        ("apart", "0,0 0,4 1,0 1,4 2,0 2,4")
    ]
    assert [len(piece) for piece in pieces(cells("r1 r2 .. r3 / .. .. .. r4 r5"))] == [3, 2]


@pytest.mark.rule("pivit:R3", "pivit:L68")
def test_the_grid_holds_the_whole_hand_and_nothing_else() -> None:
    assert amiss(cells("r1 r2 r3"), "r1 r2 r3 o5 o5") == [("unused", "")]
    assert amiss(cells("r1 r2 r3"), "r1 r2 o5") == [("foreign", ""), ("unused", "")]
    assert amiss(cells("r1 r2 **"), "r1 r2 r3") == [("foreign", ""), ("unused", "")]
    hand = tuple(map(ALL.index, ("r1", "r2", "r2", "r3", "o5")))
    [unused] = grid_faults(cells("r1 r2 r3"), hand, pairs_allowed=False)
    assert [ALL[tile] for tile in unused.tiles] == ["r2", "o5"]
    foreign, *_ = grid_faults(cells("r1 o1 r1"), hand, pairs_allowed=False)
    assert [ALL[tile] for tile in foreign.tiles] == ["r1", "o1"]


@pytest.mark.rule("pivit:L80c", "pivit:L82")
@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_blocks_of_these_tests_are_right(seat: int) -> None:
    for grid in (right(seat), another_right(seat), rows(columns_first(block(seat)), 4)):
        assert amiss(cells(grid), block(seat)) == []
        assert is_right(cells(grid))
    assert amiss(cells(wrong(seat)), block(seat))
    assert not is_right(cells(wrong(seat)))


def columns_first(tiles: str) -> str:
    words = tiles.split()
    return " ".join(words[6 * y + x] for x in range(6) for y in range(4))


# Wild tiles


@pytest.mark.rule("pivit:L94", "pivit:R4")
def test_a_wild_tile_stands_for_any_tile_that_fits() -> None:
    assert choose_wilds(cells("r1 ** r3 r4 r5 r6")) == {(1, 0): ALL.index("r2")}
    assert choose_wilds(cells("r1 o1 y1 g1 b1 **")) == {(5, 0): ALL.index("p1")}
    assert choose_wilds(cells("r1 r2 r3")) == {}
    for tile in range(36):
        colour, design = divmod(tile, 6)
        row = [6 * colour + (design + step) % 6 for step in (1, 2, 3, 4, 5)]
        column = [6 * ((colour + step) % 6) + design for step in (1, 2, 3, 4, 5)]
        grid = {(0, 0): 36, **{(x + 1, 0): other for x, other in enumerate(row)}}
        grid |= {(0, y + 1): other for y, other in enumerate(column)}
        assert choose_wilds(grid) == {(0, 0): tile}
        assert amiss(grid) == []


@pytest.mark.rule("pivit:R4")
def test_a_wild_tile_is_the_same_in_its_row_and_in_its_column() -> None:
    # The row wants a red tile; the column a green one, or a 2 or 3 at the crossing.
    assert amiss(cells("r1 ** r4 / .. g2 .. / .. b2 ..")) == []
    assert amiss(cells("r1 ** r2 / .. g2 .. / .. b2 ..")) == [("wild", "1,0")]
    assert amiss(cells("r1 ** r4 / .. g2 .. / .. g3 ..")) == [("wild", "1,0")]


@pytest.mark.rule("pivit:R4")
def test_no_two_wild_tiles_of_a_line_stand_for_the_same() -> None:
    chosen = choose_wilds(cells("r1 ** ** r4 r5 r6"))
    assert chosen is not None
    assert sorted(ALL[tile] for tile in chosen.values()) == ["r2", "r3"]
    # Both wilds of the column would have to be the red 2.
    grid = "r1 ** r3 r4 r5 r6 / .. o2 .. / r1 ** r3 r4 r5 r6"
    assert amiss(cells(grid)) == [("wild", "1,0 1,2")]


@pytest.mark.rule("pivit:R4")
def test_wild_tiles_may_have_to_agree_over_several_lines() -> None:
    grid = "r1 r2 ** / .. .. ** .. .. / .. .. g6 g5 g4"
    chosen = choose_wilds(cells(grid))
    assert amiss(cells(grid)) == []
    assert chosen is not None
    assert ALL[chosen[2, 0]] == "r6"
    assert ALL[chosen[2, 1]] in ("o6", "y6", "b6", "p6")
    assert amiss(cells("** ** ** / ** .. ** / ** ** **")) == []
    # The column makes the second one a 3, and so the first.
    assert amiss(cells("** ** r3 / .. g3 .. / .. b3 ..")) == []


@pytest.mark.rule("pivit:R4", "pivit:L86b")
def test_what_is_wrong_whatever_the_wilds_are_is_named_by_itself() -> None:
    assert amiss(cells("r1 ** o2")) == [("mixed", "0,0 1,0 2,0")]
    assert amiss(cells("r1 ** / r1 .. / r2")) == [
        ("short", "0,0 1,0"),
        ("twice", "0,0 0,1"),
    ]


@pytest.mark.rule("pivit:R4")
@pytest.mark.parametrize("aside", ["**", "** ** **", "r1 ** ** / .. o3", "** / ** / **"])
@pytest.mark.parametrize("times", [2, 5, 20])
def test_wild_tiles_that_lie_aside_make_little_work(aside: str, times: int) -> None:
    grid = cells("r1 ** r2 / .. g2 .. / .. b2 ..")
    for number in range(times):
        grid |= {(x - 9, y + 9 * number): tile for (x, y), tile in cells(aside).items()}
    assert "apart" in dict(with_little_work(lambda: amiss(grid)))


# Against trying everything

tiles = st.integers(0, 35)
lengths = st.integers(2, 5)


@st.composite
def line_through(draw: st.DrawFn, tile: int | None = None) -> list[int]:
    """A right line, but for its length, from this tile on."""
    first = draw(tiles) if tile is None else tile
    colour, design = divmod(first, 6)
    others = draw(st.permutations(range(6)))
    if draw(st.booleans()):
        line = [6 * colour + other for other in others if other != design]
    else:
        line = [6 * other + design for other in others if other != colour]
    return [first, *line[: draw(lengths) - 1]]


@st.composite
def crosswords(draw: st.DrawFn) -> Mutable:
    """A row with a few columns on it, mostly right."""
    grid: Mutable = {(x, 0): tile for x, tile in enumerate(draw(line_through()))}
    for x in draw(st.sets(st.sampled_from([x for x in (0, 2, 4) if (x, 0) in grid]))):
        down = draw(st.sampled_from([1, -1]))
        column = draw(line_through(grid[x, 0]))
        grid |= {(x, down * y): tile for y, tile in enumerate(column)}
    return grid


@st.composite
def patches(draw: st.DrawFn) -> Mutable:
    """A part of the block of all tiles, in which lines may lie side by side."""
    across, down = (draw(st.permutations(range(6))) for _ in range(2))
    places = st.tuples(st.integers(0, 4), st.integers(0, 3))
    gaps = draw(st.sets(places, max_size=5))
    width, height = draw(st.integers(3, 5)), draw(st.integers(1, 4))
    return {
        (x, y): 6 * down[y] + across[x]
        for x in range(width)
        for y in range(height)
        if (x, y) not in gaps
    }


@st.composite
def altered(draw: st.DrawFn) -> Mutable:
    """One of those, with something changed, and up to two wild tiles in it."""
    grid = draw(st.one_of(crosswords(), patches()).filter(bool))
    somewhere = st.sampled_from(sorted(grid))
    match draw(st.sampled_from(["as it is", "another", "added", "gone", "swapped"])):
        case "another":
            grid[draw(somewhere)] = draw(tiles)
        case "added":
            x, y = draw(somewhere)
            grid[x + draw(st.integers(-1, 1)), y + draw(st.integers(-1, 1))] = draw(tiles)
        case "gone" if len(grid) > 1:
            del grid[draw(somewhere)]
        case "swapped":
            one, other = draw(somewhere), draw(somewhere)
            grid[one], grid[other] = grid[other], grid[one]
        case _:
            pass
    for cell in draw(st.sets(st.sampled_from(sorted(grid)), max_size=2)):
        grid[cell] = 36
    return grid


def agrees(grid: PivitGrid, *, younger: bool) -> None:
    expected = is_right(grid, pairs_allowed=younger)
    assert (amiss(grid, younger=younger) == []) == expected
    assert sorted(map(sorted, lines(grid))) == sorted(map(sorted, runs(grid)))
    if expected:
        chosen = choose_wilds(grid)
        assert chosen is not None
        assert is_right({**grid, **chosen}, pairs_allowed=younger)


@pytest.mark.rule("pivit:R2", "pivit:R3", "pivit:R4", "pivit:L13a")
@settings(max_examples=150)
@given(grid=altered(), younger=st.booleans())
@example(grid=cells("r1 ** r2 / .. g2 .. / .. b2 .."), younger=False)
@example(grid=cells("r1 ** r4 / .. ** .. / .. b2 .."), younger=False)
def test_a_grid_is_right_if_trying_all_tiles_for_its_wilds_says_so(
    grid: Mutable, younger: bool
) -> None:
    agrees(grid, younger=younger)


@pytest.mark.exhaustive
@pytest.mark.rule("pivit:R2", "pivit:R3", "pivit:R4", "pivit:L13a")
@settings(max_examples=5_000)
@given(grid=altered(), younger=st.booleans())
def test_many_grids_are_right_if_trying_says_so(grid: Mutable, younger: bool) -> None:
    agrees(grid, younger=younger)


@pytest.mark.rule("pivit:L82", "pivit:L86a", "pivit:L86b", "pivit:R3")
def test_each_single_fault_in_a_right_grid_is_found() -> None:
    whole = cells(right(0))
    for one in whole:
        for other in whole:
            if one < other:
                agrees({**whole, one: whole[other], other: whole[one]}, younger=False)
        for tile in range(36):
            agrees({**whole, one: tile}, younger=False)
        left = {cell: tile for cell, tile in whole.items() if cell != one}
        assert ("unused", "") in amiss(left, block(0))
        for place in ((6, 0), (6, 3), (0, 4), (5, 4), (2, -1), (-1, 1), (7, 7)):
            agrees({**left, place: whole[one]}, younger=False)


# How a grid is written


@pytest.mark.rule("pivit:R16")
@given(grid=crosswords(), across=st.integers(-50, 50), down=st.integers(-50, 50))
def test_a_grid_is_the_same_wherever_it_is_placed(grid: Mutable, across: int, down: int) -> None:
    moved = {(x + across, y + down): tile for (x, y), tile in reversed(grid.items())}
    assert normalise(moved) == normalise(grid)
    assert min(x for x, _, _ in normalise(grid)) == min(y for _, y, _ in normalise(grid)) == 0
    assert [(y, x) for x, y, _ in normalise(grid)] == sorted((y, x) for x, y, _ in normalise(grid))
    assert (amiss(moved) == []) == (amiss(grid) == [])


@pytest.mark.parametrize("text", HARDEST_WILDS)
def test_six_wild_tiles_are_decided_with_little_work(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at = 0
    fitting = grid_module._fitting

    def counted(grid: PivitGrid, line: tuple[Cell, ...]) -> int:
        nonlocal looked_at
        looked_at += 1
        return fitting(grid, line)

    monkeypatch.setattr(grid_module, "_fitting", counted)
    choose_wilds(cells(text))
    assert looked_at <= 3_000
