"""Hints: for every phase, from the gentlest to the plainest, and true."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

import quincunx
from quincunx.core.bots import Turn
from quincunx.core.chance import FastChance
from quincunx.core.messages import render
from quincunx.games.quivvit.bots import BOTS
from quincunx.games.quivvit.hints import hints
from quincunx.games.quivvit.notation import parse_move
from quincunx.games.quivvit.review import compare_with_best
from quincunx.games.quivvit.rules import QuivvitRules
from quincunx.games.quivvit.search.lookahead import block_costs
from quincunx.games.quivvit.solver import find_plays, kernel_grid, plays_of_view
from quincunx.games.quivvit.state import QuivvitView

ALL = {"random_color": True, "color_blocking": True, "double_rotation": True, "timed": True}


def kinds(match: quincunx.Match, seat: int) -> list[str]:
    return [hint.message.id.rpartition(".")[2] for hint in hints(match.rules, match.view(seat))]


def test_hints_for_a_turn() -> None:
    match = quincunx.new("quivvit", 2, seed=3)
    seat = match.awaited[0]
    assert kinds(match, seat) == ["most", "where", "best"]
    assert kinds(match, 1 - seat) == []
    found = hints(match.rules, match.view(seat))
    assert found == hints(match.rules, match.view(seat)), "asked again it says the same"
    assert [hint.move is None for hint in found] == [True, True, False]
    assert found[-1].move is not None
    assert parse_move(found[-1].move) in match.legal_moves(seat)
    most = max(play.points for play in plays_of_view(match.view(seat)))
    assert found[0].message.args["points"] == most


def test_hints_for_the_block_question() -> None:
    match = quincunx.new("quivvit", 3, seed=3, options={"color_blocking": True})
    for seat in match.awaited:
        assert kinds(match, seat)[:2] == ["grid", "cost"]
        move = hints(match.rules, match.view(seat))[-1].move
        assert move is not None
        assert parse_move(move) in match.legal_moves(seat)
    (on_turn,) = {*range(3)} - {*match.awaited}
    assert kinds(match, on_turn) == []


@pytest.mark.parametrize(("lead", "kind"), [(0, "draw"), (1, "decline")])
def test_hints_for_the_bonus(lead: int, kind: str) -> None:
    match = quincunx.new("quivvit", 2, seed=3, options={"double_rotation": True})
    view = msgspec.structs.replace(
        match.view(0), phase="bonus", waiting=(0,), points=(30 + lead, 30), cards=(9, 10), turn=None
    )
    (hint,) = hints(match.rules, view)
    assert hint.message.id == f"quivvit.hint.{kind}"
    assert hint.move == kind
    assert render(hint.message)


# What is said about Color Block


def positions(
    seed: int, seats: int = 2, **options: bool
) -> Iterator[tuple[QuivvitRules, QuivvitView]]:
    """Yield the view of each decision in a game in which every seat declines to block."""
    chance = FastChance(Random(seed))
    match = quincunx.new("quivvit", seats, options=options, chance=chance)
    bots = {seat: BOTS["easy"]() for seat in range(seats)}
    while match.outcome is None:
        rules: Any = match.rules
        for seat in match.awaited:
            yield rules, match.view(seat)
        if match.view(None).phase == "block":
            match.play("decline", match.awaited[0])
        else:
            match.step(bots, seed="test")


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("seed", range(2))
def test_later_turns_of_others_are_promised_only_if_they_come(seed: int, seats: int) -> None:
    """In five rounds it is known exactly how many turns of others are left."""
    last = 0
    for rules, view in positions(seed, seats, color_blocking=True):
        if view.phase != "block":
            continue
        plain = hints(rules, view)[-1].message
        rounds = [*view.order[view.played + 1 :], *list(range(seats)) * (5 - view.round)]
        turns = sum(seat != view.seat for seat in rounds)
        if plain.id != "quivvit.hint.block":
            promised = "quivvit.hint.wait" if turns else "quivvit.hint.no_use"
            assert (plain.id, plain.args.get("turns", 0)) == (promised, turns)
        last += not turns
    assert last, "a card was held until the last turn"


def test_before_the_last_turn_no_better_moment_is_promised() -> None:
    """The reviewers' case: a card that is held in the last turn, decided or not."""
    match = quincunx.new("quivvit", 2, seed=2, options={"color_blocking": True})
    seat = match.awaited[0]
    points = [0, 0]
    points[seat] = 100
    view = msgspec.structs.replace(
        match.view(seat), round=5, played=1, order=(seat, 1 - seat), points=tuple(points)
    )
    hint = hints(match.rules, view)[-1]
    assert (hint.message.id, hint.move) == ("quivvit.hint.no_use", "decline")


@pytest.mark.parametrize("double", [False, True])
def test_the_threat_before_the_die_is_a_mean_over_its_colours(double: bool) -> None:
    below = 0
    for rules, view in positions(
        4, 3, color_blocking=True, random_color=True, double_rotation=double
    ):
        if view.phase != "block" or view.turn is None:
            continue
        threat, cost, _ = hints(rules, view)
        grid = kernel_grid(view.grid, view.blocks)
        most = [
            max(play.points for play in find_plays(grid, colour, double=view.doubles[view.turn]))
            for colour in "RGBY"
        ]
        assert threat.message.id == "quivvit.hint.threat.die"
        assert threat.message.args["points"] == round(sum(most) / 4, 1)
        any_colour = max(play.points for play in plays_of_view(view))
        below += sum(most) / 4 < any_colour
        assert cost.message.args["cost"] == round(max(block_costs(rules, view).values()), 1)
    assert below, "all colours at once would be more"


def test_hints_say_nothing_empty() -> None:
    """Neither "0 points of that" nor "look at all four colours"."""
    for seed, options in enumerate(({"color_blocking": True}, ALL, {"double_rotation": True})):
        for rules, view in positions(seed, 2, **options):
            for hint in hints(rules, view):
                sentence = render(hint.message, "en", ("Ada", "Ben"))
                assert not sentence.endswith("red, green, blue and yellow.")
                assert "0 points of that" not in sentence
                if hint.message.id == "quivvit.hint.where":
                    assert render(hint.message).count(" in ") <= 2
                    assert view.colour is None
                if hint.message.id == "quivvit.hint.cost" and hint.message.args["cost"] == 0:
                    assert sentence == "Covering a single card does not change that."


# Hints are honest: what they advise is the best by the measure of the review

MARGIN = {"chance": 2.0, "points": 0.3}
"""By how much the advice may fall short of the best that the review finds on deals of its own, in
percent of the chance to win or, alone, in points. Both are estimates from imagined deals."""

RULES = ("random_color", "color_blocking", "timed", "drain_the_deck", "double_rotation")
EXHAUSTIVE = pytest.mark.exhaustive


@pytest.mark.parametrize(
    ("seats", "chosen"),
    [
        pytest.param(seats, chosen, marks=() if number % 3 + 1 == seats else EXHAUSTIVE)
        for seats in (1, 2, 3)
        for number, chosen in enumerate(product((False, True), repeat=len(RULES)))
        if seats > 1 or not chosen[1]
    ],
)
def test_the_advice_is_the_best_by_the_review(seats: int, chosen: tuple[bool, ...]) -> None:
    options = dict(zip(RULES, chosen, strict=True))
    found = [*positions(sum(chosen) + seats, seats, **options)]
    rng = Random(str((seats, chosen)))
    for rules, view in rng.sample(found, 3):
        advice = parse_move(str(hints(rules, view)[-1].move))
        expert = BOTS["expert"]()
        assert advice == expert.choose(Turn(rules, view, (), Random(0)))
        if view.phase == "turn":
            measure = "chance" if seats > 1 else "points"
            assert compare_with_best(rules, view, advice, Random(7)).loss <= MARGIN[measure]


def test_hints_all_through_a_game() -> None:
    match = quincunx.new("quivvit", 2, options=ALL, chance=FastChance(Random(5)))
    while match.outcome is None:
        seat = match.awaited[0]
        found = hints(match.rules, match.view(seat))
        for hint in found:
            assert render(hint.message)
        assert found[-1].move is not None
        match.play(found[-1].move, seat)
    assert hints(match.rules, match.view(0)) == ()
