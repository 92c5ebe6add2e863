"""Fixtures: commands, games and records."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import quincunx
from quincunx import registry
from quincunx.cli import main
from quincunx.core.bots import RandomBot
from quincunx.core.match import Match
from tests.cli.commands import TABLE, CommandResult, RunCommand, SlowBot, Twister, saved
from tests.kit.play import play_out
from tests.toy.game import TOY


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[RunCommand]:
    """Return a function that runs a command with lines typed into it."""
    opened = []

    def run(*argv: str, typed: Sequence[str] = ()) -> CommandResult:
        lines = tmp_path / "typed"
        lines.write_text("".join(f"{line}\n" for line in typed))
        opened.append(lines.open())
        monkeypatch.setattr(sys, "stdin", opened[-1])
        capsys.readouterr()
        return CommandResult(main(argv), *capsys.readouterr())

    yield run
    for file in opened:
        file.close()


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy game, with a slow bot."""
    bots = {"random": RandomBot, "slow": SlowBot}
    monkeypatch.setitem(registry._games, "toy", replace(TOY, bots=bots))


@pytest.fixture
def twisters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Quatrefoil's medium bot twist only."""
    bots = {"medium": Twister, "random": RandomBot}
    monkeypatch.setitem(registry._games, "quatrefoil", replace(TABLE.game, bots=bots))


@pytest.fixture(scope="module")
def finished() -> Match:
    """A finished game of Quatrefoil."""
    return play_out(quincunx.new("quatrefoil", seed=1), seed=4)


@pytest.fixture
def record_file(tmp_path: Path, finished: Match) -> Path:
    """The record of the finished game."""
    return saved(tmp_path / "whole.json", finished.record())
