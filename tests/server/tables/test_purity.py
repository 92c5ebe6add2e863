"""Commands and the state of a table read no clock, draw no random number, do no I/O, never wait.

import-linter keeps the store and other processes away from them; this test reads their code.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from quincunx.server.tables import commands, state

MODULES = [
    path for package in (commands, state) for path in sorted(Path(package.__path__[0]).glob("*.py"))
]

IMPURE_MODULES = {
    *("asyncio", "concurrent", "logging", "os", "pathlib", "random", "socket"),
    *("sqlalchemy", "subprocess", "tempfile", "threading", "time"),
}
IMPURE_NAMES = {"input", "now", "open", "print", "today", "utcnow", "wall_clock"}
"""Functions that read a clock or do I/O."""

ALLOWED = {"secrets.compare_digest"}
"""A comparison in constant time is pure."""


def impurities(code: str) -> Iterator[str]:
    """Yield what a pure function must not do, as far as the code shows it."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        match node:
            case ast.AsyncFunctionDef() | ast.Await() | ast.AsyncFor() | ast.AsyncWith():
                yield f"line {node.lineno} waits"
            case ast.Import(names=names):
                yield from (
                    f"imports {name.name}"
                    for name in names
                    if name.name.partition(".")[0] in IMPURE_MODULES
                )
            case ast.ImportFrom(module=str(module), names=names):
                if module.partition(".")[0] in IMPURE_MODULES:
                    yield f"imports from {module}"
                yield from (f"imports {name.name}" for name in names if name.name in IMPURE_NAMES)
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_NAMES:
                yield f"calls {name}"
            case ast.Attribute(value=ast.Name(id="secrets"), attr=name):
                if f"secrets.{name}" not in ALLOWED:
                    yield f"uses secrets.{name}"
            case ast.Call(func=ast.Attribute(value=ast.Name(id="datetime" | "date"), attr=name)):
                if name in IMPURE_NAMES:
                    yield f"calls {name}"
            case _:
                pass


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_commands_and_states_are_pure(path: Path) -> None:
    assert [*impurities(path.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    "code",
    [
        "import time",
        "import asyncio",
        "from random import Random",
        "from quincunx.server.common.times import wall_clock",
        "from quincunx.server.common.days import today",
        "import secrets\nsecrets.token_hex(6)",
        "async def play(): ...",
        "open('file')",
        "datetime.now()",
    ],
)
def test_impure_code_is_detected(code: str) -> None:
    assert [*impurities(code)]
