"""The kit passes a correct game and finds the defect of each mutant."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import msgspec
import pytest

from quincunx.core.analysis import Hint, Judgement, Review
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.messages import Message
from quincunx.core.rules import AnyRules
from tests.kit.advice import hints_are_legal, reviews_are_consistent
from tests.kit.checks import CHECKS, Check
from tests.kit.limits import drafts_are_bounded, games_are_bounded, moves_are_bounded
from tests.kit.play import every_options, seat_counts
from tests.toy.encoding import ToyEncoding
from tests.toy.game import TOY, toy_with
from tests.toy.mutants import MUTANT_ENCODINGS, MUTANTS
from tests.toy.rules import ToyRules

EXHAUSTIVE = pytest.mark.exhaustive


@pytest.mark.parametrize("seeds", [range(1), pytest.param(range(1, 10), marks=EXHAUSTIVE)], ids=str)
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_toy_game_passes_every_check(check: Check, seeds: range) -> None:
    _check_every_setup(check, TOY, seeds)


@pytest.mark.parametrize("rules", MUTANTS, ids=lambda rules: rules.__name__)
def test_each_mutant_is_caught_by_the_check_meant_for_it(rules: type[ToyRules]) -> None:
    check, words = MUTANTS[rules]
    with pytest.raises(AssertionError, match=words):
        _check_every_setup(check, toy_with(rules))


@pytest.mark.parametrize("forgets", [0, -1], ids=["the deal", "the end"])
def test_a_curve_with_a_gap_is_caught(forgets: int) -> None:
    def review(match: Match) -> Review:
        whole = TOY.review(match)
        left = [point for point in whole.curve if point != whole.curve[forgets]]
        return msgspec.structs.replace(whole, curve=tuple(left))

    with pytest.raises(AssertionError, match="from the deal to the end"):
        _check_every_setup(reviews_are_consistent, replace(TOY, review=review))


def test_a_judgement_of_what_was_taken_back_is_caught() -> None:
    def review(match: Match) -> Review:
        whole = TOY.review(match)
        taken_back = [
            Judgement(version - 1, entry.seat, str(entry.move), (), 0, whole.decided)
            for version, entry in enumerate(match.log)
            if entry.seat is not None and entry.move is not None and not match.is_in_effect(version)
        ]
        return msgspec.structs.replace(whole, judgements=(*whole.judgements, *taken_back))

    with pytest.raises(AssertionError, match="a move that was taken back is judged"):
        _check_every_setup(reviews_are_consistent, replace(TOY, review=review))


def test_a_hint_that_cannot_be_followed_is_caught() -> None:
    def hints(rules: AnyRules, view: object) -> tuple[Hint, ...]:
        return (Hint(Message("toy.outcome.over"), "fish"),)

    with pytest.raises(AssertionError, match="a hint advises an illegal move"):
        _check_every_setup(hints_are_legal, replace(TOY, hints=hints))


@pytest.mark.parametrize("encoding", MUTANT_ENCODINGS, ids=lambda encoding: encoding.__name__)
def test_a_wrong_encoding_is_caught_by_the_check_meant_for_it(encoding: type[ToyEncoding]) -> None:
    check, words = MUTANT_ENCODINGS[encoding]
    with pytest.raises(AssertionError, match=words):
        _check_every_setup(check, replace(TOY, encoding=encoding))


class ParsesFirst(Game):
    """Refuses a text that is too long, but only after it has been parsed."""

    def parse_move(self, text: str) -> Any:
        move = self.move_parser(text)
        super().parse_move(text)
        return move


def test_a_game_that_parses_moves_of_any_length_is_caught() -> None:
    mutant = ParsesFirst(**{field.name: getattr(TOY, field.name) for field in fields(Game)})
    with pytest.raises(AssertionError, match="a text that is too long is parsed"):
        _check_every_setup(moves_are_bounded, mutant)
    _passes_all_checks_but(moves_are_bounded, mutant)


def test_a_bound_that_a_legal_move_exceeds_is_caught() -> None:
    too_short = len("lay 0 1 2 3 +1000")
    with pytest.raises(AssertionError, match="is longer than max_move_length"):
        _check_every_setup(moves_are_bounded, replace(TOY, max_move_length=too_short))


@pytest.mark.parametrize("check", [games_are_bounded, drafts_are_bounded])
def test_a_missing_limit_is_found_by_one_check_only(check: Check) -> None:
    for rules, (meant, _) in MUTANTS.items():
        if meant is check:
            _passes_all_checks_but(check, toy_with(rules))


def _passes_all_checks_but(check: Check, game: Game) -> None:
    for other in CHECKS:
        if other is not check:
            other(game, game.options(), 2, 1)


def _check_every_setup(check: Check, game: Game, seeds: range = range(10)) -> None:
    for options in every_options(game):
        for seats in seat_counts(game, options):
            for seed in seeds:
                check(game, options, seats, seed)
