"""Invalid input, and commands without the package rich."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from quincunx.cli.errors import MissingPackage
from quincunx.cli.extras import needs_extra
from tests.cli.commands import RunCommand, tampered


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ([], "COMMAND"),
        (["dance"], "dance"),
        (["games", "chess"], "There is no game called “chess”. Choose from: quatrefoil"),
        (["play"], "GAME"),
        (["play", "chess"], "There is no game called “chess”"),
        (["play", "quatrefoil", "--seats", "3"], "not 3"),
        (["play", "quatrefoil", "--seats", "many"], "--seats"),
        (["play", "quatrefoil", "--seat", "5"], "There is no seat 5. This table has seats 1 to 4."),
        (["play", "quatrefoil", "--seat", "0"], "There is no seat 0"),
        (["play", "quatrefoil", "--bots", "god"], "quatrefoil has no bot called “god”"),
        (["play", "quivvit", "--seats", "1", "--bots", "god"], "quivvit has no bot called “god”"),
        (
            ["play", "quatrefoil", "--option", "limit"],
            "“limit” is not an option. Write NAME=VALUE.",
        ),
        (["play", "quatrefoil", "--option", "colour=red"], "has no option called “colour”"),
        (["play", "quatrefoil", "--option", "limit=0"], "cannot be “0”"),
        (["play", "quatrefoil", "--option", "limit=x"], "cannot be “x”"),
        (["play", "quatrefoil", "--option", "half=positions"], "“variant” is one of"),
        (["play", "quatrefoil", "--seed", "x"], "--seed"),
        (["play", "quatrefoil", "--save", "/nowhere/at/all"], "/nowhere/at/all cannot be written"),
        (["replay", "/nowhere/at/all"], "/nowhere/at/all cannot be read: No such file"),
        (["verify", "/nowhere/at/all"], "/nowhere/at/all cannot be read: No such file"),
        (["verify", "/"], "/ cannot be read: "),
        (["solve", "quatrefoil", "R\nG"], "“R G” is not a position."),
        (["solve", "chess", "e4"], "There is no game called “chess”"),
        (["puzzle", "chess"], "There is no game called “chess”"),
        (["puzzle", "quivvit", "--seed", "-1"], "There is no puzzle −1"),
        (["puzzle", "quivvit", "--seed", "x"], "--seed"),
        (["puzzle", "quivvit", "--seed", "0", "--answer", "up"], "up"),
        (["duel", "chess", "random"], "There is no game called “chess”"),
        (["duel", "quatrefoil"], "BOT"),
        (["duel", "quatrefoil", "god"], "has no bot called “god”"),
        (["duel", "quatrefoil", "random", "random", "random"], "3 bots cannot be repeated"),
        (["duel", "quatrefoil", "random", "--games", "0"], "“games” must be at least 1, not 0"),
        (["duel", "quatrefoil", "random", "--work", "-1"], "“work” must be at least 1, not −1"),
        (["duel", "quatrefoil", "random", "--seats", "8"], "not 8"),
        (["duel", "quatrefoil", "random", "--option", "clock=maybe"], "cannot be “maybe”"),
    ],
)
def test_bad_input_is_one_line_and_code_2(run: RunCommand, argv: list[str], says: str) -> None:
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert err.startswith("quincunx: ")
    assert says in err
    assert err.count("\n") == 1
    assert err.endswith("\n")


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data.update(format="quincunx-record/99"), "quincunx-record/99"),
        (lambda data: data.update(game="chess"), "There is no game called “chess”"),
        (lambda data: data.update(steps=[]), "it has no steps"),
        (lambda data: data.update(steps="none"), "This file is not a readable record"),
        (lambda data: data["steps"][1].update(move="dance"), "does not replay at step 1"),
        (lambda data: data["steps"][1].update(seat=7), "does not replay at step 1"),
        (lambda data: data["options"].update(limit=-1), "“limit” cannot be “-1”"),
        (lambda data: data.pop("outcome"), "the outcome is not what the rules give"),
    ],
)
def test_a_corrupt_record_is_one_line_and_code_2(
    run: RunCommand, record_file: Path, command: str, change: Callable[[Any], object], says: str
) -> None:
    code, out, err = run(command, str(tampered(record_file, change)))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe", b"[1, 2]", b'{"format": 3}'])
def test_an_unreadable_record_is_one_line_and_code_2(
    run: RunCommand, tmp_path: Path, text: bytes
) -> None:
    file = tmp_path / "no.json"
    file.write_bytes(text)
    code, out, err = run("replay", str(file))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "This file is not a readable record" in err


def test_replay_refuses_a_missing_step(run: RunCommand, record_file: Path) -> None:
    code, out, err = run("replay", str(record_file), "--step", "1000")
    assert (code, out) == (2, "")
    assert "There is no step 1000" in err


@pytest.fixture
def _no_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "rich"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "rich", None)


@pytest.mark.usefixtures("_no_rich")
def test_some_commands_need_rich(run: RunCommand, record_file: Path) -> None:
    for argv in (
        ["play", "quatrefoil"],
        ["replay", str(record_file)],
        ["duel", "quatrefoil", "random", "--games", "1"],
    ):
        code, out, err = run(*argv)
        assert (code, out) == (2, "")
        assert err == (
            "quincunx: This command needs the package rich, which is not installed: "
            "pip install 'quincunx[cli]'.\n"
        )


@pytest.mark.usefixtures("_no_rich")
def test_other_commands_work_without_rich(run: RunCommand, record_file: Path) -> None:
    for argv in (
        ["games"],
        ["games", "--json"],
        ["solve", "quatrefoil", "RG/YB P > GR/YB P"],
        ["verify", str(record_file)],
        ["duel", "quatrefoil", "random", "--games", "1", "--json"],
    ):
        code, out, err = run(*argv)
        assert (code, err) == (0, "")
        assert out


@pytest.mark.parametrize(
    ("missing", "advice"),
    [
        ("litestar", "needs the package litestar, which is not installed: "),
        ("sqlalchemy.exc", "needs the package sqlalchemy, which is not installed: "),
    ],
)
def test_an_extra_is_advised_if_its_package_is_missing(missing: str, advice: str) -> None:
    with pytest.raises(MissingPackage) as error, needs_extra("table"):
        raise ModuleNotFoundError(name=missing)
    assert advice in str(error.value)
    assert str(error.value).endswith("pip install 'quincunx[table]'.")


def test_no_extra_is_advised_if_a_module_of_ours_is_missing() -> None:
    with pytest.raises(ModuleNotFoundError), needs_extra("table"):
        raise ModuleNotFoundError(name="quincunx.server.nothing")
