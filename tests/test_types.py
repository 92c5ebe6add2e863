"""The types of a match follow from the game's name; mypy checks these functions."""

from __future__ import annotations

from typing import Any, assert_type

import quincunx
from quincunx.core.moves import Moves
from quincunx.games.coloryam.moves import ColorYamMove
from quincunx.games.coloryam.state import ColorYamState, ColorYamView
from quincunx.games.pivit.moves import PivitMove
from quincunx.games.pivit.state import PivitState, PivitView
from quincunx.games.quatrefoil.moves import QuatrefoilMove
from quincunx.games.quatrefoil.state import QuatrefoilState, QuatrefoilView
from quincunx.games.quivvit.moves import QuivvitMove
from quincunx.games.quivvit.state import QuivvitState, QuivvitView
from quincunx.games.qwirkle_cards.moves import QwirkleCardsMove
from quincunx.games.qwirkle_cards.state import QwirkleCardsState, QwirkleCardsView


def test_a_match_has_the_types_of_its_game() -> None:
    match = quincunx.new("quivvit", seats=2, seed=7)
    assert_type(match, quincunx.Match[QuivvitState, QuivvitMove, QuivvitView])
    assert isinstance(assert_type(match.state, QuivvitState), QuivvitState)
    assert isinstance(assert_type(match.view(0), QuivvitView), QuivvitView)
    assert assert_type(match.legal_moves(), Moves[QuivvitMove])
    assert_type(match.copy(), quincunx.Match[QuivvitState, QuivvitMove, QuivvitView])
    assert_type(
        quincunx.new("quatrefoil"), quincunx.Match[QuatrefoilState, QuatrefoilMove, QuatrefoilView]
    )
    assert_type(quincunx.new("coloryam"), quincunx.Match[ColorYamState, ColorYamMove, ColorYamView])
    assert_type(quincunx.new("pivit"), quincunx.Match[PivitState, PivitMove, PivitView])
    assert_type(
        quincunx.new("qwirkle_cards", options={}),
        quincunx.Match[QwirkleCardsState, QwirkleCardsMove, QwirkleCardsView],
    )
    from_text = quincunx.from_position("quatrefoil", "RG/YB P > GR/BY P")
    assert_type(from_text, quincunx.Match[QuatrefoilState, QuatrefoilMove, QuatrefoilView])


def test_a_match_of_any_game_needs_no_types() -> None:
    name: str = quincunx.game_names()[0]
    match: quincunx.Match = quincunx.new(name)
    assert_type(match, quincunx.Match[Any, Any, Any])
    assert match.game.name == name
