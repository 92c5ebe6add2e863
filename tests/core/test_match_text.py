"""A match as text and as a picture: what `print` and notebooks show."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from rich.text import Text

import quincunx
from quincunx.core.match.text import without_markup
from quincunx.core.messages import use_language
from quincunx.core.viewers import OMNISCIENT
from quincunx.registry import find, game_names
from tests.kit.play import new_match, play_out, seat_counts


@pytest.mark.parametrize("name", game_names())
def test_the_text_of_a_match_is_its_board_without_markup(name: str) -> None:
    game = find(name)
    match = new_match(game, game.options(), seat_counts(game, game.options())[-1], 1)
    play_out(match, 1)
    for version in range(match.version + 1):
        board = game.board(match.view(OMNISCIENT, version))
        assert without_markup(board) == Text.from_markup(board, emoji=False).plain
    shown = str(match)
    assert match.outcome is not None
    assert shown.endswith(quincunx.render(match.outcome.reason))
    assert repr(match) == f"<Match {name}, {match.seats} seats, version {match.version}>"


def test_the_text_says_who_has_to_move() -> None:
    match = quincunx.new("pivit", seats=2, seed=1)
    match.names = ("Ada", "Ben")
    assert str(match).endswith("\n\nTo move: Ada and Ben.")
    with use_language("de"):
        assert str(match).endswith("Am Zug: Ada und Ben.")
    for seat in match.awaited:
        match.play("ready", seat)
    assert str(match).endswith(f"The next deadline is at {match.deadline} ms.")


@pytest.mark.parametrize("name", game_names())
def test_notebooks_show_the_board_as_a_picture(name: str) -> None:
    root = ElementTree.fromstring(quincunx.new(name, seed=1)._repr_svg_())
    assert root.tag.endswith("svg")
    assert len(root) > 1


def test_events_can_be_rendered() -> None:
    match = quincunx.new("qwirkle_cards", seats=2, seed=2)
    events = match.play(next(iter(match.legal_moves())))
    seen = [quincunx.render(event, you=match.log[-1].seat) for event in events]
    others = [quincunx.render(event, names=("Ada", "Ben")) for event in events]
    assert all(seen)
    assert all(others)
    assert seen != others, "the player learns which cards were drawn"
    with use_language("fr"):
        assert [quincunx.render(event, names=("Ada", "Ben")) for event in events] != others


def test_the_text_shows_all_hands() -> None:
    match = quincunx.new("qwirkle_cards", seats=3, seed=2)
    match.names = ("Ada", "Ben", "Cy")
    for name, hand in zip(match.names, match.view(OMNISCIENT).hands, strict=True):
        assert f"{name}   {' '.join(hand or ())}\n" in str(match)
    race = quincunx.new("pivit", seats=2, seed=2)
    for seat in race.awaited:
        race.play("ready", seat)
    race.tick()
    shown = str(race).split("Player 2\n")
    assert [sum(part.count(tile) for tile in ("r1", "**")) for part in shown] != [0, 0]
    for hand in race.view(OMNISCIENT).hands:
        assert all(tile in str(race) for tile in hand or ())
