"""The conformance kit with three seats: elsewhere it plays with the fewest and the most seats."""

from __future__ import annotations

import pytest

from quincunx.registry import find
from tests.kit.advice import bots_play_legal_moves, messages_are_translated
from tests.kit.checks import CHECKS, Check
from tests.kit.non_interference import non_interference

GAME = find("qwirkle_cards")
SLOW = (non_interference, messages_are_translated, bots_play_legal_moves)


@pytest.mark.rule("qwirkle_cards:R10")
@pytest.mark.parametrize(
    "check", [check for check in CHECKS if check not in SLOW], ids=lambda check: check.__name__
)
def test_conforms(check: Check) -> None:
    check(GAME, GAME.options(), 3, 1)


@pytest.mark.exhaustive
@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_conforms_at_length(check: Check) -> None:
    for seed in range(1, 30):
        check(GAME, GAME.options(), 3, seed)
