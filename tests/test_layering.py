"""What import-linter cannot see: who names a game, and which package owns a message."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Final

import pytest

import quincunx
from quincunx.registry import find, game_names

PACKAGE: Final = Path(quincunx.__file__).parent
GAME_NAMES: Final = [name for name in game_names() if find(name).listed]
GENERAL: Final = ("core", "wire", "client", "envs", "lab", "server")
"""Everything that has to work with any game."""

MESSAGE_PREFIXES: Final = {
    "core": {"core"},
    "server": {"server", "table"},
    "lab": {"lab"},
    "learning": {"learning"},
    "client": {"client"},
    "cli": {"cli"},
    "page": {"page"},
    **{f"games/{name}": {name} for name in GAME_NAMES},
}
"""By package, the prefixes of the ids in its catalogue."""

MAY_RAISE: Final = {
    "core": {"core"},
    "envs": {"core"},
    "lab": {"lab", "core"},
    "learning": {"learning", "lab", "core"},
    "client": {"client", "core"},
    "server": {"server", "table", "core"},
    "cli": {"cli", "server", "core"},
    **{f"games/{name}": {name, "core"} for name in GAME_NAMES},
}
"""By package, the prefixes of the ids that may appear in its code: its own and those below it."""


def _modules(package: str) -> list[Path]:
    return sorted((PACKAGE / package).rglob("*.py"))


def _docstrings(tree: ast.Module) -> set[ast.expr]:
    """The strings that stand alone: documentation, which may give an example."""
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def _words(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Every name and every text in the code, with its line."""
    documentation = _docstrings(tree)
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        match node:
            case ast.Constant(value=str(text)) if node not in documentation:
                yield line, text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name):
                yield line, name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.alias(name=name):
                yield line, name
            case ast.ImportFrom(module=str(name)):
                yield line, name
            case _:
                pass


@pytest.mark.parametrize("package", GENERAL)
def test_no_general_package_names_a_game(package: str) -> None:
    named = re.compile("|".join(name.replace("_", "_?") for name in GAME_NAMES), re.IGNORECASE)
    found = [
        f"{file.relative_to(PACKAGE)}:{line}: {text}"
        for file in _modules(package)
        for line, text in _words(ast.parse(file.read_text("utf-8")))
        if named.search(text)
    ]
    assert found == []


def _catalogue(package: str) -> dict[str, str]:
    file = PACKAGE / package / "messages" / "en.json"
    patterns: dict[str, str] = json.loads(file.read_text("utf-8"))
    return patterns


@pytest.mark.parametrize("package", MESSAGE_PREFIXES)
def test_the_ids_of_a_catalogue_start_with_its_package(package: str) -> None:
    assert {each.partition(".")[0] for each in _catalogue(package)} <= MESSAGE_PREFIXES[package]


def test_no_prefix_belongs_to_two_packages() -> None:
    for one, other in combinations(MESSAGE_PREFIXES.values(), 2):
        assert one.isdisjoint(other)


@pytest.mark.parametrize("package", MAY_RAISE)
def test_a_package_raises_its_own_messages_or_those_of_a_package_below(package: str) -> None:
    known = {each for catalogue in MESSAGE_PREFIXES for each in _catalogue(catalogue)}
    found = [
        f"{file.relative_to(PACKAGE)}:{line}: {text}"
        for file in _modules(package)
        for line, text in _words(ast.parse(file.read_text("utf-8")))
        if text in known and text.partition(".")[0] not in MAY_RAISE[package]
    ]
    assert found == []
