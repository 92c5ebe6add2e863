"""The bots: legal under every rule, reproducible, and sensible where the best move is clear."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

import quincunx
from quincunx.core.bots import Turn
from quincunx.core.chance import FastChance
from quincunx.games.quivvit.bots import BOTS
from quincunx.games.quivvit.moves import AskAgain, Block, ClaimFreeLink, Decline, Rotate, StopAsking
from quincunx.games.quivvit.search.bonus_draw import should_draw
from quincunx.games.quivvit.search.lookahead import rank_block_moves, rank_turn_moves
from quincunx.games.quivvit.search.turn_statistics import future_turns
from quincunx.games.quivvit.solver import plays_of_view, points_order
from quincunx.games.quivvit.state import QuivvitView

RULES = ("random_color", "color_blocking", "timed", "drain_the_deck", "double_rotation")
WORK = 8


def played(*bots: str, seed: int = 1, **options: Any) -> quincunx.Match:
    chance = FastChance(Random(seed))
    match = quincunx.new("quivvit", len(bots), options=options, chance=chance)
    match.play_out(dict(enumerate(bots)), seed="test", work=WORK)
    return match


def changed(view: QuivvitView, **values: Any) -> QuivvitView:
    return msgspec.structs.replace(view, **values)


@pytest.mark.parametrize("chosen", [*product((False, True), repeat=len(RULES))])
def test_every_bot_plays_with_every_rule(chosen: tuple[bool, ...]) -> None:
    options = dict(zip(RULES, chosen, strict=True))
    match = played("expert", "easy", "medium", "most-cards", **options)
    assert not any(isinstance(entry.move, StopAsking | AskAgain) for entry in match.log)


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_the_expert_plays_at_every_table(seats: int) -> None:
    options = dict.fromkeys(RULES, True) | {"color_blocking": seats > 1}
    assert played(*["expert"] * seats, **options).outcome is not None


def test_sixteen_experts() -> None:
    assert played(*["expert"] * 16, decks=4, double_rotation=True).outcome is not None


def test_the_expert_plays_in_a_team_and_the_other_way_round() -> None:
    assert played("expert", "easy", teams="2 3", direction="counter-clockwise").outcome is not None


@pytest.mark.parametrize("bot", ["easy", "medium", "expert", "most-cards", "forecast"])
def test_a_bot_answers_from_its_view_alone(bot: str) -> None:
    match = quincunx.new("quivvit", 2, seed=4, options={"double_rotation": True})
    seat = match.awaited[0]
    view = msgspec.json.decode(msgspec.json.encode(match.view(seat)), type=QuivvitView)
    asked = [
        BOTS[bot]().choose(Turn(match.rules, view, (), Random(7), work=WORK)) for _ in range(2)
    ]
    assert asked[0] == asked[1]
    assert asked[0] in match.legal_moves(seat)


def test_a_bot_that_is_not_awaited_does_not_act() -> None:
    match = quincunx.new("quivvit", 3, seed=1, options={"color_blocking": True})
    bot = BOTS["medium"]()
    asleep = ({*range(3)} - {*match.awaited}).pop()
    for seat in range(3):
        assert (bot.acts_at(match.turn(seat)) is None) == (seat == asleep)


# What the greedy ones take


@pytest.mark.parametrize("seed", range(5))
def test_most_points_and_most_cards(seed: int) -> None:
    match = quincunx.new("quivvit", 2, seed=seed)
    view = match.view(match.awaited[0])
    found = {play.move: play for play in plays_of_view(view)}
    moves = {
        bot: BOTS[bot]().choose(Turn(match.rules, view, (), Random(0)))
        for bot in ("medium", "most-points", "most-cards")
    }
    assert moves["medium"] == moves["most-points"]
    most = found[moves["most-points"]]
    assert (most.points, most.cards) == max((p.points, p.cards) for p in found.values())
    largest = found[moves["most-cards"]]
    assert (largest.cards, largest.points) == max((p.cards, p.points) for p in found.values())


def test_a_double_rotate_card_is_not_spent_for_nothing() -> None:
    for seed in range(20):
        match = quincunx.new("quivvit", 2, seed=seed, options={"double_rotation": True})
        found = plays_of_view(match.view(match.awaited[0]))
        best = max(found, key=points_order)
        if best.spends:
            assert all(best.points > play.points for play in found if not play.spends)


def test_easy_takes_less() -> None:
    points = {
        bot: sum(sum(played(bot, bot, seed=seed).view(None).points) for seed in range(6))
        for bot in ("random", "easy", "medium")
    }
    assert points["random"] < points["easy"] < points["medium"]


def test_a_table_of_four_takes_what_the_rulings_say() -> None:
    """4.85 cards and 8.0 points a turn; this few games lie well within a tenth of it."""
    views = [played(*["medium"] * 4, seed=seed).view(None) for seed in range(12)]
    turns = 20 * len(views)
    assert sum(sum(view.cards) for view in views) / turns == pytest.approx(4.85, abs=0.3)
    assert sum(sum(view.points) for view in views) / turns == pytest.approx(8.0, abs=0.6)


# What the expert knows


def test_the_order_of_turns() -> None:
    """The last seat of a round is the first of the next."""
    match = quincunx.new("quivvit", 2, seed=1)
    view = match.view(0)
    one, other = view.order
    turns = future_turns(match.rules, view)  # type: ignore[arg-type]
    expected = [one, other, other, one, one, other, other, one, one, other]
    assert [turn.seat for turn in turns] == expected
    assert [turn.ends_round for turn in turns] == [False, True] * 5


def test_how_long_the_deck_lasts_is_guessed() -> None:
    match = quincunx.new("quivvit", 2, seed=1, options={"drain_the_deck": True})
    rules: Any = match.rules
    assert future_turns(rules, match.view(0))[-1].round > 5


def last_turn(mine: int, theirs: int, **options: Any) -> tuple[Any, QuivvitView]:
    """The first seat has the last turn of the game."""
    match = quincunx.new("quivvit", 2, seed=3, options=options)
    view = changed(
        match.view(0), order=(1, 0), played=1, turn=0, round=5, seat=0, points=(mine, theirs)
    )
    return match.rules, changed(view, doubles=(options.get("double_rotation", False), False))


def test_in_the_last_turn_only_the_win_matters() -> None:
    rules, view = last_turn(50, 50)
    options = rank_turn_moves(rules, view, WORK, Random(1))
    assert {option.value for option in options} == {1.0}
    rules, view = last_turn(10, 100)
    assert {option.value for option in rank_turn_moves(rules, view, WORK, Random(1))} == {0.0}


def test_a_half_turn_that_wins_is_spent() -> None:
    for seed in range(40):
        match = quincunx.new("quivvit", 2, seed=seed, options={"double_rotation": True})
        rules: Any = match.rules
        view = changed(
            match.view(0), order=(1, 0), played=1, turn=0, round=5, seat=0, doubles=(True, False)
        )
        found = plays_of_view(view)
        half = max(play.points for play in found if play.spends)
        other = max(play.points for play in found if not play.spends)
        if half >= other + 2:
            # It wins for sure; without it a lucky draw would have to.
            view = changed(view, points=(0, half - 1))
            best = rank_turn_moves(rules, view, WORK, Random(1))[0].move
            assert isinstance(best, Rotate)
            assert best.way == "half"
            return
    pytest.fail("no such grid was dealt")


def test_a_free_link_is_claimed_if_it_is_the_most() -> None:
    for seed in range(200):
        match = quincunx.new("quivvit", 2, seed=seed, options={"double_rotation": True})
        view = match.view(match.awaited[0])
        best = max(plays_of_view(view), key=points_order)
        if isinstance(best.move, ClaimFreeLink):
            bot = BOTS["medium"]()
            assert bot.choose(Turn(match.rules, view, (), Random(0))) == best.move
            return
    pytest.fail("no such grid was dealt")


def test_the_last_chance_to_block_is_taken() -> None:
    """A card that would be of no use afterwards is given if it may decide the game."""
    match = quincunx.new("quivvit", 2, seed=2, options={"color_blocking": True})
    rules: Any = match.rules
    seat = match.awaited[0]
    view = changed(match.view(seat), round=5, played=1, order=(seat, 1 - seat))
    most = max(play.points for play in plays_of_view(view))
    points = [0, 0]
    points[seat] = most - 1
    options = rank_block_moves(rules, changed(view, points=tuple(points)), WORK, Random(1))
    assert isinstance(options[0].move, Block)
    assert any(option.move == Decline() for option in options)


# The bonus


def bonus(points: tuple[int, ...], waiting: tuple[int, ...], cards: tuple[int, ...]) -> QuivvitView:
    match = quincunx.new("quivvit", len(points), seed=1, options={"double_rotation": True})
    return changed(
        match.view(0), phase="bonus", waiting=waiting, points=points, cards=cards, turn=None
    )


def test_a_card_is_drawn_unless_it_can_only_hurt() -> None:
    assert should_draw(bonus((30, 31), (0,), (20, 20)))
    assert not should_draw(bonus((31, 30), (0,), (20, 25))), "a −1 would lose the tie"
    assert should_draw(bonus((31, 30), (0, 1), (20, 20))), "the other one draws as well"
    assert should_draw(bonus((50, 30), (0,), (20, 20))), "it makes no difference"


def test_alone_a_card_is_drawn_for_its_points() -> None:
    view = bonus((30,), (0,), (20,))
    assert should_draw(view)
    only_minus = tuple(count if kind >= 18 else 0 for kind, count in enumerate(view.deck))
    assert not should_draw(changed(view, deck=only_minus))
