"""Every module, function and folder that ARCHITECTURE.md names exists."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT

DOCUMENT = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
ROOTS = ("", "src/quincunx", "src/quincunx/core", "src/quincunx/server", "web/src")
"""The folders that paths in the document are relative to."""

FUNCTION = re.compile(r"`([\w/]+\.py): ([\w.]+)`")
FILE = re.compile(r"`([\w/-]+\.(?:py|ts|svelte|md))`")
FOLDER = re.compile(r"`([\w/-]+)/`")
PLACEHOLDERS = {"review.py", "Composer.svelte", "Composed.svelte", "RULINGS.md"}
"""Files that every game has, or may have."""


def candidates(path: str) -> Iterator[Path]:
    """Yield the files or folders that a path in the document may mean."""
    for root in ROOTS:
        file = ROOT / root / path
        if file.exists():
            yield file
    if "/" not in path or path.startswith(("commands/", "state/", "timing/", "view/")):
        for package in ("core", "server"):
            yield from (ROOT / "src/quincunx" / package).rglob(path)


@cache
def defined_names(file: Path) -> set[str]:
    """Return the functions and classes of a module, and methods as `Class.method`."""
    names = set()
    for node in ast.parse(file.read_text("utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {
                f"{node.name}.{member.name}"
                for member in node.body
                if isinstance(member, ast.FunctionDef | ast.AsyncFunctionDef)
            }
    return names


def missing_names(document: str) -> list[str]:
    """Return what the document names and the code does not have."""
    missing = [
        f"{path}: {name}"
        for path, name in FUNCTION.findall(document)
        if not any(name in defined_names(file) for file in candidates(path))
    ]
    missing += [
        path
        for path in FILE.findall(document)
        if path not in PLACEHOLDERS and not any(candidates(path))
    ]
    return missing + [path for path in FOLDER.findall(document) if not any(candidates(path))]


def test_every_name_in_the_document_exists() -> None:
    assert len(FUNCTION.findall(DOCUMENT)) > 20, "the walks name their functions"
    assert missing_names(DOCUMENT) == []


@pytest.mark.parametrize(
    "text",
    ["`tables/runtime.py: TableRuntime.vanish`", "`storage/table_store.py`", "`server/houses/`"],
)
def test_a_name_that_does_not_exist_is_detected(text: str) -> None:
    assert missing_names(text)
