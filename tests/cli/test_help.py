"""The help of all commands, and the errors of their arguments, in every language."""

from __future__ import annotations

from argparse import SUPPRESS, Action, _SubParsersAction
from collections.abc import Iterator
from typing import Any

import pytest

from quincunx.cli import command_parser
from quincunx.cli.parser import Parser
from quincunx.core.messages import use_language
from tests.cli.commands import RunCommand


def all_help(language: str) -> dict[str, str]:
    """Return the help of all commands and arguments by name."""
    with use_language(language):
        return dict(_walk(command_parser()))


def _walk(parser: Parser) -> Iterator[tuple[str, str]]:
    for action in parser._actions:
        if isinstance(action, _SubParsersAction):
            for choice in action._choices_actions:
                yield f"{parser.prog} {choice.dest}", choice.help or ""
            for command in action.choices.values():
                yield from _walk(command)
        else:
            yield f"{parser.prog} {_name(action)}", _text(action)


def _name(action: Action) -> str:
    return action.option_strings[-1] if action.option_strings else action.dest


def _text(action: Any) -> str:
    return "" if action.help in (None, SUPPRESS) else str(action.help)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_every_argument_has_help_in_every_language(language: str) -> None:
    english, translated = all_help("en"), all_help(language)
    assert [name for name, text in english.items() if not text] == []
    assert [name for name, text in english.items() if translated[name] == text] == []


def test_the_language_can_be_named_anywhere(run: RunCommand) -> None:
    assert "Würfel" in run("--language", "de", "games", "coloryam").out
    assert "Würfel" in run("games", "coloryam", "--language=de").out
    code, out, err = run("games", "--language", "tlh")
    assert (code, out) == (2, "")
    assert err == "quincunx: There is no language “tlh”. Choose from: de, en, fr.\n"


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["dance"], "„dance“ geht nicht für COMMAND. Zur Wahl stehen: games, play"),
        (["play"], "Es fehlt: GAME. Mehr dazu: „quincunx play --help“."),
        (["play", "quivvit", "--seats", "x"], "--seats braucht eine ganze Zahl, nicht „x“."),
        (["play", "quivvit", "--seed"], "--seed braucht einen Wert."),
        (["play", "quivvit", "--fast"], "Unbekannt: --fast."),
        (["play", "quivvit", "--se", "1"], "„--se“ kann mehrere Optionen meinen: "),
    ],
)
def test_errors_of_arguments_are_translated(run: RunCommand, argv: list[str], says: str) -> None:
    code, _, err = run(*argv, "--language", "de")
    assert code == 2
    assert says in err


def test_help_is_translated(run: RunCommand, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        run("play", "--help", "--language", "fr")
    out = capsys.readouterr().out
    assert out.startswith("Usage\u00a0: quincunx play ")
    assert "(par défaut : medium)" in " ".join(out.split())
