"""A table half laid out: what is wrong with it, for its maker alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, pairwise
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import quincunx
from quincunx.games.qwirkle_cards.cards import CardTexts
from quincunx.games.qwirkle_cards.state import QwirkleCardsDraft
from tests.games.qwirkle_cards.matches import (
    ALL_KINDS,
    cards,
    deal,
    draft_faults,
    draft_text,
    format_sets,
    is_valid_set,
    layout,
    play,
    position,
)

SETS = "[Rc Rs Rd Rl] [Oc Yc Gc]"
HELD = "Ra Od Od Bc Ol Yl Gx Bx Px"
OTHER = "Pl Px Pa Oc Os Yd Gc Bs Pd"


def table() -> quincunx.Match:
    return position(HELD, OTHER, sets=SETS)


@pytest.mark.rule("qwirkle_cards:R13")
@pytest.mark.parametrize(
    ("laid", "wrong"),
    [
        (f"{SETS} [Gx Bx Px]", []),
        ("[Rc Rs Rd Ra] [Rl Ol Yl] [Oc Yc Gc Bc]", []),
        (f"{SETS} [Gx Bx]", [("too_few", "Gx Bx", "2")]),
        (f"[Ra] {SETS}", [("too_few", "Ra", "0")]),
        (f"{SETS} [Ra Gx Od]", [("mixed", "Ra Gx Od", "2")]),
        (f"{SETS} [Ra Od]", [("mixed", "Ra Od", "2"), ("too_few", "Ra Od", "2")]),
        (f"{SETS} [Od Od Ol]", [("twice", "Od", "2")]),
        (f"{SETS} [Od Od]", [("twice", "Od", "2"), ("too_few", "Od Od", "2")]),
        (
            "[Bc] [Rc Rs Rd Rl Oc] [Yc Gc]",
            [
                ("too_few", "Bc", "0"),
                ("mixed", "Rc Rs Rd Rl Oc", "1"),
                ("too_few", "Yc Gc", "2"),
            ],
        ),
        ("[Rc Rs Rd Rl] [Gx Bx Px]", [("vanished", "Oc Yc Gc", "")]),
        ("[Rc Rs Rd] [Oc Yc Gc Bc]", [("vanished", "Rl", "")]),
        (f"{SETS} [Ps Pd Pl]", [("not_in_hand", "Ps Pd Pl", "")]),
        (f"{SETS} [Bx Bx Px]", [("not_in_hand", "Bx", ""), ("twice", "Bx", "2")]),
        (SETS, [("nothing_played", "", "")]),
        ("[Rc Rs Rd] [Oc Yc Gc]", [("vanished", "Rl", "")]),
        ("", [("vanished", "Rc Rs Rd Rl Oc Yc Gc", "")]),
    ],
)
def test_what_is_wrong_is_named_set_by_set(laid: str, wrong: list[tuple[str, str, str]]) -> None:
    assert draft_faults(table(), laid) == wrong


@pytest.mark.rule("qwirkle_cards:R13")
def test_an_empty_set_has_too_few_cards_and_no_other_fault() -> None:
    assert draft_faults(table(), f"{SETS} [Gx Bx Px] []") == [("too_few", "", "3")]


@pytest.mark.rule("qwirkle_cards:L44", "qwirkle_cards:R13")
def test_the_table_may_be_rearranged_before_anything_is_played() -> None:
    match = table()
    assert draft_faults(match, "[Rc Rs Rd] [Rl] [Oc Yc Gc]")[0] == ("too_few", "Rl", "1")
    assert draft_faults(match, "[Rl Rc Rs] [Rd] [Yc Oc Gc]")[-1] == ("nothing_played", "", "")
    assert draft_faults(match, "[Rc Rs Rd] [Rl Ol Yl] [Oc Yc Gc]") == []
    play(match, f"{SETS} > [Rc Rs Rd] [Rl Ol Yl] [Oc Yc Gc]")
    assert match.version == 1


@pytest.mark.rule("qwirkle_cards:L7", "qwirkle_cards:R13")
@pytest.mark.parametrize("strange", ["Zz", "", "rc", "Rcc", "R", "Rc Rs", "\u0000"])
def test_what_is_no_card_is_named_as_such(strange: str) -> None:
    match = table()
    (fault,) = match.draft(0, QwirkleCardsDraft((*layout(SETS), ("Gx", "Bx", strange))))
    assert fault.message.id == "qwirkle_cards.refusal.no_card"
    assert quincunx.render(fault.message)


@pytest.mark.rule("qwirkle_cards:R13")
def test_only_the_seat_on_turn_has_a_draft() -> None:
    match = table()
    with pytest.raises(quincunx.NoDraft):
        match.draft(1, QwirkleCardsDraft(layout(SETS)))
    play(match, "[Gx Bx Px]")
    assert draft_faults(match, f"{SETS} [Gx Bx Px] [Pl Px Pa]") == []
    assert draft_faults(match, f"{SETS} [Gx Bx Px] [Ol Od Os]")[0][0] == "not_in_hand"
    with pytest.raises(quincunx.NoDraft):
        match.draft(0, QwirkleCardsDraft(layout(SETS)))


@pytest.mark.rule("qwirkle_cards:R13", "qwirkle_cards:R11")
def test_others_see_nothing_but_how_many_cards_lie_there() -> None:
    match = table()
    before = [(match.view(viewer), match.record(viewer).steps) for viewer in (None, 1)]
    for laid, count in ((SETS, 7), (f"{SETS} [Ra]", 8), (f"{SETS} [Gx Bx Px]", 10), ("", 0)):
        draft_text(match, laid)
        assert match.progress == {0: count}
        assert [(match.view(viewer), match.record(viewer).steps) for viewer in (None, 1)] == before
        assert match.record(1).drafts == match.record(None).drafts == ()
        assert match.draft_of(1) is None
        assert match.draft_of(0) == QwirkleCardsDraft(layout(laid))


@pytest.mark.rule("qwirkle_cards:R13")
def test_a_draft_ends_with_the_turn() -> None:
    match = table()
    draft_text(match, f"{SETS} [Gx Bx]")
    play(match, "[Gx Bx Px]")
    assert match.draft_of(0) is None
    assert match.progress == {}


@pytest.mark.rule("qwirkle_cards:R13")
def test_drafts_are_kept_in_the_record_of_their_maker() -> None:
    match = deal("Rc Rs Rd Rl Oc Ys Gd Bl Px", "Oc Os Od Yc Gl Bx Pa Gl Bx")
    draft_text(match, "[Rc Rs Rd]")
    assert [step.draft for step in match.record(0).drafts] == [{"sets": [["Rc", "Rs", "Rd"]]}]
    assert match.record(1).drafts == ()


# Against another definition

THREES = [some for some in combinations(ALL_KINDS, 3) if is_valid_set(some)]
ANOTHER = "Pl Px Pa"
"""The other hand."""

Sets = tuple[CardTexts, ...]


@st.composite
def laid_out(draw: st.DrawFn) -> tuple[Sets, CardTexts, Sets]:
    """Sets, a hand, and a layout made of their cards, with some lost and some from elsewhere."""
    sets = tuple(draw(st.lists(st.sampled_from(THREES), min_size=1, max_size=3)))
    held = tuple(draw(st.lists(st.sampled_from(ALL_KINDS), min_size=1, max_size=5)))
    pool = [*(card for each in sets for card in each), *held]
    assume(max(Counter([*pool, *cards(ANOTHER)]).values()) <= 3)
    if draw(st.booleans()):
        pool.append(draw(st.sampled_from(ALL_KINDS)))
    lost = draw(st.integers(0, len(held)) | st.just(0) | st.just(len(pool)))
    kept = draw(st.integers(0, len(sets)))
    rest = draw(st.permutations(pool[3 * kept : len(pool) - lost]))
    cuts = sorted(draw(st.sets(st.integers(1, max(1, len(rest) - 1)), max_size=4)))
    pieces = [tuple(rest[start:end]) for start, end in pairwise([0, *cuts, len(rest)])]
    return sets, held, (*sets[:kept], *filter(None, pieces))


def all_wrong(sets: Sets, held: CardTexts, laid: Sets) -> Counter[tuple[str, CardTexts, str]]:
    """All that is wrong, worked out once more."""
    before = Counter(card for each in sets for card in each)
    after = Counter(card for each in laid for card in each)
    wrong = [
        ("vanished", in_order((before - after).elements()), ""),
        ("not_in_hand", in_order((after - before - Counter(held)).elements()), ""),
    ]
    for place, each in enumerate(laid):
        wrong.append(
            ("twice", in_order({card for card in each if each.count(card) > 1}), str(place))
        )
        if len({card[0] for card in each}) > 1 and len({card[1] for card in each}) > 1:
            wrong.append(("mixed", each, str(place)))
        if len(each) < 3:
            wrong.append(("too_few", each, str(place)))
    nothing = [("nothing_played", (), "")] if before == after else []
    return Counter([*(each for each in wrong if each[1]), *nothing])


def in_order(some: Iterable[str]) -> CardTexts:
    return tuple(sorted(some, key=ALL_KINDS.index))


@pytest.mark.rule(
    "qwirkle_cards:R13", "qwirkle_cards:L30f", "qwirkle_cards:L30g", "qwirkle_cards:L39b"
)
@given(case=laid_out())
def test_the_check_finds_all_that_is_wrong_and_nothing_else(
    case: tuple[Sets, CardTexts, Sets],
) -> None:
    sets, held, laid = case
    match = position(" ".join(held), ANOTHER, sets=format_sets(sets))
    found = draft_faults(match, format_sets(laid))
    assert Counter((reason, cards(which), place) for reason, which, place in found) == all_wrong(
        sets, held, laid
    )


@pytest.mark.rule("qwirkle_cards:R13", "qwirkle_cards:R3")
@given(case=laid_out())
def test_a_draft_without_fault_is_a_legal_play_and_no_other_is(
    case: tuple[Sets, CardTexts, Sets],
) -> None:
    sets, held, laid = case
    match = position(" ".join(held), ANOTHER, sets=format_sets(sets))
    wrong = [named(fault.message) for fault in draft_text(match, format_sets(laid))]
    move = f"{format_sets(sets)} > {format_sets(laid)}"
    assert (match.game.parse_move(move) in match.legal_moves(0)) == (wrong == [])
    if wrong:
        with pytest.raises(quincunx.IllegalMove) as caught:
            match.play(move, 0)
        assert named(caught.value.message) in wrong
    else:
        play(match, move)


def named(message: quincunx.Message) -> tuple[str, CardTexts]:
    """The reason and its cards."""
    args: dict[str, Any] = dict(message.args)
    return message.id, in_order(args.get("cards", ()))


# How large a draft may be


def test_a_draft_holds_no_more_cards_than_the_game() -> None:
    alone = [[card] for card in ALL_KINDS * 3]
    assert msgspec.convert({"sets": alone}, QwirkleCardsDraft) == QwirkleCardsDraft(
        tuple(map(tuple, alone))
    )
    assert msgspec.convert({"sets": [[*ALL_KINDS] * 3]}, QwirkleCardsDraft).sets == (ALL_KINDS * 3,)
    for sets in ([*alone, []], [*alone[1:], ["Rc", "Rc"]], [[*ALL_KINDS] * 3, ["Rc"]], [["Rcx"]]):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"sets": sets}, QwirkleCardsDraft)


@pytest.mark.parametrize(
    "sets",
    [
        tuple((card,) for card in ALL_KINDS * 3),
        tuple(
            pair for pair in zip(ALL_KINDS * 3, ALL_KINDS[7:] * 3 + ALL_KINDS[:7] * 3, strict=True)
        )[::2],
        (("Rc", "Rc"),) * 54,
        (("Rc",) * 108,),
        ((),) * 108,
    ],
)
def test_the_faults_of_the_largest_drafts_are_bounded(sets: tuple[CardTexts, ...]) -> None:
    match = table()
    found = match.draft(match.awaited[0], QwirkleCardsDraft(sets))
    assert len(found) <= 2 * 108
    assert all(len(fault.cells) <= 1 for fault in found)
    assert len(msgspec.json.encode(found)) <= 24_000
