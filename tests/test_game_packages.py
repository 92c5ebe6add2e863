"""Every game package has the same files, and CONTRIBUTING.md names them."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest

from quincunx.registry import find, game_names

GAMES: Final = [name for name in game_names() if find(name).listed]
MODULES: Final = (
    *("options", "state", "moves", "rules", "notation", "position", "solver", "bots", "hints"),
    *("review", "terminal", "picture", "encoding", "daily", "puzzles"),
)
FILES: Final = (
    *(f"messages/{language}.json" for language in ("en", "de", "fr")),
    *("guide.md", "guide.de.md", "guide.fr.md", "RULINGS.md"),
)
CONTENTS: Final = {
    "notation": ("parse_move", "describe_move"),
    "position": ("parse_position", "format_position", "position_text", "setup_position", "solve"),
    "bots": ("BOTS",),
    "hints": ("hints",),
    "review": ("review",),
    "terminal": ("board",),
    "picture": ("picture", "art"),
    "daily": ("DAILY",),
    "puzzles": ("PUZZLES",),
}


@pytest.mark.parametrize("name", GAMES)
def test_a_game_package_has_the_files_of_every_game(name: str) -> None:
    folder = find(name).folder
    for module in MODULES:
        assert (folder / f"{module}.py").is_file() or (folder / module / "__init__.py").is_file()
    assert [file for file in FILES if not (folder / file).is_file()] == []


@pytest.mark.parametrize("name", GAMES)
def test_the_same_functions_are_in_the_same_modules(name: str) -> None:
    for module, functions in CONTENTS.items():
        there = vars(import_module(f"quincunx.games.{name}.{module}"))
        assert [function for function in functions if function not in there] == [], module


def test_the_guide_for_contributors_names_every_file() -> None:
    text = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text("utf-8")
    names = [*(f"{module}.py" for module in MODULES), "messages/en.json", "guide.md", "RULINGS.md"]
    assert [name for name in names if f"`{name}`" not in text] == []


def test_a_game_is_imported_only_when_it_is_asked_for() -> None:
    code = """
import sys, quincunx
assert len(quincunx.game_names()) == 5
assert not any(name.startswith("quincunx.games.") for name in sys.modules)
quincunx.new("quatrefoil")
imported = {name.split(".")[2] for name in sys.modules if name.startswith("quincunx.games.")}
assert imported == {"quatrefoil"}, imported
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
