"""Hints from the gentlest to the plainest, and the Qwirkles that were missed."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

import quincunx
from quincunx.core.bots import play_on
from quincunx.core.messages import render
from quincunx.games.qwirkle_cards.bots import BOTS
from quincunx.games.qwirkle_cards.coach import hints, review
from quincunx.games.qwirkle_cards.moves import Play, played_cards
from quincunx.games.qwirkle_cards.notation import format_cards, parse_move
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.solver import most_qwirkles


def played(*levels: str, seed: int = 1) -> quincunx.Match:
    match = quincunx.new("qwirkle_cards", seats=len(levels), seed=seed)
    bots = {seat: BOTS[level](match.rules) for seat, level in enumerate(levels)}
    while match.outcome is None:
        play_on(match, bots, seed="test", work=100)
    return match


def test_hints_say_how_many_then_which_cards_then_how() -> None:
    match = quincunx.new("qwirkle_cards", seats=2, seed=2)
    rng = Random(1)
    for _ in range(12):
        seat = match.active[0]
        many, cards, layout = match.hints(seat)
        assert many.message.args["qwirkles"] == most_qwirkles(*position_of(match.view(seat)))
        assert (many.move, cards.move) == (None, None)
        assert layout.move is not None
        move = parse_move(layout.move)
        assert isinstance(move, Play)
        assert move in match.moves(seat)
        assert " ".join(cards.message.args["cards"]) == format_cards(played_cards(move))  # type: ignore[arg-type]
        match.play(seat, match.moves(seat).sample(rng))
        if match.state.phase == "redraw":
            break


def test_hints_are_sentences() -> None:
    match = quincunx.new("qwirkle_cards", seats=2, seed=2)
    said = [render(hint.message) for hint in match.hints(match.active[0])]
    assert said[0] == "No Qwirkle is possible now, but you can play."
    assert said[1].startswith("Play ")
    assert said[2].startswith("Lay it like this: [")


def test_whoever_cannot_play_is_told_to_draw() -> None:
    match = quincunx.new("qwirkle_cards", seats=2, seed=1)
    view = msgspec.structs.replace(match.view(match.active[0]), phase="redraw")
    (hint,) = hints(match.rules, view)
    assert hint.move == "redraw"
    assert render(hint.message) == "None of your cards can be played: draw a new hand."


def test_only_who_is_to_play_gets_a_hint() -> None:
    match = quincunx.new("qwirkle_cards", seats=3, seed=1)
    waiting = next(seat for seat in range(3) if seat not in match.active)
    assert match.hints(waiting) == ()
    assert hints(match.rules, match.view(None)) == ()


def test_the_greedy_miss_nothing() -> None:
    match = played("medium", "most-qwirkles-fewest-cards", seed=3)
    judgements = review(match)
    plays = [entry.move for entry in match.log if isinstance(entry.move, Play)]
    assert len(judgements) == len(plays)
    assert {judgement.loss for judgement in judgements} == {0}
    assert {judgement.message.id.rpartition(".")[2] for judgement in judgements} == {"none", "made"}
    for judgement in judgements:
        assert judgement.best == (judgement.move,)


@pytest.mark.parametrize("seed", [4, 5])
def test_missed_qwirkles_are_counted_and_shown(seed: int) -> None:
    match = played("random", "easy", seed=seed)
    judgements = review(match)
    missed = [judgement for judgement in judgements if judgement.loss]
    assert missed
    for judgement in missed:
        position = position_of(match.view(judgement.seat, judgement.version))
        (best,) = judgement.best
        move = parse_move(best)
        moves = match.rules.moves(match.state_at(judgement.version), judgement.seat)
        assert move in moves
        assert judgement.loss <= (most_qwirkles(*position) or 0)
        assert "missed. It took " in render(judgement.message)
    made = sum(map(len, match.state.qwirkles))
    most = sum(
        most_qwirkles(*position_of(match.view(judgement.seat, judgement.version))) or 0
        for judgement in judgements
    )
    assert sum(judgement.loss for judgement in judgements) == most - made
