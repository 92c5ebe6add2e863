"""What a player is building: kept, private, and with its faults named."""

from __future__ import annotations

import pytest

import quincunx
from quincunx.games.pivit.state import PivitDraft
from tests.games.pivit.matches import (
    CAP,
    COUNTDOWN,
    at_scoring,
    block,
    claim,
    draft,
    faults,
    phase,
    right,
    shown,
    stop_all,
    table,
    take,
    trade,
    wait,
    wrong,
)

# Faults


@pytest.mark.rule("pivit:R2", "pivit:R3", "pivit:R7", "pivit:L98")
@pytest.mark.parametrize(
    ("laid", "wrong"),
    [
        ("r1 r2 r3", []),
        ("r1", []),
        ("r1 r2", [("short", "0,0 1,0")]),
        ("r1 .. r3", [("apart", "2,0")]),
        ("r1 r2 o3", [("mixed", "0,0 1,0 2,0")]),
        ("r1 o2", [("short", "0,0 1,0"), ("mixed", "0,0 1,0")]),
        ("r1 r2 r3 / o1 / y1 y2", [("short", "0,2 1,2")]),
        ("r1 r2 r3 / .. .. o4", [("short", "2,0 2,1"), ("mixed", "2,0 2,1")]),
    ],
)
def test_every_fault_is_named_with_its_cells(laid: str, wrong: list[tuple[str, str]]) -> None:
    found = faults(draft(table(3), 0, laid))
    assert found == [*wrong, ("unused", "")]


@pytest.mark.rule("pivit:R2", "pivit:L86b", "pivit:R4", "pivit:R5")
def test_more_faults() -> None:
    hand = "r1 r1 ** ** r2 g2 b2 " + " ".join(f"y{n} p{n} o{n}" for n in "12345") + " g1 g3"
    match = table(1, hand)
    assert faults(draft(match, 0, "r1 o1 r1")) == [("twice", "0,0 2,0"), ("unused", "")]
    assert faults(draft(match, 0, "r1 ** r2 / .. g2 / .. b2")) == [("wild", "1,0"), ("unused", "")]
    assert faults(draft(match, 0, "y1 y2 y3 y4 y5 ** **")) == [
        ("long", "0,0 1,0 2,0 3,0 4,0 5,0 6,0"),
        ("unused", ""),
    ]
    assert faults(draft(match, 0, "r3 r1 r2")) == [("foreign", ""), ("unused", "")]


@pytest.mark.rule("pivit:L68", "pivit:R3")
def test_a_grid_without_faults_is_a_grid_of_all_tiles() -> None:
    match = table(3)
    assert draft(match, 0, right(0)) == ()
    [unused] = draft(match, 0, right(0)[:-6])
    assert dict(unused.message.args) == {"tiles": ("g5", "g6"), "count": 2}
    assert faults(draft(match, 0, f"{right(0)} / b1 b2")) == [
        ("foreign", ""),
        ("short", "0,4 1,4"),
    ]
    [empty] = match.draft(0, PivitDraft())
    assert dict(empty.message.args) == {"tiles": tuple(block(0).split()), "count": 24}


@pytest.mark.rule("pivit:L98", "pivit:R16")
def test_tiles_may_lie_anywhere_and_faults_name_them_where_they_lie() -> None:
    match = table(3)
    found = match.draft(0, PivitDraft(((-7, 40, "r1"), (-6, 40, "r2"), (1_000_000, -9, "r3"))))
    assert faults(found) == [
        ("short", "-7,40 -6,40"),
        ("apart", "1000000,-9"),
        ("unused", ""),
    ]
    moved = tuple((x - 3, y - 900, tile) for x, y, tile in shown(right(0)))
    assert match.draft(0, PivitDraft(moved)) == ()


@pytest.mark.rule("pivit:L80c")
@pytest.mark.parametrize(
    "tiles",
    [
        ((0, 0, "r1"), (0, 0, "r2")),
        ((0, 0, "r7"),),
        ((0, 0, ""),),
        ((0, 0, "R1"),),
        ((0, 0, "r1"), (1, 0, "red one")),
    ],
)
def test_what_is_no_grid_is_named_as_such(tiles: tuple[tuple[int, int, str], ...]) -> None:
    assert faults(table(3).draft(0, PivitDraft(tiles))) == [("not_placed", "")]


@pytest.mark.rule("pivit:L13a")
def test_for_younger_players_lines_of_two_are_not_faults() -> None:
    match = table(3, younger=True)
    assert faults(draft(match, 0, "r1 r2")) == [("unused", "")]
    assert faults(draft(match, 0, "r1 o2")) == [("mixed", "0,0 1,0"), ("unused", "")]


@pytest.mark.rule("pivit:R7")
def test_at_scoring_line_faults_are_not_shown_before_the_check() -> None:
    match = at_scoring(3)
    for laid in ("r1 o2", "r1 r2 .. r3", "r1 r2 r3", "r1"):
        assert faults(draft(match, 0, laid)) == [("unused", "")]
    assert faults(draft(match, 0, "r1 b2 r1")) == [("foreign", ""), ("unused", "")]
    assert draft(match, 0, wrong(0)) == ()
    take(match, 0, wrong(0))
    take(match, 1)
    assert phase(match) == "race"
    assert faults(draft(match, 2, "y1 g2")) == [
        ("short", "0,0 1,0"),
        ("mixed", "0,0 1,0"),
        ("unused", ""),
    ]
    assert faults(draft(match, 0, wrong(0)))[0] == ("mixed", "0,0 0,1 0,2 0,3")


# Who sees them, and how long


@pytest.mark.rule("pivit:R12")
def test_others_see_nothing_but_how_many_tiles_lie_there() -> None:
    match = table(3)
    before = [(match.view(viewer), match.record(viewer).steps) for viewer in (None, 1, 2)]
    for laid, count in (("r1 r2 r3", 3), ("r1", 1), (right(0), 24), ("r1 .. g6", 2)):
        draft(match, 0, laid)
        assert match.progress == {0: count}
        assert match.public_drafts == {}
        assert match.draft_of(0) == PivitDraft(shown(laid))
        assert match.draft_of(1) is None
        assert match.record(1).drafts == match.record(None).drafts == ()
        assert [
            (match.view(viewer), match.record(viewer).steps) for viewer in (None, 1, 2)
        ] == before


@pytest.mark.rule("pivit:R12", "pivit:R5")
def test_a_draft_outlives_trades_votes_and_what_others_do() -> None:
    match = table(4)
    kept = PivitDraft(shown("r1 r2 r3"))
    match.draft(0, kept)
    for move in ("trade r1", "stop", "resume"):
        match.play(move, 0)
        assert match.draft_of(0) == kept
    take(match, 1)
    trade(match, 2, "y1")
    assert match.draft_of(0) == kept
    assert faults(match.draft(0, kept))[0] == ("foreign", "")
    with pytest.raises(quincunx.IllegalMove):
        match.play(f"claim {wrong(0)}", 0)
    assert match.draft_of(0) == kept


@pytest.mark.rule("pivit:R12")
def test_a_draft_is_restored_with_the_game() -> None:
    match = quincunx.Match(table(2).game, table(2).options, 2, seed=quincunx.Seed.of(1))
    for seat in (0, 1):
        match.play("ready", seat)
    wait(match, COUNTDOWN)
    tiles = match.view(0).hands[0]
    match.draft(0, PivitDraft(((0, 0, tiles[0]), (1, 0, tiles[1]))))
    archive = match.full_record()
    assert [entry.draft for entry in archive.drafts] == [
        {"tiles": [[0, 0, tiles[0]], [1, 0, tiles[1]]]}
    ]
    assert match.record(1).drafts == ()


@pytest.mark.rule("pivit:R12")
def test_after_the_round_all_that_was_built_is_open_until_the_next() -> None:
    match = table(3)
    draft(match, 0, "r1 r2 r3")
    draft(match, 2, "y1 y2")
    take(match, 1)
    assert match.public_drafts == {}
    stop_all(match)
    assert phase(match) == "ready"
    assert match.public_drafts == {0: PivitDraft(shown("r1 r2 r3")), 2: PivitDraft(shown("y1 y2"))}
    assert match.view(None).grids == (None, shown(right(1)), None)
    match.play("ready", 0)
    assert set(match.public_drafts) == {0, 2}
    match.play("ready", 1)
    match.play("ready", 2)
    assert match.public_drafts == {}
    wait(match, COUNTDOWN)
    assert match.progress == {}
    assert match.draft_of(0) is None


@pytest.mark.rule("pivit:R12")
def test_nobody_builds_before_go_or_after_claiming_or_between_rounds() -> None:
    match = table(3)
    claim(match, 0)
    with pytest.raises(quincunx.NoDraft):
        draft(match, 0, right(0))
    wait(match, CAP)
    with pytest.raises(quincunx.NoDraft):
        draft(match, 0, right(0))
    stop_all(match)
    with pytest.raises(quincunx.NoDraft):
        draft(match, 1, right(1))


@pytest.mark.rule("pivit:R7", "pivit:L100c")
def test_after_a_withdrawal_the_grid_is_still_there_to_change() -> None:
    match = at_scoring(3)
    draft(match, 0, wrong(0))
    take(match, 0, wrong(0))
    match.play("withdraw", 0)
    assert match.view(0).refused == shown(wrong(0))
    assert match.view(1).refused is None
    assert draft(match, 0, right(0)) == ()
