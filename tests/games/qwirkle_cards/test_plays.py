"""Whether something can be played, the simple plays, and random ones."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import quincunx
from quincunx.core.chance import FastChance
from quincunx.games.qwirkle_cards.cards import CardKinds
from quincunx.games.qwirkle_cards.layouts import division
from quincunx.games.qwirkle_cards.layouts.plays import (
    LegalPlays,
    can_play,
    sample_play,
    simple_plays,
)
from quincunx.games.qwirkle_cards.notation import parse_cards, parse_layout
from quincunx.games.qwirkle_cards.sets import Layout, sort_layout
from quincunx.games.qwirkle_cards.solver import choices
from tests.games.qwirkle_cards import brute_force


def table_and_hand(table: str, hand: str) -> tuple[Layout, CardKinds]:
    sets, cards = parse_layout(table), parse_cards(hand)
    assert sets is not None
    assert cards is not None
    return sort_layout(sets), tuple(sorted(cards))


ONLY_BY_SWITCHING = [
    ("[Bc Bs Bd Bx]", "Rs Os"),
    ("[Rc Rs Rd Rl] [Gc Gs Gd Gl]", "Bl"),
    ("[Rc Rs Rd Rl] [Oc Os Od Ol] [Yl Gl Bl]", "Ys Gs"),
]


def test_something_can_be_played_just_where_some_choice_is() -> None:
    rng = Random(1)
    kinds = brute_force.world(6, 6)
    for sets in range(60):
        table = brute_force.random_layout(kinds, sets % 4, rng)
        hand = brute_force.random_hand(kinds, table, rng.randint(1, 4), rng)
        possible = bool(choices(table, hand))
        assert can_play(table, hand) == possible
        assert (next(simple_plays(table, hand), None) is not None) == possible


def test_an_empty_hand_cannot_play() -> None:
    assert not can_play(*table_and_hand("[Rc Rs Rd]", ""))


@pytest.mark.parametrize(("table", "hand"), ONLY_BY_SWITCHING)
def test_a_player_who_can_only_switch_is_shown_a_switch(table: str, hand: str) -> None:
    position = table_and_hand(table, hand)
    assert can_play(*position)
    (shown,) = simple_plays(*position)
    assert shown.old
    assert shown in LegalPlays(*position)


def test_simple_plays_begin_one_set_or_add_to_one() -> None:
    plays = {str(each) for each in simple_plays(*table_and_hand("[Rc Rs Rd]", "Rx Ra Bx Gx"))}
    assert plays == {
        "[Rc Rs Rd] > [Rc Rs Rd Rx]",
        "[Rc Rs Rd] > [Rc Rs Rd Ra]",
        "[Rc Rs Rd] > [Rc Rs Rd Rx Ra]",
        "[Rx Gx Bx]",
    }


def test_every_play_can_come_up() -> None:
    """Also one that takes the whole table apart, and one that does two things at once."""
    position = table_and_hand("[Rc Rs Rd] [Oc Os Od]", "Yc Ys Yd")
    rng = Random(2)
    met = {str(sample_play(*position, rng)) for _ in range(3_000)}
    assert met >= {
        "[Yc Ys Yd]",
        "[Rc Rs Rd] [Oc Os Od] > [Rc Oc Yc] [Rs Os Ys] [Rd Od Yd]",
    }


@pytest.mark.parametrize(("table", "hand"), ONLY_BY_SWITCHING)
def test_random_plays_are_legal_where_only_switches_are(table: str, hand: str) -> None:
    position = table_and_hand(table, hand)
    rng = Random(3)
    for _ in range(50):
        assert sample_play(*position, rng) in LegalPlays(*position)


def test_random_plays_of_whole_games_are_legal() -> None:
    rng = Random(4)
    for seats in (2, 3, 4):
        match = quincunx.new("qwirkle_cards", seats, chance=FastChance(rng))
        while match.outcome is None:
            seat = match.active[0]
            moves = match.legal_moves(seat)
            assert all(moves.sample(rng) in moves for _ in range(3))
            match.play(moves.sample(rng), seat)


def test_it_takes_little_to_say_that_nothing_can_be_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table, hand = table_and_hand("[Rc Rs Rd] [Rc Rs Rd] [Gl Gx Ga] [Bl Bx Ba]", "Rc Oc Ys Pl")
    tried: list[object] = []
    fill = division._fill_levels

    def counted(*args: Any) -> object:
        tried.append(args)
        return fill(*args)

    monkeypatch.setattr(division, "_fill_levels", counted)
    assert not can_play(table, hand)
    assert len(tried) <= 8, "choices of levels that are tried"
