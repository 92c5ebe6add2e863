"""`quincunx duel`."""

from __future__ import annotations

import json

from tests.cli.commands import RunCommand


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
