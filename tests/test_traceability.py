"""Every rule has a test, and every rule that is named exists."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import quincunx
from quincunx.registry import find
from tests.rules_report import Report, rules_of

ROOT = Path(__file__).parent.parent
GAMES = pytest.mark.parametrize("game", quincunx.game_names())


def test_every_rule_has_a_test_and_every_named_rule_exists() -> None:
    # In a process of its own: one collection of tests cannot run inside another.
    report = subprocess.run(
        [sys.executable, "-m", "tests.rules_report"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert report.returncode == 0, f"{report.stdout[-2000:]}{report.stderr[-2000:]}"
    assert "Rules without a test: none" in report.stdout
    assert "Ids that do not exist: none" in report.stdout


@GAMES
def test_every_game_has_rules_and_each_is_one_line(game: str) -> None:
    rules = rules_of(game)
    assert rules
    for rule, words in rules.items():
        assert re.fullmatch(rf"{game}:(L\d+[a-z]?|R\d+)", rule)
        assert 0 < len(words) <= 140, rule


@GAMES
def test_a_line_has_either_one_rule_or_letters(game: str) -> None:
    names = {rule.partition(":")[2] for rule in rules_of(game)}
    for name in names:
        line, letter = re.fullmatch(r"([LR]\d+)([a-z]?)", name).groups()  # type: ignore[union-attr]
        if letter:
            assert line not in names
            assert f"{line}a" in names
            assert f"{line}b" in names
        if letter > "a":
            assert f"{line}{chr(ord(letter) - 1)}" in names


@GAMES
def test_every_refusal_names_a_rule_that_exists(game: str) -> None:
    named = refused_by(find(game).folder)
    assert named
    missing = {rule: places for rule, places in named.items() if rule not in rules_of(game)}
    assert not missing


def refused_by(folder: Path) -> dict[str, list[str]]:
    """The rule ids that a game's sources give with refusals, and where."""
    named: dict[str, list[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
            for rule in re.findall(r"rule=[\"']([^\"']*)[\"']", line):
                named.setdefault(rule, []).append(f"{path.name}:{number}")
    return named


@GAMES
def test_the_rulings_page_and_the_catalogue_have_the_same_rulings(game: str) -> None:
    page = (find(game).folder / "RULINGS.md").read_text("utf-8")
    written = re.findall(r"^\*\*(R\d+)\*\*", page, flags=re.MULTILINE)
    listed = [rule.partition(":")[2] for rule in rules_of(game) if ":R" in rule]
    assert written == listed == [f"R{number}" for number in range(1, len(listed) + 1)]


# The report itself can fail.


def test_a_rule_without_a_test_is_reported() -> None:
    report = Report({"toy:L1": "One.", "toy:L2": "Two."}, {"toy:L1": ["test_one"], "toy:L2": []})
    assert report.untested == ["toy:L2"]
    assert report.unknown == {}
    assert not report.faultless
    assert "Rules without a test: toy:L2" in report.lines()


def test_an_id_that_does_not_exist_is_reported_with_its_tests() -> None:
    report = Report({"toy:L1": "One."}, {"toy:L1": ["test_one"], "toy:L9": ["test_nine"]})
    assert report.unknown == {"toy:L9": ["test_nine"]}
    assert report.untested == []
    assert not report.faultless
    assert report.lines()[-2:] == ["Ids that do not exist: toy:L9", "  toy:L9: test_nine"]


def test_a_report_without_errors_lists_each_rule_with_its_tests() -> None:
    report = Report({"toy:L1": "One."}, {"toy:L1": ["test_one", "test_other"]})
    assert report.faultless
    assert report.lines() == [
        "toy: 1 rules, 2 tests",
        "",
        "  toy:L1  One.",
        "      test_one",
        "      test_other",
        "",
        "Rules without a test: none",
        "Ids that do not exist: none",
    ]
