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
    ("quatrefoil", "en"): ("Tokens", "Target", "free", "Player 4", "northeast", "signal: in place"),
    ("quatrefoil", "de"): ("Spielsteine", "Ziel", "frei", "Nordost", "Signal: am Ziel"),
    ("quatrefoil", "fr"): ("Jetons", "Objectif", "libre", "nord-est", "en place"),
    ("coloryam", "en"): ("No dice yet", "Total", "Met", "Not met yet", "Points", "Player 1"),
    ("coloryam", "de"): ("Noch nicht gewürfelt", "Summe", "Erfüllt", "Noch offen"),
    ("coloryam", "fr"): ("Dés pas encore lancés", "Total", "Réussi", "Pas encore"),
    ("quivvit", "en"): ("Round 1 of 5", "cards in the deck", "die", "Player 1: 0 points"),
    ("quivvit", "de"): ("Runde 1 von 5", "Karten im Stapel", "Würfel", "Punkte"),
    ("quivvit", "fr"): ("Manche 1 sur 5", "cartes en pioche", "dé", "points"),
    ("qwirkle_cards", "en"): ("cards in the deck", "The deck is empty", "no Qwirkles yet", "hand"),
    ("qwirkle_cards", "de"): ("Karten im Stapel", "Der Stapel ist leer", "Qwirkles", "Hand"),
    ("qwirkle_cards", "fr"): ("cartes dans la pioche", "La pioche est vide", "Qwirkles", "main"),
    ("pivit", "en"): ("Round 1", "Sticks", "in the middle", "2 tokens", "Player 2: 0", "Your grid"),
    ("pivit", "de"): ("Runde 1", "Stäbe", "in der Mitte", "2 Tauschsteine", "Dein Gitter"),
    ("pivit", "fr"): ("Manche 1", "Bâtonnets", "au milieu", "2 jetons", "Votre grille"),
}
GAMES: Final = [name for name in game_names() if find(name).listed]
NOTATION: Final = {"ColorYam"}
SHARED: Final = {
    "de": {"Qwirkle", "Qwirkles"},
    "fr": {"Points", "Qwirkle", "Qwirkles", "Total", "place", "points", "signal", "table"},
}
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


def test_columns_are_aligned_whatever_the_cards_are_worth() -> None:
    rows = re.findall(r"^ (?: |\d) \|.*\|$", boards("quivvit", "en"), re.MULTILINE)
    assert any("−1" in row for row in rows)
    assert len({len(row) for row in rows}) == 1
