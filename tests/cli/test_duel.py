"""`quincunx duel`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NoReturn

import pytest

from tests.cli.commands import RunCommand
from tests.helpers.bot_packages import BOT


def without_times(out: str) -> Any:
    """Return the JSON of a duel without CPU times."""
    result = json.loads(out)
    for contest in result["contests"]:
        for player in contest["players"]:
            del player["ms_per_move"]
    return result


def test_duel_for_programs(run: RunCommand) -> None:
    argv = ("duel", "quatrefoil", "random", "random", "--games", "6", "--seed", "9", "--json")
    code, out, err = run(*argv, "--workers", "1")
    result = json.loads(out)
    assert (code, err) == (0, "")
    assert list(result) == ["game", "games", "contests", "ratings"]
    assert (result["game"], result["games"], result["ratings"]) == ("quatrefoil", 6, [])
    (contest,) = result["contests"]
    assert (contest["games"], len(contest["players"]), contest["test"]) == (6, 2, None)
    for player in contest["players"]:
        assert list(player) == ["bot", "share", "low", "high", "mean_score", "ms_per_move"]
        assert 0 <= player["low"] <= player["share"] <= player["high"] <= 1
    assert without_times(run(*argv, "--workers", "1").out) == without_times(out)


def test_duel_for_people(run: RunCommand) -> None:
    limit = ("--option", "limit=1", "--seats", "4", "--work", "5", "--workers", "1")
    code, out, err = run("duel", "quatrefoil", "random", "--games", "1", *limit)
    assert (code, err) == (0, "")
    assert "quatrefoil: 1 game (limit=1)" in " ".join(out.split())
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


def test_a_round_robin_shows_ratings(run: RunCommand) -> None:
    bots = ("random", "easy", "medium")
    more = ("--format", "round-robin", "--games", "8", "--workers", "1")
    code, out, err = run("duel", "quivvit", *bots, *more)
    assert (code, err) == (0, "")
    assert out.count("quivvit: 8 games") == 3
    table = out[out.index("Ratings") :]
    assert all(bot in table for bot in bots)
    assert table.splitlines()[-2].split()[1] == "random", "the weakest is last"


def test_a_sequential_test_says_what_it_found(run: RunCommand) -> None:
    more = ("--sprt", "0", "200", "--workers", "1")
    code, out, err = run("duel", "quivvit", "medium", "random", *more)
    assert (code, err) == (0, "")
    said = " ".join(out.split())
    assert "medium is better than random: a lead of 200 Elo points is accepted" in said
    code, out, _ = run("duel", "quivvit", "medium", "random", "--games", "2", *more)
    assert "Not decided after 2 games whether medium leads random by 0 or by 200" in out


def test_results_are_stored_and_continued(run: RunCommand, tmp_path: Path) -> None:
    stored = tmp_path / "results.jsonl"
    files = ("--results", str(stored), "--csv", str(tmp_path / "games.csv"))
    tables = ("--parquet", str(tmp_path / "games.parquet"), "--records", str(tmp_path / "records"))
    duel = ("duel", "quatrefoil", "random", "--games", "3", "--workers", "1", "--json")
    once = run(*duel, *files, *tables)
    assert (once.code, once.err) == (0, "")
    lines = stored.read_text().splitlines()
    assert len(lines) == 4
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 13
    assert len([*(tmp_path / "records").iterdir()]) == 3
    assert run(*duel, *files, *tables).out == once.out, "times too: nothing was played again"
    code, out, err = run(*duel, *files, *tables, "--seed", "8")
    assert (code, out) == (2, "")
    assert err.startswith(f"quincunx: {stored} holds the results of another experiment")
    assert err.count("\n") == 1
    assert stored.read_text().splitlines() == lines


def test_an_interrupted_duel_says_how_to_continue(
    run: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*arguments: object, **more: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("quincunx.lab.experiments.running.run_experiment", interrupt)
    file = tmp_path / "results.jsonl"
    code, out, err = run("duel", "quatrefoil", "random", "--results", str(file))
    assert (code, out) == (130, "")
    assert err == f"The finished games are in {file}. The same command continues.\n"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("random", "--format", "ladder"), "needs at least two bots"),
        (("random", "--sprt", "0", "10"), "needs contests of two different bots"),
        (("random", "easy", "--sprt", "10", "0"), "the smaller one first"),
        (("random", "easy", "--sprt", "0", "nan"), "the smaller one first"),
        (("random", "easy", "--sprt", "0"), "--sprt needs 2 values"),
        (("random", "easy", "--sprt", "0", "x"), "--sprt must be a number, not “x”"),
        (("random", "easy", "--sprt", "0", "9", "--alpha", "1"), "between 0 and 0.5, not 1"),
        (("random", "--workers", "0"), "must be between 1 and 256, not 0"),
        (("random", "--every-option", "--option", "limit=1"), "does not go with"),
        (("random", "--csv", "absent/games.csv"), "absent/games.csv cannot be used"),
        (("random", "--results", "."), "cannot be used"),
        (("random", "--records", "pyproject.toml"), "cannot be used"),
    ],
)
def test_refuses_in_one_line(run: RunCommand, arguments: tuple[str, ...], why: str) -> None:
    code, out, err = run("duel", "quatrefoil", *arguments)
    assert (code, out) == (2, "")
    assert why in err
    assert err.count("\n") == 1


def test_a_duel_with_your_own_bot(
    run: RunCommand, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own_duel_bots.py").write_text(BOT.format(games=()))
    monkeypatch.chdir(tmp_path)
    more = ("--games", "1", "--option", "limit=1", "--json", "--workers", "1")
    bots = ["own_duel_bots.py:Quick", "own_duel_bots:Quick"]
    code, out, err = run("duel", "quatrefoil", *bots, *more)
    assert (code, err) == (0, "")
    assert [player["bot"] for player in json.loads(out)["contests"][0]["players"]] == bots


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
