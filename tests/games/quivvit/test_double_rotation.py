"""Double Rotation: half turns and free links."""

from __future__ import annotations

import pytest

import quincunx
from tests.games.events import event_args
from tests.games.quivvit.matches import (
    CELLS,
    EMPTY,
    cards_on_grid,
    expect_refusal,
    legal_moves,
    play,
    rotate,
    script_chance,
    set_fields,
    set_grid,
    table,
    uniform_grid,
)

SQUARE = {"b2": "GBRY1", "c2": "GBYR2", "b3": "GRBY3", "c3": "RGBY-1"}
"""A full square of red; nothing else links."""
FAR = {"e5": "RGBY1"}


def double(seats: int = 2, **options: object) -> quincunx.Match:
    return table(seats, double_rotation=True, **options)


def claims(match: quincunx.Match, seat: int) -> set[str]:
    return {move.split()[1] for move in legal_moves(match, seat) if move.startswith("claim")}


# Half a turn


@pytest.mark.rule("quivvit:L302", "quivvit:L211")
def test_half_a_turn_is_offered_on_every_card() -> None:
    match = set_grid(double(), **uniform_grid("RGBY1"))
    assert legal_moves(match, 0) == {
        f"{c} {way}" for c in CELLS for way in ("left", "right", "half")
    }


@pytest.mark.rule("quivvit:L302")
def test_half_a_turn_spends_the_card_once_and_for_all() -> None:
    match = set_grid(double(), EMPTY, a1="RGBY1", e5="RGBY1")
    events = play(match, "a1 half")
    assert cards_on_grid(match)["a1"] == "BYRG1"
    assert event_args(events, "turned")[0]["way"] == "half"
    assert match.view(None).doubles == (False, True)
    play(match, "e5 half")
    assert match.view(None).doubles == (False, False)
    for _ in range(2):
        seat = match.awaited[0]
        assert legal_moves(match, seat) == {
            f"{c} {w}" for c in ("a1", "e5") for w in ("left", "right")
        }
        expect_refusal(match, seat, "a1 half", "no_double", "L302")
        play(match, "a1 left")


@pytest.mark.rule("quivvit:L302", "quivvit:R5")
def test_half_a_turn_links_like_any_other() -> None:
    match = set_grid(double(), EMPTY, c3="RGBY1", d3="YBRG2", **FAR)
    play(match, "c3 half")
    assert match.view(None).points == (3, 0)


@pytest.mark.rule("quivvit:L302")
def test_a_quarter_turn_keeps_the_card() -> None:
    match = double()
    rotate(match, linking=True)
    assert match.view(None).doubles == (True, True)


@pytest.mark.rule("quivvit:L302", "quivvit:R6")
def test_a_late_turn_keeps_the_card() -> None:
    match = double(timed=True)
    match.tick(60_000)
    assert match.view(None).doubles == (True, True)


# Free links


@pytest.mark.rule("quivvit:L175b", "quivvit:L177a", "quivvit:L378", "quivvit:R8")
@pytest.mark.parametrize("cell", SQUARE)
def test_any_card_of_a_full_square_may_be_claimed(cell: str) -> None:
    match = set_grid(double(), EMPTY, **SQUARE, **FAR)
    assert claims(match, 0) == set(SQUARE)
    effect = match.rules.effect(match.state, 0, match.game.parse_move(f"claim {cell}"))
    assert (set(effect["cells"]), effect["points"]) == (set(SQUARE), 5)
    events = play(match, f"claim {cell}")
    assert event_args(events, "turned") == [
        {"seat": 0, "cell": cell, "way": "claim", "cards": 4, "points": 5}
    ]
    view = match.view(None)
    assert (view.points, view.cards, view.turn) == ((5, 0), (4, 0), 1)
    assert cards_on_grid(match) == FAR


@pytest.mark.rule("quivvit:R8", "quivvit:L177a")
def test_claiming_keeps_the_card_and_is_the_turn() -> None:
    match = set_grid(double(), EMPTY, **SQUARE, **FAR)
    play(match, "claim b2")
    assert match.view(None).doubles == (True, True)
    assert match.awaited == (1,)


@pytest.mark.rule("quivvit:L177a", "quivvit:R8")
def test_a_seat_that_spent_its_double_rotate_claims_nothing() -> None:
    match = set_fields(set_grid(double(), EMPTY, **SQUARE, **FAR), doubles=(False, True))
    assert claims(match, 0) == set()
    expect_refusal(match, 0, "claim b2", "no_double", "L177a")
    play(match, "e5 left")
    assert claims(match, 1) == set(SQUARE)


@pytest.mark.rule("quivvit:L167")
def test_without_the_rule_there_are_no_free_links() -> None:
    match = set_grid(table(), EMPTY, **SQUARE, **FAR)
    expect_refusal(match, 0, "claim b2", "no_double", "L177a")


@pytest.mark.rule("quivvit:L175b", "quivvit:R8")
@pytest.mark.parametrize("missing", SQUARE)
def test_three_cards_are_no_square(missing: str) -> None:
    cards = {cell: card for cell, card in SQUARE.items() if cell != missing}
    match = set_grid(double(), EMPTY, **cards, **FAR)
    for cell in cards:
        expect_refusal(match, 0, f"claim {cell}", "no_free_link", "L175b")
    expect_refusal(match, 0, f"claim {missing}", "no_card", "R11")
    expect_refusal(match, 0, "claim e5", "no_free_link", "L175b")


@pytest.mark.rule("quivvit:L175a", "quivvit:L175b")
def test_new_cards_can_make_a_free_link() -> None:
    match = set_grid(double(), **uniform_grid("RGBY1"))
    assert claims(match, 0) == set()
    script_chance(match, "RGYB1 RBGY1 BRGY1 RGBY1 RGBY1")  # for c2, b3, c3, d3, c4
    play(match, "c3 left")
    assert claims(match, 1) == {"b2", "c2", "b3", "c3"}


@pytest.mark.rule("quivvit:R8")
def test_a_square_counts_however_it_arose() -> None:
    """A rotation can leave one behind when the die shows another colour."""
    match = double(random_color=True)
    script_chance(match, die="YYR")
    rotate(match, linking=False)
    set_grid(match, EMPTY, **{**SQUARE, "b2": "YGBR1"}, **FAR)
    play(match, "b2 left")
    assert cards_on_grid(match) == {**SQUARE, **FAR}
    assert (match.view(None).colour, claims(match, match.awaited[0])) == ("Y", set())
    play(match, "e5 left")
    assert (match.view(None).colour, claims(match, match.awaited[0])) == ("R", set(SQUARE))


@pytest.mark.rule("quivvit:L177b", "quivvit:R8")
def test_all_that_links_with_the_claimed_card_is_taken() -> None:
    """The neighbour below c3 shows blue, as c3 does, and is no part of the square."""
    match = set_grid(double(), EMPTY, **SQUARE, c4="YBRG3", **FAR)
    assert "c4" not in claims(match, 0)
    play(match, "claim c3")
    assert match.view(None).last.cells == ("b2", "c2", "b3", "c3", "c4")
    assert match.view(None).points == (8, 0)


@pytest.mark.rule("quivvit:L177b", "quivvit:R8")
def test_what_links_with_others_of_the_square_alone_is_not_taken() -> None:
    match = set_grid(double(), EMPTY, **SQUARE, c4="YBRG3", **FAR)
    play(match, "claim b2")
    assert match.view(None).last.cells == tuple(sorted(SQUARE, key=CELLS.index))
    assert cards_on_grid(match) == {"c4": "YBRG3", **FAR}


@pytest.mark.rule("quivvit:L179a", "quivvit:L179b", "quivvit:R8")
def test_a_card_of_two_squares_takes_both() -> None:
    second = {"d3": "RYGB1", "c4": "RBYG1", "d4": "BGRY1"}
    match = set_grid(double(), EMPTY, **SQUARE, **second, **FAR)
    assert claims(match, 0) == {*SQUARE, *second}
    play(match, "claim c3")
    assert set(match.view(None).last.cells) == {*SQUARE, *second}
    assert [link.colour for link in match.view(None).last.links] == ["R", "B"]
    match.undo()
    play(match, "claim b2")
    assert set(match.view(None).last.cells) == set(SQUARE), "the other square is for c3 alone"


@pytest.mark.rule("quivvit:L250b", "quivvit:R8")
@pytest.mark.parametrize(("colour", "cells"), [("R", {"b2", "c2", "b3", "c3"}), ("B", set())])
def test_with_the_die_the_square_must_show_its_colour(colour: str, cells: set[str]) -> None:
    match = double(random_color=True)
    script_chance(match, die=colour)
    rotate(match, linking=False)
    set_grid(match, EMPTY, **SQUARE, c4="YBRG3", **FAR)
    assert claims(match, 1) == cells
    if cells:
        play(match, "claim c3")
        assert set(match.view(None).last.cells) == cells, "blue does not count"
    else:
        expect_refusal(match, 1, "claim c3", "no_free_link", "L175b")


@pytest.mark.rule("quivvit:L181", "quivvit:R8")
@pytest.mark.parametrize("cell", SQUARE)
def test_a_covered_card_breaks_the_square(cell: str) -> None:
    match = set_grid(double(color_blocking=True), EMPTY, **SQUARE, **FAR)
    match.play(f"block {cell}", 1)
    assert claims(match, 0) == set()
    for other in SQUARE:
        reason = ("covered", "L266d") if other == cell else ("no_free_link", "L175b")
        expect_refusal(match, 0, f"claim {other}", *reason)


@pytest.mark.rule("quivvit:L177a", "quivvit:L211")
def test_only_the_seat_on_turn_claims() -> None:
    match = set_grid(double(color_blocking=True), EMPTY, **SQUARE, **FAR)
    expect_refusal(match, 0, "claim b2", "not_your_turn", "L211")
    expect_refusal(match, 1, "claim b2", "not_your_turn", "L211")
