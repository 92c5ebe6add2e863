"""Where tokens belong, and what players may tell each other about it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

import pytest

import quincunx
from tests.games.events import event_kinds
from tests.games.quatrefoil.matches import (
    ACTIONS,
    START,
    TURN,
    Choice,
    acted,
    all_look,
    deal,
    expect_refusal,
    legal,
    play,
    written,
)

FAR = "GP/RB Y"


@pytest.mark.rule("quatrefoil:L78", "quatrefoil:L80a", "quatrefoil:L80b", "quatrefoil:L80c")
@pytest.mark.parametrize(
    "positions", [" ".join(held) for held in permutations(["NW", "NE", "SE", "SW"])]
)
def test_the_token_of_my_colour_belongs_in_my_position(positions: str) -> None:
    target = "PB/YR G"
    belongs = {"NW": "P", "NE": "B", "SW": "Y", "SE": "R"}
    match = deal(target=target, positions=positions)
    for seat, position in enumerate(positions.split()):
        view = match.view(seat)
        assert view.positions[seat] == position
        assert view.colours[seat] == belongs[position]
        own = {place: belongs[place] if place == position else "?" for place in belongs}
        assert written(view.target) == "{NW}{NE}/{SW}{SE} ?".format(**own)


@pytest.mark.rule("quatrefoil:L80c", "quatrefoil:L86b", "quatrefoil:R7")
@pytest.mark.parametrize("tokens", ["".join(tokens) for tokens in permutations("BGPRY")])
def test_a_signal_is_up_when_and_only_when_that_seats_token_is_right(tokens: str) -> None:
    lying = f"{tokens[:2]}/{tokens[2:4]} {tokens[4]}"
    match = deal(lying, target="PB/YR G", positions="SE NW SW NE")
    right = (lying[4] == "R", lying[0] == "P", lying[3] == "Y", lying[1] == "B")
    assert match.view(None).signals == right


@pytest.mark.rule("quatrefoil:L82a", "quatrefoil:L82b")
def test_what_no_card_of_the_players_names_belongs_outside() -> None:
    match = deal(target="PB/YR G", variant="nothing-to-hide")
    view = match.view(None)
    assert set(view.colours) == set("PBYR")
    assert written(view.target) == "PB/YR G"
    assert len(view.positions) == 4


@pytest.mark.rule("quatrefoil:L82a")
def test_with_four_tokens_right_the_fifth_is_right_too() -> None:
    match = deal("PB/YR G", target="PB/YR G")
    assert match.view(None).signals == (True,) * 4
    play(match, "stack")
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1, 2, 3)


@pytest.mark.rule("quatrefoil:L86b", "quatrefoil:R7", "quatrefoil:R25")
def test_always_everybody_sees_every_signal_at_all_times() -> None:
    match = deal("RG/YB P", target="RP/YG B", positions="SW NE NW SE", first=3)
    expected = {START: (True, False, True, False)}
    expected[acted(START, "push east from north")] = (True, True, True, True)
    expected[acted("RP/YG B", "twist clockwise")] = (False, False, False, False)
    for action in ("push east from north", "twist clockwise", "twist anticlockwise"):
        _all_see(match, expected)
        play(match, action)
    _all_see(match, expected)


def _all_see(match: quincunx.Match, expected: Mapping[str, tuple[bool, ...]]) -> None:
    for viewer in (None, 0, 1, 2, 3):
        view = match.view(viewer)
        assert view.signals == expected[written(view.tokens)]


@pytest.mark.rule("quatrefoil:L88", "quatrefoil:R7")
def test_always_each_deal_and_action_says_whose_thumbs_are_up() -> None:
    match = deal("RG/YB P", target="RP/YG B", positions="SW NE NW SE")
    dealt = match.observations(None)[0].events[-1]
    assert (dealt.id, dealt.args) == ("quatrefoil.event.signals", {"up": (0, 2), "count": 2})
    events = match.play("push east from north", 0)
    assert events[-1].public is not None
    assert events[-1].public.args == {"up": (0, 1, 2, 3), "count": 4}


@pytest.mark.rule("quatrefoil:R7")
def test_always_there_is_nothing_to_show_by_hand() -> None:
    match = deal(target=FAR)
    expect_refusal(match, 0, "signal", "signals_always_shown", "R7")


@pytest.mark.rule("quatrefoil:L86a", "quatrefoil:L88")
def test_beside_actions_there_is_nothing_but_the_bare_signal() -> None:
    match = deal(target=FAR, signals="by-hand")
    assert legal(match, 0) == {*TURN, "signal"}
    for seat in (1, 2, 3):
        assert legal(match, seat) == {"signal"}
    for text in ("say red", "signal up", "signal red", "signal twice", "thumbs sideways"):
        with pytest.raises(quincunx.MalformedMove):
            match.play(text, 1)


@pytest.mark.rule("quatrefoil:L86b", "quatrefoil:L88", "quatrefoil:R8", "quatrefoil:R9")
@pytest.mark.parametrize("turn", range(4))
def test_by_hand_any_seat_shows_the_truth_at_any_time(turn: int) -> None:
    match = deal(
        "RG/YB P", target="RP/YG B", positions="SW NE NW SE", first=turn, signals="by-hand"
    )
    assert match.view(None).signals == (None,) * 4
    shown: list[bool | None] = [None] * 4
    for seat, right in ((3, False), (0, True), (1, False), (2, True)):
        events = match.play("signal", seat)
        assert events[0].public is not None
        assert events[0].public.args == {"seat": seat, "signal": "up" if right else "down"}
        assert len(events) == 1
        shown[seat] = right
        for viewer in (None, 0, 1, 2, 3):
            assert match.view(viewer).signals == tuple(shown)
    assert match.view(None).turn == turn, "a signal is no turn"
    assert match.awaited == (turn,)


@pytest.mark.rule("quatrefoil:R8")
def test_by_hand_the_game_waits_only_for_the_turn() -> None:
    match = deal(target=FAR, first=1, signals="by-hand")
    assert match.active == (0, 1, 2, 3)
    assert match.awaited == (1,)
    assert match.deadline is None


@pytest.mark.rule("quatrefoil:R8", "quatrefoil:R9")
def test_by_hand_a_signal_is_shown_once_and_not_withdrawn() -> None:
    match = deal(target=FAR, first=1, signals="by-hand")
    match.play("signal", 1)
    shown = match.view(None).signals
    expect_refusal(match, 1, "signal", "shown_already", "R8")
    assert match.view(None).signals == shown
    match.play("signal", 2)
    assert match.view(None).signals[1] == shown[1]
    assert 2 not in match.active
    expect_refusal(match, 2, "signal", "shown_already", "R8")
    with pytest.raises(quincunx.WrongSeat):
        match.play("twist clockwise", 2)


@pytest.mark.rule("quatrefoil:R8", "quatrefoil:R10")
@pytest.mark.parametrize("action", ACTIONS)
def test_by_hand_signals_lapse_with_the_next_action_and_can_be_shown_anew(action: str) -> None:
    match = deal("RG/YB P", target="RG/YB P", signals="by-hand")
    for seat in range(4):
        match.play("signal", seat)
    assert match.view(None).signals == (True,) * 4
    assert event_kinds(match.play(action, 0)) == ["twisted" if "twist" in action else "pushed"]
    assert match.view(None).signals == (None,) * 4
    places = dict(zip(("NW", "NE", "SE", "SW"), (0, 1, 4, 3), strict=True))
    for seat, place in enumerate(places.values()):
        assert "signal" in legal(match, seat)
        match.play("signal", seat)
        assert match.view(None).signals[seat] == (ACTIONS[action][place] == START[place])


@pytest.mark.rule("quatrefoil:R10")
def test_by_hand_another_seats_signal_leaves_mine_as_it_is() -> None:
    match = deal(signals="by-hand", first=2)
    match.play("signal", 0)
    match.play("signal", 3)
    assert match.view(1).signals == (True, None, None, True)


@pytest.mark.rule("quatrefoil:R8", "quatrefoil:R9")
@pytest.mark.parametrize("options", [{}, {"clock": True}, {"variant": "half-and-half"}])
def test_by_hand_goes_with_every_mode_that_has_signals(options: Choice) -> None:
    match = deal(signals="by-hand", first=1, **options)
    if options.get("clock"):
        all_look(match)
    match.play("signal", 3)
    assert match.view(0).signals == (None, None, None, True)


@pytest.mark.rule("quatrefoil:R23")
def test_by_hand_a_late_signal_shows_the_truth_of_what_it_finds() -> None:
    match = deal("RG/YB P", target="RG/YB P", signals="by-hand")
    seen = match.version
    match.play("twist clockwise", 0)
    match.play("signal", 2, version=seen)
    assert match.view(None).signals == (None, None, False, None)


@pytest.mark.rule("quatrefoil:R8")
def test_a_signal_does_not_make_an_action_stale() -> None:
    match = deal(FAR, signals="by-hand")
    seen = match.version
    match.play("signal", 2)
    match.play("twist clockwise", 0, version=seen)
    with pytest.raises(quincunx.StaleMove):
        match.play("twist clockwise", 1, version=seen)
