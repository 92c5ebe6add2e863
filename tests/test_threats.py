"""Every defence that the threat model names has a test, and that test exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODEL = (ROOT / "docs" / "explanation" / "security.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[^`]*::[^`]*)`", MODEL)))


@cache
def functions_of(file: str) -> frozenset[str]:
    tree = ast.parse((ROOT / file).read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize("name", NAMED)
def test_the_test_exists(name: str) -> None:
    file, _, function = name.partition("::")
    assert function.startswith("test_")
    assert function in functions_of(file)


def test_every_threat_has_a_test() -> None:
    threats = [line for line in MODEL.splitlines() if line.startswith("| ") and "---" not in line]
    tables = [line.split(" | ") for line in threats if line.count(" | ") == 2]
    rows = [row for row in tables if row[0] != "| threat"]
    assert len(rows) > 30
    for threat, _, proof in rows:
        assert "::test_" in proof, threat
