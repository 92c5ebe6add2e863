"""Reviews of every game: true at the end, kind to those who play well, and always the same."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

import quincunx
from quincunx.core.analysis import Review, largest_losses

TABLES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "quatrefoil": ("quatrefoil", 4, {}),
    "coloryam": ("coloryam", 2, {}),
    "coloryam, alone": ("coloryam", 1, {}),
    "quivvit": ("quivvit", 3, {"double_rotation": True, "color_blocking": True}),
    "quivvit, alone": ("quivvit", 1, {}),
    "qwirkle_cards": ("qwirkle_cards", 2, {}),
    "pivit": ("pivit", 3, {}),
}
CONTESTS = [name for name in TABLES if name != "quatrefoil" and "alone" not in name]
SEEDS = (1, pytest.param(2, marks=pytest.mark.exhaustive))


@cache
def played(table: str, bot: str, seed: int) -> quincunx.Match:
    game, seats, options = TABLES[table]
    match = quincunx.new(game, seats, seed, options)
    bots = {seat: match.game.bots[bot]() for seat in range(seats)}
    partners = {seat: frozenset(bots) - {seat} for seat in bots}
    match.play_out(bots, seed="review", partners=partners, work=200)
    return match


@cache
def reviewed(table: str, bot: str, seed: int) -> Review:
    match = played(table, bot, seed)
    return match.game.review(match)


def lost(review: Review) -> float:
    return sum(judgement.loss for judgement in review.judgements) / len(review.judgements)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("table", TABLES)
def test_experts_give_less_away_than_chance(table: str, seed: int) -> None:
    expert, random = (lost(reviewed(table, bot, seed)) for bot in ("expert", "random"))
    assert expert < random / 3


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("bot", ["expert", "random"])
def test_a_mistake_has_a_better_move_that_was_there(table: str, bot: str) -> None:
    match, review = played(table, bot, 1), reviewed(table, bot, 1)
    for mistake in largest_losses(review.judgements):
        moves = match.rules.legal_moves(match.state_at(mistake.version), mistake.seat)
        assert match.game.parse_move(mistake.best[0]) in moves
        assert quincunx.render(mistake.message)


@pytest.mark.parametrize("table", TABLES)
def test_a_record_gives_the_same_review(table: str) -> None:
    match = played(table, "random", 1)
    assert quincunx.review(match.record().to_json()) == reviewed(table, "random", 1)


@pytest.mark.parametrize("table", CONTESTS)
@pytest.mark.parametrize("bot", ["expert", "random"])
@pytest.mark.parametrize("seed", SEEDS)
def test_at_the_end_the_winner_is_in_front(table: str, bot: str, seed: int) -> None:
    match, review = played(table, bot, seed), reviewed(table, bot, seed)
    assert match.outcome is not None
    last = review.curve[-1].values
    front = {seat for seat, value in enumerate(last) if value == max(last)}
    assert front == {*match.outcome.winners}


@pytest.mark.parametrize("table", [name for name in CONTESTS if name != "pivit"])
@pytest.mark.parametrize("bot", ["expert", "random"])
def test_chances_are_shares_of_a_hundred(table: str, bot: str) -> None:
    for point in reviewed(table, bot, 1).curve:
        assert sum(point.values) == pytest.approx(100)
        assert all(0 <= value <= 100 for value in point.values)


@pytest.mark.parametrize("table", [name for name in TABLES if "alone" in name])
@pytest.mark.parametrize("bot", ["expert", "random"])
def test_alone_what_was_expected_less_what_was_lost_plus_luck_is_the_score(
    table: str, bot: str
) -> None:
    match, review = played(table, bot, 1), reviewed(table, bot, 1)
    assert match.outcome is not None
    args = review.decided.args
    luck = args["luck"] if "kind" in args.values() else f"-{args['luck']}"
    total = float(str(args["expected"])) + float(str(luck)) - float(str(args["lost"]))
    assert review.curve[-1].values == match.outcome.scores
    assert total == pytest.approx(match.outcome.scores[0])
