"""Which tests prove which rules: `python -m tests.rules_report`, or `make rules`.

The rules of a game are the messages `GAME.rule.ID` of its catalogue; a test names the ids it proves
with `@pytest.mark.rule("GAME:ID", …)`.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

import quincunx
from quincunx.core.messages import catalogue

Proofs = Mapping[str, list[str]]
"""By rule id, the tests that name it."""


@dataclass(frozen=True)
class Report:
    """The rules of one or more games, and the tests that were found for them."""

    paraphrases: Mapping[str, str]
    proofs: Proofs

    @property
    def untested(self) -> list[str]:
        return [rule for rule in self.paraphrases if not self.proofs.get(rule)]

    @property
    def unknown(self) -> dict[str, list[str]]:
        """Ids that tests name and no catalogue has."""
        return {rule: tests for rule, tests in self.proofs.items() if rule not in self.paraphrases}

    @property
    def faultless(self) -> bool:
        return not self.untested and not self.unknown

    def lines(self) -> list[str]:
        games = dict.fromkeys(rule.partition(":")[0] for rule in self.paraphrases)
        return [
            *(line for game in games for line in self._listed(game)),
            f"Rules without a test: {', '.join(self.untested) or 'none'}",
            f"Ids that do not exist: {', '.join(self.unknown) or 'none'}",
            *(f"  {rule}: {', '.join(tests)}" for rule, tests in self.unknown.items()),
        ]

    def _listed(self, game: str) -> list[str]:
        rules = [rule for rule in self.paraphrases if rule.startswith(f"{game}:")]
        tests = {test for rule in rules for test in self.proofs.get(rule, [])}
        lines = [f"{game}: {len(rules)} rules, {len(tests)} tests", ""]
        for rule in rules:
            lines.append(f"  {rule}  {self.paraphrases[rule]}")
            lines += [f"      {test}" for test in self.proofs.get(rule, [])]
        return [*lines, ""]


def rules_of(game: str) -> dict[str, str]:
    """The ids of a game's rules, each with its paraphrase."""
    prefix = f"{game}.rule."
    return {
        f"{game}:{message_id.removeprefix(prefix)}": words
        for message_id, words in catalogue(game, "en").items()
        if message_id.startswith(prefix)
    }


class _Collector:
    """A pytest plugin that notes which test names which rules."""

    def __init__(self) -> None:
        self.proofs: dict[str, list[str]] = {}

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            test = _short(item.nodeid)
            for mark in item.iter_markers("rule"):
                for rule in mark.args:
                    tests = self.proofs.setdefault(rule, [])
                    if test not in tests:
                        tests.append(test)


def _short(nodeid: str) -> str:
    """File and function: one test, however many values it is run with."""
    path, _, test = nodeid.partition("::")
    return f"{Path(path).stem}::{test.partition('[')[0]}"


def collect() -> dict[str, list[str]]:
    """What the tests of all games prove, the slow ones included; none of them is run."""
    collector, output = _Collector(), io.StringIO()
    here = Path(__file__).parent
    # Without the project's usual arguments, which would leave some tests out.
    options = ["--collect-only", "-o", "addopts=", "--rootdir", str(here.parent)]
    with redirect_stdout(output), redirect_stderr(output):
        code = pytest.main([*options, str(here / "games")], plugins=[collector])
    if code is not pytest.ExitCode.OK:
        raise SystemExit(f"{output.getvalue()}\nThe tests could not be collected.")
    return collector.proofs


def main() -> int:
    paraphrases = {
        rule: words for game in quincunx.game_names() for rule, words in rules_of(game).items()
    }
    report = Report(paraphrases, collect())
    print("\n".join(report.lines()))
    return 0 if report.faultless else 1


if __name__ == "__main__":
    sys.exit(main())
