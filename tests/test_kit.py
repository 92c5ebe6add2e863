"""The kit passes a healthy game and finds what is wrong with each sick one."""

from __future__ import annotations

import pytest

from quincunx.core.game import Game
from tests.kit.checks import CHECKS, Check
from tests.kit.play import every_options, seat_counts
from tests.toy.game import TOY, toy_with
from tests.toy.mutants import MUTANTS
from tests.toy.rules import ToyRules


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_healthy_toy_passes(check: Check) -> None:
    _all_of_it(check, TOY)


@pytest.mark.parametrize("rules", MUTANTS, ids=lambda rules: rules.__name__)
def test_each_mutant_is_caught_by_the_check_meant_for_it(rules: type[ToyRules]) -> None:
    check, words = MUTANTS[rules]
    with pytest.raises(AssertionError, match=words):
        _all_of_it(check, toy_with(rules))


def _all_of_it(check: Check, game: Game) -> None:
    for options in every_options(game):
        for seats in seat_counts(game, options):
            for seed in range(10):
                check(game, options, seats, seed)
