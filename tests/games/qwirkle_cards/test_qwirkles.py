"""Sets of six: made, taken out at the end of the turn, kept, and never brought back."""

from __future__ import annotations

import pytest

from tests.games.events import event_args, event_kinds
from tests.games.qwirkle_cards.matches import (
    cards,
    draft_faults,
    expect_refusal,
    play,
    position,
    qwirkle_texts,
    script_draws,
    table_text,
)

OTHER = "Pl Px Pa Oc Os Yd Gc Bs Pd"
"""A hand that can always play: it has four purples."""


@pytest.mark.rule(
    "qwirkle_cards:L52", "qwirkle_cards:L56", "qwirkle_cards:L58", "qwirkle_cards:L48"
)
def test_the_example_of_the_yellow_qwirkle() -> None:
    sets = "[Yc Ys Yd Yx] [Rl Yl Gl]"
    match = position("Ya Bl Oc Oc Rs Rs Gd Gd Pc", OTHER, sets=sets)
    laid = "[Yc Ys Yd Yl Yx Ya] [Rl Gl]"
    assert draft_faults(match, laid) == [("too_few", "Rl Gl", "1")]
    laid = "[Yc Ys Yd Yl Yx Ya] [Rl Gl Bl]"
    assert draft_faults(match, laid) == []
    assert qwirkle_texts(match) == ["", ""], "only the end of the turn takes it out"
    events = play(match, f"{sets} > {laid}")
    assert table_text(match) == "[Rl Gl Bl]"
    assert qwirkle_texts(match) == ["[Yc Ys Yd Yl Yx Ya]", ""]
    assert event_kinds(events) == ["played", "qwirkle", "drew"]
    assert event_args(events, "qwirkle") == [{"seat": 0, "cards": cards("Yc Ys Yd Yl Yx Ya")}]
    assert event_args(events, "drew") == [{"seat": 0, "count": 2}]
    assert match.view(None).last.qwirkles == (cards("Yc Ys Yd Yl Yx Ya"),)


@pytest.mark.rule("qwirkle_cards:L11b", "qwirkle_cards:L25", "qwirkle_cards:L62a")
@pytest.mark.parametrize(
    ("sets", "move", "six"),
    [
        ("", "[Rc Rs Rd Rl Rx Ra]", "[Rc Rs Rd Rl Rx Ra]"),
        ("[Rs Os Ys Gs Bs]", "[Rs Os Ys Gs Bs] > [Rs Os Ys Gs Bs Ps]", "[Rs Os Ys Gs Bs Ps]"),
        ("[Oc Os Od]", "[Oc Os Od] > [Oc Os Od Ol Ox Oa]", "[Oc Os Od Ol Ox Oa]"),
    ],
)
def test_six_of_one_colour_or_of_one_shape(sets: str, move: str, six: str) -> None:
    match = position("Rc Rs Rd Rl Rx Ra Ps Ol Ox Oa", OTHER, sets=sets)
    play(match, move)
    assert table_text(match) == ""
    assert qwirkle_texts(match) == [six, ""]


@pytest.mark.rule("qwirkle_cards:L11b")
def test_five_are_no_qwirkle() -> None:
    match = position("Rc Rs Rd Rl Rx Oc Oc Ys Yd", OTHER)
    play(match, "[Rc Rs Rd Rl Rx]")
    assert table_text(match) == "[Rc Rs Rd Rl Rx]"
    assert qwirkle_texts(match) == ["", ""]


@pytest.mark.rule("qwirkle_cards:L11b", "qwirkle_cards:L30g")
def test_six_with_a_card_twice_are_nothing() -> None:
    match = position("Rc Rc Rs Rd Rl Rx Oc Ys Yd", OTHER)
    expect_refusal(match, "[Rc Rc Rs Rd Rl Rx]", "twice", "L30g", "Rc")


@pytest.mark.rule("qwirkle_cards:L11b", "qwirkle_cards:L30g")
def test_seven_cannot_lie_together() -> None:
    match = position("Rc Rc Rs Rd Oc Oc Ys Yd Gl", OTHER, sets="[Rs Rd Rl Rx Ra]")
    expect_refusal(match, "[Rs Rd Rl Rx Ra] > [Rc Rs Rs Rd Rl Rx Ra]", "twice", "L30g", "Rs")


@pytest.mark.rule("qwirkle_cards:L48")
def test_switching_alone_with_one_card_of_the_hand_elsewhere() -> None:
    match = position("Bl Oc Oc Ys Ys Gd Gd Px Pa", OTHER, sets="[Rc Rs Rd] [Rl Rx Ra] [Ol Yl Gl]")
    play(match, "[Rc Rs Rd] [Rl Rx Ra] [Ol Yl Gl] > [Rc Rs Rd Rl Rx Ra] [Ol Yl Gl Bl]")
    assert table_text(match) == "[Ol Yl Gl Bl]"
    assert qwirkle_texts(match) == ["[Rc Rs Rd Rl Rx Ra]", ""]


@pytest.mark.rule("qwirkle_cards:R4", "qwirkle_cards:L62a")
def test_several_in_one_turn_all_count() -> None:
    sets = "[Rc Rs Rd Rl Rx] [Gl Bl Pl] [Oa Ya Ga Ba Pa]"
    match = position("Ra Ra Oc Ol Rl Yl Ys Gd Bx", OTHER, sets=sets)
    events = play(match, f"{sets} > [Rc Rs Rd Rl Rx Ra] [Ra Oa Ya Ga Ba Pa] [Rl Ol Yl Gl Bl Pl]")
    assert table_text(match) == ""
    assert qwirkle_texts(match) == [
        "[Rc Rs Rd Rl Rx Ra] [Rl Ol Yl Gl Bl Pl] [Ra Oa Ya Ga Ba Pa]",
        "",
    ]
    assert event_kinds(events) == ["played", "qwirkle", "qwirkle", "qwirkle", "drew"]


@pytest.mark.rule("qwirkle_cards:R4")
def test_the_same_qwirkle_twice_counts_twice() -> None:
    match = position("Ra Ra Oc Oc Ys Ys Gd Gd Bx", OTHER, sets="[Rc Rs Rd Rl Rx] [Rc Rs Rd Rl Rx]")
    play(
        match,
        "[Rc Rs Rd Rl Rx] [Rc Rs Rd Rl Rx] > [Rc Rs Rd Rl Rx Ra] [Rc Rs Rd Rl Rx Ra]",
    )
    assert qwirkle_texts(match) == ["[Rc Rs Rd Rl Rx Ra] [Rc Rs Rd Rl Rx Ra]", ""]
    assert table_text(match) == ""


@pytest.mark.rule("qwirkle_cards:R4")
@pytest.mark.parametrize("move", ["[Rl Rx Ra]", "[Rc Rs Rd] > [Rc Rs Rl] [Rd Rx Ra]"])
def test_nobody_has_to_make_one(move: str) -> None:
    match = position("Rl Rx Ra Oc Oc Ys Ys Gd Gd", OTHER, sets="[Rc Rs Rd]")
    play(match, move)
    assert len(match.view(None).table) == 2
    assert qwirkle_texts(match) == ["", ""]
    play(match, "[Pl Px Pa]")
    assert qwirkle_texts(match) == ["", ""], "six cards in two sets are not a Qwirkle yet"


@pytest.mark.rule("qwirkle_cards:R4", "qwirkle_cards:R3")
def test_six_that_lie_as_three_and_three_are_there_for_the_next() -> None:
    match = position("Rl Rx Ra Oc Oc Ys Ys Gd Gd", OTHER, sets="[Rc Rs Rd]")
    play(match, "[Rl Rx Ra]")
    play(match, "[Rc Rs Rd] [Rl Rx Ra] > [Rc Rs Rd Rl Rx Ra] [Pl Px Pa Pd]")
    assert qwirkle_texts(match) == ["", "[Rc Rs Rd Rl Rx Ra]"]
    assert table_text(match) == "[Pd Pl Px Pa]"


@pytest.mark.rule("qwirkle_cards:R4")
def test_what_is_taken_out_never_comes_back() -> None:
    match = position("Ra Oc Os Yd Gl Gl Bx Bx Pc", OTHER, sets="[Rc Rs Rd Rl Rx]", deck=30)
    before = match.view(None).deck
    play(match, "[Rc Rs Rd Rl Rx] > [Rc Rs Rd Rl Rx Ra]")
    assert match.view(None).deck == before - 1
    expect_refusal(
        match,
        "[Rc Rs Rd Rl Rx Ra] > [Rc Rs Rd] [Rl Rx Ra]",
        "not_on_the_table",
        "L39a",
        "Rc Rs Rd Rl Rx Ra",
    )
    expect_refusal(match, "[Rc Rs Rd]", "not_in_hand", "L30a", "Rc Rs Rd")


@pytest.mark.rule("qwirkle_cards:L62b", "qwirkle_cards:L58")
def test_each_keeps_their_own_in_the_order_in_which_they_were_made() -> None:
    match = position(
        "Ra Oc Os Yd Gl Gl Bx Bx Pc",
        "Pl Px Pa Oc Os Yd Gc Bs Ba",
        sets="[Rc Rs Rd Rl Rx] [Pc Ps Pd] [Oc Yc Gc Bc Rc]",
    )
    script_draws(match, "Rl")
    play(match, "[Rc Rs Rd Rl Rx] > [Rc Rs Rd Rl Rx Ra]")
    script_draws(match, "Ol Yl Gl")
    play(match, "[Pc Ps Pd] > [Pc Ps Pd Pl Px Pa]")
    play(match, "[Oc Yc Gc Bc Rc] > [Rc Oc Yc Gc Bc Pc]")
    assert qwirkle_texts(match) == [
        "[Rc Rs Rd Rl Rx Ra] [Rc Oc Yc Gc Bc Pc]",
        "[Pc Ps Pd Pl Px Pa]",
    ]
    assert match.rules.outcome(match.state) is None


@pytest.mark.rule("qwirkle_cards:L62c", "qwirkle_cards:L66")
def test_everybody_sees_all_qwirkles_at_any_time() -> None:
    match = position("Ra Oc Os Yd Gl Gl Bx Bx Pc", OTHER, sets="[Rc Rs Rd Rl Rx]")
    play(match, "[Rc Rs Rd Rl Rx] > [Rc Rs Rd Rl Rx Ra]", "[Pl Px Pa]")
    for viewer in (None, 0, 1):
        assert match.view(viewer).qwirkles == ((cards("Rc Rs Rd Rl Rx Ra"),), ())
        heard = [message for step in match.observations(viewer) for message in step.events]
        assert [dict(message.args) for message in heard if message.id.endswith("qwirkle")] == [
            {"seat": 0, "cards": cards("Rc Rs Rd Rl Rx Ra")}
        ]
