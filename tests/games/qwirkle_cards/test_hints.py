"""Hints from the gentlest to the plainest."""

from __future__ import annotations

from random import Random

import msgspec

import quincunx
from quincunx.core.messages import render
from quincunx.games.qwirkle_cards.cards import format_cards
from quincunx.games.qwirkle_cards.hints import hints
from quincunx.games.qwirkle_cards.moves import QwirkleCardsPlay, played_cards
from quincunx.games.qwirkle_cards.notation import parse_move
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.solver import most_qwirkles


def test_hints_say_how_many_then_which_cards_then_how() -> None:
    match = quincunx.new("qwirkle_cards", seats=2, seed=2)
    rng = Random(1)
    for _ in range(12):
        seat = match.active[0]
        many, cards, *layout = match.hints(seat)
        assert many.message.args["qwirkles"] == most_qwirkles(*position_of(match.view(seat)))
        assert (many.move, cards.move) == (None, None)
        (text,) = {hint.move for hint in layout}
        move = parse_move(text or "")
        assert isinstance(move, QwirkleCardsPlay)
        assert move in match.legal_moves(seat)
        sets = [" ".join(hint.message.args["cards"]) for hint in layout]  # type: ignore[arg-type]
        assert sets == [format_cards(laid) for laid in move.new]
        assert " ".join(cards.message.args["cards"]) == format_cards(played_cards(move))  # type: ignore[arg-type]
        match.play(match.legal_moves(seat).sample(rng), seat)
        if match.state.phase == "redraw":
            break


def test_hints_are_sentences() -> None:
    match = quincunx.new("qwirkle_cards", seats=2, seed=2)
    said = [render(hint.message) for hint in match.hints(match.active[0])]
    assert said[0] == "No Qwirkle is possible now, but you can play."
    assert said[1].startswith("Play ")
    assert said[2].startswith("Put together: ")
    assert said[2].removeprefix("Put together: ") == said[1].removeprefix("Play ")


def test_the_hint_without_a_play_is_to_redraw() -> None:
    match = quincunx.new("qwirkle_cards", seats=2, seed=1)
    view = msgspec.structs.replace(match.view(match.active[0]), phase="redraw")
    (hint,) = hints(match.rules, view)
    assert hint.move == "redraw"
    assert render(hint.message) == "None of your cards can be played. Draw a new hand."


def test_only_the_seat_on_turn_gets_a_hint() -> None:
    match = quincunx.new("qwirkle_cards", seats=3, seed=1)
    waiting = next(seat for seat in range(3) if seat not in match.active)
    assert match.hints(waiting) == ()
    assert hints(match.rules, match.view(None)) == ()
