"""Text of other people cannot control the terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from quincunx.cli.terminal.output import print_json
from quincunx.cli.terminal.screen import Screen
from quincunx.core.match import Match
from tests.cli.commands import RunCommand, tampered

HOSTILE = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e[bold red][link=file:///etc/passwd]x"


def has_commands(out: str) -> bool:
    return any(letter in out for letter in "\x1b\x07\x9b\u202e")


def test_replay_prints_no_terminal_commands(
    run: RunCommand, tmp_path: Path, record_file: Path, finished: Match
) -> None:
    names = [f"{HOSTILE}{seat}" for seat in range(finished.seats)]
    event = {"public": {"id": HOSTILE, "args": {"name": HOSTILE}}}

    def fill(data: Any) -> None:
        data.update(names=names, rules=99)
        data["steps"][-1]["events"].append(event)

    tampered(record_file, fill)
    shown = run("replay", str(record_file), "--all")
    assert "owned" in shown.out, "it is shown, and not obeyed"
    assert not has_commands(shown.out + shown.err)
    for command in ("verify", "replay"):
        refused = run(command, str(tmp_path / f"none{HOSTILE}"))
        assert refused.code != 0
        assert not has_commands(refused.out + refused.err)
    assert not has_commands(run("play", HOSTILE).err)
    assert not has_commands(run("solve", "pivit", HOSTILE).err)
    assert not has_commands(run("games", HOSTILE).err)


def test_names_are_printed_without_interpreting_markup(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Screen().write(f"Zoë 🎲 [bold]{HOSTILE}")
    out = capsys.readouterr().out
    assert "Zoë 🎲 [bold]" in out
    assert "[link=file:///etc/passwd]x" in out
    Screen().draw(f"[bold]{HOSTILE}[/bold]")
    drawn = capsys.readouterr().out
    assert not has_commands(out + drawn)
    assert "[link=file" in drawn


def test_json_output_escapes_terminal_commands(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": HOSTILE})
    out = capsys.readouterr().out
    assert not has_commands(out)
    assert json.loads(out) == {"name": HOSTILE}
