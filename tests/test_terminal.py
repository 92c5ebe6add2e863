"""The boards in the terminal speak the language that is asked for, and no other."""

from __future__ import annotations

import re
from functools import cache
from typing import Final

import pytest
from rich.text import Text

from quincunx.core.match import Match
from quincunx.core.messages import use_language
from quincunx.core.options import make_options
from quincunx.registry import find, game_names
from tests.games.pivit import matches as pivit
from tests.kit.play import random_match, seat_counts

OPTIONS: Final[dict[str, dict[str, object]]] = {"quivvit": {"random_color": True}}
SAID: Final = {
    ("quatrefoil", "en"): ("Tokens", "Target", "free", "seat 4", "northeast", "(you)"),
    ("quatrefoil", "de"): ("Spielsteine", "Ziel", "frei", "Platz 4", "Nordost", "(du)"),
    ("quatrefoil", "fr"): ("Jetons", "Objectif", "libre", "place 4", "nord-est", "(vous)"),
    ("coloryam", "en"): ("No dice yet", "Total", "Met", "Not met yet"),
    ("coloryam", "de"): ("Noch nicht gewürfelt", "Summe", "Erfüllt", "Noch offen"),
    ("coloryam", "fr"): ("Dés pas encore lancés", "Total", "Réussi", "Pas encore"),
    ("quivvit", "en"): ("round 1", "cards in the deck", "die", "points"),
    ("quivvit", "de"): ("Runde 1", "Karten im Stapel", "Würfel", "Punkte"),
    ("quivvit", "fr"): ("manche 1", "cartes en pioche", "dé", "points"),
    ("qwirkle_cards", "en"): ("cards in the deck", "The deck is empty", "Qwirkles", "hand"),
    ("qwirkle_cards", "de"): ("Karten im Stapel", "Der Stapel ist leer", "Qwirkles", "Hand"),
    ("qwirkle_cards", "fr"): ("cartes dans la pioche", "La pioche est vide", "Qwirkles", "main"),
    ("pivit", "en"): ("round", "scores", "sticks", "in the middle", "2 tokens", "tiles", "seat 1"),
    ("pivit", "de"): ("Runde", "Stäbe", "in der Mitte", "2 Tauschsteine", "Plättchen", "Platz 1"),
    ("pivit", "fr"): ("manche", "bâtonnets", "au milieu", "2 jetons", "tuiles", "place 1"),
}
GAMES: Final = [name for name in game_names() if find(name).listed]
NOTATION: Final = {"ColorYam", "alike", "colours", "most", "never", "none", "pairs"}
SHARED: Final = {"de": {"Qwirkles"}, "fr": {"Qwirkles", "Total", "points", "scores"}}
"""Words that English has as well."""


@pytest.mark.parametrize(("game", "language"), SAID)
def test_the_board_is_rendered_in_every_language(game: str, language: str) -> None:
    shown = boards(game, language)
    assert [phrase for phrase in SAID[game, language] if phrase not in shown] == []


@pytest.mark.parametrize("language", SHARED)
@pytest.mark.parametrize("game", GAMES)
def test_no_english_is_left_in_translated_boards(game: str, language: str) -> None:
    both = words(boards(game, language)) & words(boards(game, "en"))
    assert both <= NOTATION | SHARED[language]


def words(text: str) -> set[str]:
    """All but what is written on pieces, which is one letter or two."""
    return {*re.findall(r"[^\W\d_]{3,}", text)}


@cache
def boards(game: str, language: str) -> str:
    """All that a player and a bystander see of a game."""
    match = played(game)
    with use_language(language):
        shown = [
            match.game.board(match.view(viewer, version))
            for viewer in (0, None)
            for version in range(match.version + 1)
        ]
    return "\n".join(Text.from_markup(board).plain for board in shown)


@cache
def played(name: str) -> Match:
    if name == "pivit":
        # Nobody finds a grid by chance.
        match = pivit.table(3)
        pivit.take(match, 0)
        return match
    game = find(name)
    options = make_options(game.options, OPTIONS.get(name, {}), game=name)
    return random_match(game, options, seat_counts(game, options)[-1], seed=1)
