"""Hidden hands: others learn how many cards there are, and nothing else."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

import quincunx
from quincunx.games.qwirkle_cards.state import QwirkleCardsState
from tests.games.qwirkle_cards.matches import (
    ALL_KINDS,
    cards,
    deal,
    is_playable,
    position,
    script_draws,
)

MINE = "Rc Rs Rd Rl Oc Ys Gd Bl Px"
THEIRS = "Oc Os Od Yc Gl Bx Pa Gl Bx"
OTHERS = "Ps Os Gs Ya Bd Bl Oc Rx Rx"
"""Two hands with a largest set of three."""
STUCK = "Oc Oc Oc Od Od Od Ys Ys Ys"


@pytest.mark.rule("qwirkle_cards:R11")
def test_everybody_sees_their_own_hand_only() -> None:
    match = deal(MINE, THEIRS, OTHERS)
    hands = [match.view(seat).hands[seat] for seat in range(3)]
    assert [sorted(hand) for hand in hands] == [
        sorted(cards(hand)) for hand in (MINE, THEIRS, OTHERS)
    ]
    for seat in range(3):
        shown = match.view(seat).hands
        assert shown == tuple(hands[seat] if other == seat else None for other in range(3))
        assert match.view(seat).seat == seat
    assert match.view(None).hands == (None,) * 3
    assert match.view(None).seat is None
    assert match.view(quincunx.OMNISCIENT).hands == tuple(hands)


@pytest.mark.rule("qwirkle_cards:R11")
def test_everybody_sees_how_many_cards_there_are() -> None:
    match = position(MINE, "Oc Os", "Yc", deck=7)
    for viewer in (None, 0, 1, 2):
        assert match.view(viewer).sizes == (9, 2, 1)
        assert match.view(viewer).deck == 7


def last_event_args(
    match: quincunx.Match, viewer: int | None, kind: str
) -> list[dict[str, object]]:
    """Return the arguments of the last event of that kind that the viewer received."""
    return [
        dict(message.args)
        for message in match.observations(viewer)[-1].events
        if message.id == f"qwirkle_cards.event.{kind}"
    ]


@pytest.mark.rule("qwirkle_cards:R11", "qwirkle_cards:R5")
def test_what_is_drawn_only_its_drawer_sees() -> None:
    match = position("Rc Rs Rd Bl Bl Px Px Ya Ya", STUCK)
    script_draws(match, "Pl Pa Ps").play("[Rc Rs Rd]", 0)
    for seat, count, drawn in ((0, 3, "Ps Pl Pa"), (1, 9, "Rl Rx Ra Yd Gc Gs Gl Bx Pc")):
        assert last_event_args(match, seat, "drew_these") == [{"seat": seat, "cards": cards(drawn)}]
        assert last_event_args(match, seat, "drew") == []
        for viewer in (None, 1 - seat):
            assert last_event_args(match, viewer, "drew") == [{"seat": seat, "count": count}]
            assert last_event_args(match, viewer, "drew_these") == []
        assert match.log[-1].chance[0].to == seat
        if seat == 0:
            script_draws(match, "Rl Rx Ra Yd Gc Gs Gl Bx Pc").play("redraw", 1)


@pytest.mark.rule("qwirkle_cards:R11")
def test_all_viewers_see_plays_and_that_a_seat_cannot_play() -> None:
    match = position("Rc Rs Rd Bl Bl Px Px Ya Ya", STUCK)
    match.play("[Rc Rs Rd]", 0)
    for viewer in (None, 0, 1):
        assert last_event_args(match, viewer, "played") == [{"seat": 0, "cards": cards("Rc Rs Rd")}]
        assert last_event_args(match, viewer, "stuck") == [{"seat": 1}]
        assert match.observations(viewer)[-1].move == match.game.parse_move("[Rc Rs Rd]")


def everything(match: quincunx.Match, viewer: int | None) -> list[object]:
    """All that the rules give that viewer in the middle of a game."""
    given = [match.view(viewer), list(match.observations(viewer)), match.record(viewer).to_json()]
    return given if viewer is None else [*given, list(match.legal_moves(viewer))]


@pytest.mark.rule("qwirkle_cards:R11")
@pytest.mark.parametrize("viewer", [None, 0])
def test_another_hidden_hand_changes_nothing_that_a_viewer_gets(viewer: int | None) -> None:
    one, other = deal(MINE, THEIRS), deal(MINE, OTHERS)
    assert one.view(quincunx.OMNISCIENT) != other.view(quincunx.OMNISCIENT)
    assert everything(one, viewer) == everything(other, viewer)
    for match in (one, other):
        script_draws(match, "Ba Ga Pl").play("[Rc Rs Rd]", 0)
    assert everything(one, viewer) == everything(other, viewer)


# The deal

TWO = "Rc Rc Rs Os Od Od Yd Yl Gl"
TWO_TOO = "Gx Gx Gx Ba Ba Ba Bx Pa Pc"
"""Two hands without a set of three."""


@pytest.mark.rule("qwirkle_cards:R11", "qwirkle_cards:R2")
@pytest.mark.parametrize(
    "other",
    [
        pytest.param(lambda: deal(THEIRS, OTHERS), id="a smaller set"),
        pytest.param(lambda: deal(MINE, THEIRS, before=f"{TWO} {TWO_TOO}"), id="a second deal"),
    ],
)
def test_what_the_deal_tells_can_be_seen_afterwards(other: Callable[[], quincunx.Match]) -> None:
    one, another = deal(MINE, THEIRS), other()
    told = [list(match.observations(None)) for match in (one, another)]
    assert told[0] == told[1] or one.view(None) != another.view(None)


@pytest.mark.rule("qwirkle_cards:R11", "qwirkle_cards:R2")
def test_a_second_deal_has_chances_of_its_own() -> None:
    """Hidden hands decide whether there is one; they must not shift what a seat is dealt."""
    match = deal(MINE, THEIRS, before=f"{TWO} {TWO_TOO}")
    streams = [result.stream for result in match.log[0].chance]
    assert len(streams) == 4
    assert not set(streams[:2]) & set(streams[2:])


# Imagined worlds


def imagined(match: quincunx.Match, viewer: int | None, seed: int) -> QwirkleCardsState:
    world = match.rules.determinise(match.view(viewer), match.observations(viewer), Random(seed))
    assert isinstance(world, QwirkleCardsState)
    return world


def texts(kinds: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(ALL_KINDS[kind] for kind in kinds)


@pytest.mark.rule("qwirkle_cards:R11")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_what_is_imagined_agrees_with_what_is_known_and_no_card_is_invented(
    viewer: int | None,
) -> None:
    match = deal(MINE, THEIRS)
    match.play("[Rc Rs Rd]", 0)
    worlds = [imagined(match, viewer, seed) for seed in range(30)]
    for world in worlds:
        match.rules.audit(world)
        assert match.rules.view(world, viewer) == match.view(viewer)
    for seat in (0, 1):
        assert (len({world.hands[seat] for world in worlds}) == 1) == (seat == viewer)


@pytest.mark.rule("qwirkle_cards:R11", "qwirkle_cards:R5")
def test_a_sampled_state_lets_the_seat_on_turn_play() -> None:
    match = deal(MINE, THEIRS)
    for seed in range(300):
        assert is_playable((), texts(imagined(match, 1, seed).hands[0]))


@pytest.mark.rule("qwirkle_cards:R11", "qwirkle_cards:R5")
def test_a_sampled_state_lets_no_redrawing_seat_play() -> None:
    match = position("Rc Rs Rd Bl Bl Px Px Ya Ya", STUCK)
    match.play("[Rc Rs Rd]", 0)
    assert match.view(0).phase == "redraw"
    for seed in range(50):
        assert not is_playable(cards("Rc Rs Rd"), texts(imagined(match, 0, seed).hands[1]))
