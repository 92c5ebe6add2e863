"""The bots: legal, reproducible, and as strong as documented."""

from __future__ import annotations

from collections import Counter
from random import Random

import msgspec
import pytest

import quincunx
from quincunx.core.bots import Turn
from quincunx.games.qwirkle_cards.bots import BOTS
from quincunx.games.qwirkle_cards.cards import KIND_BY_TEXT
from quincunx.games.qwirkle_cards.moves import QwirkleCardsPlay, Redraw, played_cards
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.sets import is_qwirkle
from quincunx.games.qwirkle_cards.solver import choices, most_qwirkles
from quincunx.games.qwirkle_cards.state import QwirkleCardsView

ALL = [colour + shape for colour in "ROYGBP" for shape in "csdlxa"]

FEW = 100
"""Hands to try: enough for a test."""


def played(*levels: str, seed: int = 1, work: int = FEW) -> quincunx.Match:
    match = quincunx.new("qwirkle_cards", seats=len(levels), seed=seed)
    match.play_out(dict(enumerate(levels)), seed="test", work=work)
    return match


def chosen(level: str, view: QwirkleCardsView, work: int = FEW, seed: int = 1) -> QwirkleCardsPlay:
    match = quincunx.new("qwirkle_cards", seats=len(view.sizes), seed=1)
    move = BOTS[level]().choose(Turn(match.rules, view, (), Random(seed), work=work))
    assert isinstance(move, QwirkleCardsPlay)
    return move


def with_table(table: str, hand: str, **changes: object) -> QwirkleCardsView:
    """Two seats, the first one to play."""
    view = quincunx.new("qwirkle_cards", seats=2, seed=1).view(0)
    cards = tuple(hand.split())
    seen = {
        "table": tuple(tuple(each.split()) for each in table.split(";") if each),
        "hands": (cards, None),
        "sizes": (len(cards), 9),
        "turn": 0,
    }
    return QwirkleCardsView(
        **{name: getattr(view, name) for name in QwirkleCardsView.__struct_fields__}
        | seen
        | changes
    )


@pytest.mark.parametrize("level", BOTS)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_bot_plays_to_the_end(level: str, seats: int) -> None:
    assert played(*[level] * seats).outcome is not None


def test_easy_switches_only_if_it_must() -> None:
    switching = with_table("Bc Bs Bd Bx", "Rs Os")
    assert chosen("easy", switching).old
    for seed in range(20):
        move = chosen("easy", with_table("Bc Bs Bd Bx;Gc Gs Gd", "Rs Os Bl Ba"), seed=seed)
        (grown,) = move.new
        assert {*sum(move.old, ())} < {*grown}


def test_easy_sees_a_qwirkle_that_one_card_makes() -> None:
    for seed in range(5):
        move = chosen("easy", with_table("Bc Bs Bd Bx Bl", "Gs Gd Gx Ba"), seed=seed)
        assert any(map(is_qwirkle, move.new))


@pytest.mark.parametrize(
    ("level", "cards"),
    [("medium", max), ("most-qwirkles-most-cards", max), ("most-qwirkles-fewest-cards", min)],
)
def test_the_greedy_make_the_most_qwirkles_and_then_count_cards(level: str, cards: object) -> None:
    match = quincunx.new("qwirkle_cards", seats=2, seed=5)
    for _ in range(8):
        seat = match.active[0]
        view = match.view(seat)
        if view.phase == "redraw":
            match.play(Redraw(), seat)
            continue
        move = chosen(level, view)
        found = choices(*position_of(view))
        best = max(choice.qwirkles for choice in found)
        sizes = [len(choice.cards) for choice in found if choice.qwirkles == best]
        assert sum(map(is_qwirkle, move.new)) == best == most_qwirkles(*position_of(view))
        assert len(played_cards(move)) == cards(sizes)  # type: ignore[operator]
        match.play(move, seat)


def test_the_expert_leaves_no_five_for_the_next_player() -> None:
    """Adding the yellow card lets the next player make a Qwirkle; the green ones do not."""
    view = with_table("Yc Ys Yd Yl", "Yx Gc Gs Gd Bc Ps Rd Ol Ba")
    assert KIND_BY_TEXT["Yx"] not in played_cards(chosen("expert", view, work=2000))
    assert len(played_cards(chosen("most-qwirkles-most-cards", view))) > 3


def test_the_expert_takes_the_last_qwirkle_of_the_last_turn() -> None:
    view = with_table("Yc Ys Yd Yl Yx", "Ya Gc Bs", turns_left=1, deck=0)
    assert sum(map(is_qwirkle, chosen("expert", view).new)) == 1


def test_the_end_between_two_is_exact() -> None:
    """Of all cards one is unseen, so it is in the other hand, and makes a Qwirkle of five."""
    table, hand, other = "Bc Bs Bd;Gc Gs Gd", "Bl Bx Gl", "Ba"
    rest = Counter(ALL * 3) - Counter([*table.replace(";", " ").split(), *hand.split(), other])
    gone = tuple(sorted(rest.elements()))
    view = with_table(
        table, hand, turns_left=2, deck=0, sizes=(3, 1), qwirkles=((gone[:49],), (gone[49:],))
    )
    assert len(played_cards(chosen("most-qwirkles-most-cards", view))) == 3
    played = played_cards(chosen("expert", view, work=1))
    assert not {KIND_BY_TEXT["Bl"], KIND_BY_TEXT["Bx"]} <= {*played}


def test_a_redraw_is_no_decision() -> None:
    match = quincunx.new("qwirkle_cards", seats=2, seed=1)
    view = msgspec.structs.replace(match.view(0), phase="redraw")
    for level in ("easy", "medium", "expert"):
        bot = BOTS[level]()
        assert bot.choose(Turn(match.rules, view, (), Random(1))) == Redraw()


@pytest.mark.parametrize("level", ["easy", "medium", "expert"])
def test_a_bot_answers_from_its_view_and_its_generator_alone(level: str) -> None:
    match = quincunx.new("qwirkle_cards", seats=3, seed=4)
    view = match.view(match.active[0])
    again = msgspec.json.decode(msgspec.json.encode(view), type=QwirkleCardsView)
    assert chosen(level, view) == chosen(level, again)


@pytest.mark.parametrize("levels", [("expert", "medium"), ("medium", "easy"), ("easy", "random")])
def test_every_level_beats_the_one_below(levels: tuple[str, str]) -> None:
    made = [0, 0]
    for seed in range(3):
        seats = levels if seed % 2 else levels[::-1]
        outcome = played(*seats, seed=seed).outcome
        assert outcome is not None
        for seat, level in enumerate(seats):
            made[levels.index(level)] += outcome.scores[seat]
    assert made[0] > made[1]
