"""The steps of a play: how many it takes, and what they leave."""

from __future__ import annotations

import numpy as np
import pytest

import quincunx
from quincunx.core.match import Match
from quincunx.games.qwirkle_cards.encoding import ACTIONS, QwirkleCardsEncoding
from quincunx.games.qwirkle_cards.rules import QwirkleCardsRules

POSITION = "table: [Rc Rs Rd] [Bc Bs Bd Bx] hand: Rx Ga Rs Os Gc Gs Gl Gx Pd"


def _match() -> tuple[Match, QwirkleCardsEncoding]:
    match = quincunx.from_position("qwirkle_cards", POSITION, seats=2, seed=1)
    assert isinstance(match.rules, QwirkleCardsRules)
    return match, QwirkleCardsEncoding(match.rules)


def _names(encoding: QwirkleCardsEncoding, actions: tuple[int, ...]) -> list[str]:
    return [encoding.name(action).split()[0] for action in actions]


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("[Gc Gs Gl Gx]", ["start", "lay", "lay", "lay", "finish"]),
        ("[Rc Rs Rd] > [Rc Rs Rd Rx]", ["lay", "finish"]),
        (
            "[Bc Bs Bd Bx] > [Bc Bd Bx] [Bs Rs Os]",
            ["lift", "start", "lay", "lay", "finish"],
        ),
    ],
)
def test_a_play_takes_no_more_steps_than_cards_move(text: str, steps: list[str]) -> None:
    match, encoding = _match()
    move = match.game.parse_move(text)
    actions = encoding.encode(match.state, 0, move)
    assert _names(encoding, actions) == steps
    assert encoding.decode(match.state, 0, actions) == move


def test_undo_returns_to_the_beginning_of_the_turn() -> None:
    match, encoding = _match()
    before = encoding.observe(match.state, 0, encoding.no_draft, 0)
    move = match.game.parse_move("[Bc Bs Bd Bx] > [Bc Bd Bx] [Bs Rs Os]")
    draft = encoding.no_draft
    for action in encoding.encode(match.state, 0, move)[:3]:
        draft, _ = encoding.step(match.state, 0, draft, action)
    assert not np.array_equal(encoding.observe(match.state, 0, draft, 0), before)
    draft, made = encoding.step(match.state, 0, draft, ACTIONS.first("undo"))
    assert made is None
    assert np.array_equal(encoding.observe(match.state, 0, draft, 0), before)


def test_a_lifted_card_has_to_be_laid_again() -> None:
    match, encoding = _match()
    move = match.game.parse_move("[Bc Bs Bd Bx] > [Bc Bd Bx] [Bs Rs Os]")
    draft = encoding.no_draft
    for action in encoding.encode(match.state, 0, move)[:1]:
        draft, _ = encoding.step(match.state, 0, draft, action)
    seen = encoding.features.split(encoding.observe(match.state, 0, draft, 0))
    assert seen["must_lay"].sum() == 1
    assert not encoding.mask(match.state, 0, draft)[ACTIONS.first("finish")]
