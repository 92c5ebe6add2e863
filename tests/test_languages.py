"""Every language says all that English says: every message, every branch, every guide."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import islice, product
from pathlib import Path
from typing import Final

import pytest

import quincunx
from quincunx.cli import main
from quincunx.cli.language import preferred_language
from quincunx.core.messages import Arg, Message, _split, languages, pattern, render
from quincunx.registry import find, game_names

LANGUAGES: Final = tuple(language for language in languages() if language != "en")
PACKAGE: Final = Path(quincunx.__file__).parent
CATALOGUES: Final = sorted(path.parent for path in PACKAGE.glob("**/messages/en.json"))
GAMES: Final = [name for name in game_names() if find(name).listed]
MOST: Final = 300
"""So many ways to fill a pattern are enough."""

Uses = Mapping[str, set[tuple[str, str]]]
"""By argument, the kinds of its placeholders, each with what comes after the kind."""

each_catalogue = pytest.mark.parametrize(
    "folder", CATALOGUES, ids=lambda folder: folder.parent.relative_to(PACKAGE).as_posix()
)
each_language = pytest.mark.parametrize("language", LANGUAGES)


def _read(folder: Path, language: str) -> dict[str, str]:
    file = folder / f"{language}.json"
    assert file.is_file(), f"{file.relative_to(PACKAGE)} is missing"
    words: dict[str, str] = json.loads(file.read_text("utf-8"))
    return words


def test_every_package_has_its_catalogues() -> None:
    found = {folder.parent.name for folder in CATALOGUES}
    of_the_page = {"page", "daily", "puzzles", "ratings"}
    of_the_lab = {"lab", "batch", "learning"}
    assert found == {"core", "server", "cli", "client", *of_the_lab, *of_the_page, *GAMES}


@each_language
@each_catalogue
def test_no_message_is_missing(folder: Path, language: str) -> None:
    english, words = _read(folder, "en"), _read(folder, language)
    assert sorted(english.keys() - words.keys()) == [], "not translated"
    assert sorted(words.keys() - english.keys()) == [], "not in English"
    assert [key for key, text in words.items() if not text.strip()] == []


@each_language
@each_catalogue
def test_messages_have_the_same_arguments(folder: Path, language: str) -> None:
    english, words = _read(folder, "en"), _read(folder, language)
    wrong = {
        key: (sorted(_uses(text)), sorted(_uses(words[key])))
        for key, text in english.items()
        if key in words and _uses(text).keys() != _uses(words[key]).keys()
    }
    assert wrong == {}


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
@each_catalogue
def test_every_branch_of_every_message_can_be_rendered(folder: Path, language: str) -> None:
    english, words = _read(folder, "en"), _read(folder, language)
    for key, text in words.items():
        for args in _samples(english.get(key, ""), text):
            sentence = render(Message(key, args), language, names=("Ada", "Ben"))
            assert sentence.strip(), (key, args)
            assert not re.search(r"[{}]", sentence), (key, args, sentence)


@each_catalogue
def test_french_punctuation_does_not_begin_a_line(folder: Path) -> None:
    """A space before : ; ! ? » % and after « is one that does not break (`!=` is notation)."""
    words = _read(folder, "fr")
    assert [key for key, text in words.items() if re.search(r" (?:[:;?»%]|!(?!=))|« ", text)] == []


@each_language
@pytest.mark.parametrize("game", GAMES)
def test_every_guide_is_complete(game: str, language: str) -> None:
    folder = find(game).folder
    english = (folder / "guide.md").read_text("utf-8")
    translated = (folder / f"guide.{language}.md").read_text("utf-8")
    assert _skeleton(translated) == _skeleton(english)
    assert translated != english


def _skeleton(guide: str) -> dict[str, list[str]]:
    """What stays the same in every language: the order of its parts, pictures and addresses."""
    fences = re.findall(r"^```.*?^```$", guide, re.MULTILINE | re.DOTALL)
    text = re.sub(r"^```.*?^```$", "", guide, flags=re.MULTILINE | re.DOTALL)
    return {
        "headings": re.findall(r"^(#+) ", text, re.MULTILINE),
        "items": re.findall(r"^\s*([-*]|\d+\.) ", text, re.MULTILINE),
        "rows": ["|" * row.count("|") for row in re.findall(r"^\|.*$", text, re.MULTILINE)],
        "addresses": sorted(re.findall(r"\]\((.*?)\)", text)),
        "pictures": [fence.splitlines()[0] for fence in fences],
    }


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "fr_CH.UTF-8"}, "fr"),
        ({"LANG": "fr_CH.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "fr_CH.UTF-8", "LC_ALL": "", "LC_MESSAGES": "de"}, "de"),
        ({"LANG": "tlh"}, "en"),
    ],
)
def test_the_command_line_takes_the_language_of_the_environment(
    environment: Mapping[str, str], language: str
) -> None:
    assert preferred_language(environment) == language


@each_language
def test_the_command_line_prints_in_that_language(
    language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    assert main(["games", "quivvit"]) == 0
    assert pattern("quivvit.tagline", language) in capsys.readouterr().out
    assert main(["games", "chess"]) == 2
    refusal = render(
        Message("core.error.unknown_game", {"game": "chess", "known": game_names()}), language
    )
    assert " ".join(refusal.split()) in capsys.readouterr().err


# How a pattern can be filled


def _uses(text: str) -> Uses:
    uses: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for name, kind, detail in _placeholders(text):
        uses[name].add((kind, detail))
    return uses


def _placeholders(text: str) -> Iterator[tuple[str, str, str]]:
    """All of them, those within branches too."""
    for literal, body in _split(text):
        if literal:
            continue
        name, _, rest = (piece.strip() for piece in body.partition(","))
        kind, _, detail = (piece.strip() for piece in rest.partition(","))
        yield name, kind, detail
        if kind in ("plural", "select"):
            for branch in _branches(detail).values():
                yield from _placeholders(branch)


def _branches(detail: str) -> dict[str, str]:
    parts = [part for _, part in _split(detail)]
    return {label.strip(): body for label, body in zip(parts[::2], parts[1::2], strict=False)}


def _samples(english: str, text: str) -> Iterator[dict[str, Arg]]:
    """Arguments that lead to every branch: English says which there may be."""
    uses = _uses(english + text)
    values = [_values(kinds) for kinds in uses.values()]
    for combination in islice(product(*values), MOST):
        yield dict(zip(uses, combination, strict=True))


def _values(kinds: set[tuple[str, str]]) -> list[Arg]:
    """What an argument may be that is used in these ways."""
    # A term is always one that there is, whatever else is made of it.
    decisive = {use for use in kinds if use[0] == "word"} or kinds
    found = [value for kind, detail in sorted(decisive) for value in _values_for(kind, detail)]
    return list(dict.fromkeys(found)) or ["something"]


def _values_for(kind: str, detail: str) -> list[Arg]:
    match kind:
        case "seat":
            return [0, 5]
        case "seats":
            return [(0,), (1, 5)]
        case "word":
            return [*_terms(detail)]
        case "words":
            return [tuple(_terms(detail))]
        case "plural":
            exact = [int(label[1:]) for label in _branches(detail) if label.startswith("=")]
            return [0, 1, 2, 7, 1.5, *exact]
        case "select":
            labels = _branches(detail)
            return ["anything else" if label == "other" else label for label in labels]
        case _:
            return []


def _terms(prefix: str) -> list[str]:
    """The English terms that may stand there."""
    folders = {path.parent.name: path for path in CATALOGUES}
    package = prefix.partition(".")[0]
    words = _read(folders.get(package, folders["core"]), "en")
    found = [key.removeprefix(f"{prefix}.") for key in words if key.startswith(f"{prefix}.")]
    return [term for term in found if "." not in term]
