"""`quincunx duel`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.commands import RunCommand
from tests.helpers.bot_packages import BOT


def test_duel_for_programs(run: RunCommand) -> None:
    argv = ("duel", "quatrefoil", "random", "random", "--games", "6", "--seed", "9", "--json")
    code, out, err = run(*argv)
    result = json.loads(out)
    assert (code, err) == (0, "")
    assert list(result) == ["game", "games", "players"]
    assert (result["game"], result["games"], len(result["players"])) == ("quatrefoil", 6, 2)
    for player in result["players"]:
        assert list(player) == ["bot", "share", "low", "high", "mean_score", "ms_per_move"]
        assert 0 <= player["low"] <= player["share"] <= player["high"] <= 1
        del player["ms_per_move"]
    again = json.loads(run(*argv).out)
    for player in again["players"]:
        del player["ms_per_move"]
    assert again == result


def test_duel_for_people(run: RunCommand) -> None:
    limit = ("--option", "limit=1", "--seats", "4", "--work", "5")
    code, out, err = run("duel", "quatrefoil", "random", "--games", "1", *limit)
    assert (code, err) == (0, "")
    assert "quatrefoil: 1 game" in out
    headings, row = (line for line in out.splitlines() if "interval" in line or "random" in line)
    assert [word.strip() for word in headings.strip("┃").split("┃")] == [
        "bot",
        "wins",
        "95% interval",
        "mean score",
        "ms per move",
    ]
    cells = [word.strip() for word in row.strip("│").split("│")]
    assert cells[:3] == ["random", "0.0%", "0.0% to 79.3%"]


def test_a_duel_with_your_own_bot(
    run: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_duel_bots.py").write_text(BOT.format(games=()))
    monkeypatch.chdir(tmp_path)
    more = ("--games", "1", "--option", "limit=1", "--json")
    bots = ["own_duel_bots.py:Quick", "own_duel_bots:Quick"]
    code, out, err = run("duel", "quatrefoil", *bots, *more)
    assert (code, err) == (0, "")
    assert [player["bot"] for player in json.loads(out)["players"]] == bots


def test_a_bot_that_cannot_be_loaded_is_one_line(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(BOT.format(games=()))
    for bot, why in (
        ("absent:Quick", "There is no module or file “absent”"),
        (f"{file}:Quack", "has no class called “Quack”"),
        (f"{file}:number", "is not a bot"),
        ("grandmaster", "has no bot called “grandmaster”"),
    ):
        for command in (("duel", "quatrefoil", bot), ("play", "quatrefoil", "--bots", bot)):
            code, out, err = run(*command)
            assert (code, out) == (2, "")
            assert why in err
            assert err.count("\n") == 1
