"""Moves that the rules refuse."""

from __future__ import annotations

from typing import Any

import pytest

import quincunx
from quincunx.core.messages import catalogue
from tests.games.forced_chance import ForcedChance


def illegal_move(match: quincunx.Match, seat: int, move: Any) -> quincunx.IllegalMove:
    """Play a move that must be refused, and return the error.

    The error names a rule and a reason that the catalogue has, and nothing has changed: neither
    the match nor its chance.
    """
    before = _state(match)
    with pytest.raises(quincunx.IllegalMove) as caught:
        match.play(move, seat)
    game, error = match.game.name, caught.value
    assert error.rule is not None
    words = catalogue(game, "en")
    assert f"{game}.rule.{error.rule.removeprefix(f'{game}:')}" in words
    assert f"{game}.refusal.{error.reason}" in words
    assert quincunx.render(error.message)
    assert _state(match) == before
    return error


def _state(match: quincunx.Match) -> tuple[object, ...]:
    draws = match.chance.draws if isinstance(match.chance, ForcedChance) else []
    return match.version, match.digest(), match.now, len(match.chance.results), len(draws)
