"""Reviews: Qwirkles made and left to others, and chances that come true."""

from __future__ import annotations

from functools import cache

import msgspec
import pytest

import quincunx
from quincunx.core.analysis import Point, Review, as_percentages
from quincunx.core.messages import render
from quincunx.games.qwirkle_cards.moves import QwirkleCardsPlay
from quincunx.games.qwirkle_cards.notation import parse_move
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.review import review
from quincunx.games.qwirkle_cards.search.win_chances import chances_to_win
from quincunx.games.qwirkle_cards.sets import is_qwirkle
from quincunx.games.qwirkle_cards.solver import most_qwirkles
from tests.games.calibration import Calibration


@cache
def played(*levels: str, seed: int = 1, work: int = 200) -> quincunx.Match:
    match = quincunx.new("qwirkle_cards", seats=len(levels), seed=seed)
    match.play_out(dict(enumerate(levels)), seed="test", work=work)
    return match


@cache
def reviewed(*levels: str, seed: int) -> Review:
    return review(played(*levels, seed=seed))


def test_every_play_is_judged_by_what_it_made_and_what_it_left() -> None:
    match = played("easy", "medium", seed=4)
    judgements = reviewed("easy", "medium", seed=4).judgements
    plays = [entry.move for entry in match.log if isinstance(entry.move, QwirkleCardsPlay)]
    assert len(judgements) == len(plays)
    for judgement, play in zip(judgements, plays, strict=True):
        args = judgement.message.args
        assert args["made"] == sum(map(is_qwirkle, play.new))
        assert (judgement.loss == 0) == (judgement.move == judgement.best[0])
        assert render(judgement.message)


def test_the_better_play_is_legal_and_makes_as_many_qwirkles_as_claimed() -> None:
    match = played("random", "easy", seed=4)
    judgements = reviewed("random", "easy", seed=4).judgements
    mistakes = [judgement for judgement in judgements if judgement.loss]
    assert mistakes
    for mistake in mistakes:
        move = parse_move(mistake.best[0])
        assert isinstance(move, QwirkleCardsPlay)
        assert move in match.rules.legal_moves(match.state_at(mistake.version), mistake.seat)
        made = sum(map(is_qwirkle, move.new))
        assert mistake.message.args["most"] == made
        position = position_of(match.view(mistake.seat, mistake.version))
        assert made <= (most_qwirkles(*position) or 0)


def test_the_last_play_is_judged_exactly() -> None:
    """In the last turn only the Qwirkles it makes count."""
    match = played("easy", "medium", seed=4)
    last = reviewed("easy", "medium", seed=4).judgements[-1]
    state = match.state_at(last.version)
    assert state.turns_left == 1
    most = most_qwirkles(state.table, state.hands[last.seat]) or 0
    mine, theirs = (len(state.qwirkles[seat]) for seat in (last.seat, 1 - last.seat))
    best = 100 if mine + most > theirs else 50 if mine + most == theirs else 0
    assert last.message.args["best"] == best
    assert "left to" not in render(last.message)


def test_at_the_end_the_leader_has_won_and_the_seat_on_turn_counts_its_best_play() -> None:
    match = played("medium", "medium", seed=2)
    state = match.state_at(match.version - 1)
    assert state.turns_left == 1
    on_turn, other = state.turn, 1 - state.turn
    in_reach = most_qwirkles(state.table, state.hands[on_turn]) or 0
    made = (1,) * 6
    for lead, share in ((in_reach - 1, 1), (in_reach, 0.5), (in_reach + 1, 0)):
        qwirkles = tuple((made,) * (20 + lead if seat == other else 20) for seat in range(2))
        chances = chances_to_win(msgspec.structs.replace(state, qwirkles=qwirkles))
        assert chances[on_turn] == share


@pytest.mark.exhaustive
@pytest.mark.parametrize("seats", [2, 3])
def test_chances_come_true_as_often_as_they_say(seats: int) -> None:
    calibration = Calibration()
    for seed in range(5000, 5150):
        match = played(*["expert"] * seats, seed=seed)
        curve = [
            Point(version, as_percentages(chances_to_win(match.state_at(version))))
            for version in range(match.version + 1)
        ]
        calibration.add(match, tuple(curve))
    calibration.check(within=10)
