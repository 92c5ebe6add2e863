"""Test modules share code through helper modules, never by importing one another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT

MODULES = sorted((ROOT / "tests").rglob("*.py"))


def imported_modules(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def is_test_module(module: str) -> bool:
    folder, _, name = module.rpartition(".")
    file = ROOT.joinpath(*folder.split("."), f"{name}.py")
    return folder.startswith("tests") and name.startswith("test_") and file.is_file()


def test_no_module_imports_a_test_module() -> None:
    found = [
        f"{file.relative_to(ROOT)} imports {module}"
        for file in MODULES
        for module in imported_modules(file)
        if is_test_module(module) or module.endswith(".conftest")
    ]
    assert found == []


@pytest.mark.parametrize("module", ["tests.test_imports", "tests.core.test_match"])
def test_test_modules_are_recognised(module: str) -> None:
    assert is_test_module(module)
