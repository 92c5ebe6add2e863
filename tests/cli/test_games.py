"""`quincunx games` and `quincunx solve`."""

from __future__ import annotations

import json

import pytest

import quincunx
from quincunx.core.messages import render
from tests.cli.commands import RunCommand


def test_games_lists_seats_bots_and_options(run: RunCommand) -> None:
    code, out, err = run("games")
    assert (code, err) == (0, "")
    assert out.startswith("quatrefoil\n  Place five tokens together")
    assert "\n  4 players\n" in out
    assert "random" in next(line for line in out.splitlines() if line.startswith("  bots: "))
    assert "  variant (choice: base, nothing-to-hide, half-and-half, dual; default base)\n" in out
    assert "      dual             Dual. Everyone sees the target" in out
    assert "  limit (number: 1 to 99, none; default none)\n    Action limit. How many" in out
    assert "    Only when variant is one of: base, dual.\n" in out
    assert "    Not when variant is one of: dual.\n" in out


@pytest.mark.usefixtures("toy")
def test_games_of_one_name(run: RunCommand) -> None:
    out = run("games", "toy").out
    assert "quatrefoil" not in out
    assert "\n  2 to 3 players\n" in out
    assert "  team (number: 1 to 2; default 1)\n" in out
    assert "  bonus (flag: true, false; default false)\n    Only when timed is one of: true." in out


def test_games_for_programs(run: RunCommand) -> None:
    (game,) = json.loads(run("games", "quatrefoil", "--json").out)
    assert (game["name"], game["title"]) == ("quatrefoil", "Quatrefoil")
    assert game["seats"] == {"low": 4, "high": 4}
    assert "random" in game["bots"]
    assert [option["name"] for option in game["options"]] == [
        option.name for option in quincunx.options("quatrefoil")
    ]
    half = game["options"][1]
    assert half["choices_help"]["positions"] == "Position cards"
    assert half["needs"] == {"variant": ["half-and-half"]}
    assert half["title"] == "Cards face up"


def test_solve_prints_every_line(run: RunCommand) -> None:
    code, out, _ = run("solve", "quatrefoil", "RG/YB P > GR/YB P")
    solution = quincunx.solve("quatrefoil", "RG/YB P > GR/YB P")
    assert code == 0
    assert out.splitlines() == [render(line) for line in solution.lines]


def test_solve_for_programs(run: RunCommand) -> None:
    data = json.loads(run("solve", "quatrefoil", "RG/YB P > RG/YB P", "--json").out)
    assert data["distance"] == 0
    assert data["target"] == "RG/YB P"
