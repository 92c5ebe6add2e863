"""Players' texts keep to docs/reference/glossary.md, as far as a machine can tell."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import quincunx
from quincunx.core.messages import FORMS_OF_ADDRESS
from quincunx.registry import find, game_names

PACKAGE: Final = Path(quincunx.__file__).parent
LONGEST_OPTION_NAME: Final = 30
SAYS: Final = {
    "en": [
        r"\b(whoever|somebody|bystanders?|looks? on)\b",
        r"(?<!there )\b(is|are) no (move|card|set|grid|tile|position|challenge|line|link)\b",
        r"\b(just now|the house|by and by|daily deals?|would rather not)\b",
        r"\b(lies|lie face|lay (there|on the table)|tak(e|es|en|ing) (that |it )?back)\b",
        r"\bopen(ed|s)? (a|the|this) table\b",
        r"[\d}] %",
    ],
    "de": [r"\b(Ins Jetzt|Zug zurück|Leicht-Bot|eröffne\w*|Rückblick)\b", r"[\d}] %"],
    "fr": [r"\b(Au présent|Reprendre$|ouvr\w+ (une|la|cette) table)\b", r"[\d}] %"],
}
"""What no text may say, by language; a percent sign has a no-break space in German and French."""
STRAIGHT: Final = re.compile(r"(?<![\w\[])'(?!\w+\[)|\w'\w")
"""Apostrophes that should be ’; `'quincunx[cli]'` is something to type."""
CODE: Final = re.compile(r"^```.*?^```$|`[^`]*`|\*\*?", re.MULTILINE | re.DOTALL)


def _texts(language: str) -> Iterator[tuple[str, str]]:
    """Yield where each text is, and the text: messages and guides, without code."""
    for file in PACKAGE.glob(f"**/messages/{language}.json"):
        yield from json.loads(file.read_text("utf-8")).items()
    ending = "guide.md" if language == "en" else f"guide.{language}.md"
    for file in PACKAGE.glob(f"games/*/{ending}"):
        for line in CODE.sub("", file.read_text("utf-8")).splitlines():
            yield f"{file.parent.name}/{ending}", line


@pytest.mark.parametrize("language", SAYS)
def test_no_text_has_a_word_that_the_glossary_excludes(language: str) -> None:
    pattern = re.compile("|".join(SAYS[language]), re.IGNORECASE)
    found = [(where, text) for where, text in _texts(language) if pattern.search(text)]
    assert found == []


@pytest.mark.parametrize("language", SAYS)
def test_apostrophes_are_typographic(language: str) -> None:
    found = [(where, text) for where, text in _texts(language) if STRAIGHT.search(text)]
    assert [each for each in found if "pip install" not in each[1]] == []


@pytest.mark.parametrize("language", SAYS)
@pytest.mark.parametrize("game", [name for name in game_names() if find(name).listed])
def test_an_option_has_a_short_name(game: str, language: str) -> None:
    catalogue = find(game).folder / "messages" / f"{language}.json"
    words: dict[str, str] = json.loads(catalogue.read_text("utf-8"))
    names = {
        key: text
        for key, text in words.items()
        if key.startswith(f"{game}.option.") and not key.startswith("coloryam.option.own.")
    }
    long = {key: text for key, text in names.items() if len(text) > LONGEST_OPTION_NAME}
    assert long == {}
    assert [text for text in names.values() if text.endswith(".") or ": " in text] == []


@pytest.mark.parametrize("language", SAYS)
def test_a_message_about_a_player_also_speaks_to_them(language: str) -> None:
    """An event or an outcome whose subject is a player has a form for that player."""
    subject = re.compile(r"^\{seats?, seats?\}")
    for file in PACKAGE.glob(f"games/*/messages/{language}.json"):
        words: dict[str, str] = json.loads(file.read_text("utf-8"))
        about = {
            key
            for key, text in words.items()
            if re.match(r"\w+\.(event|outcome)\.", key) and subject.match(text)
        }
        assert {key for key in about if f"{key}.you" not in words} == set()


@pytest.mark.parametrize("language", SAYS)
def test_a_review_speaks_to_each_player_it_names(language: str) -> None:
    named = re.compile(r"\{(seat|seats|actor|rival), seats?\}")
    for file in PACKAGE.glob(f"games/*/messages/{language}.json"):
        words: dict[str, str] = json.loads(file.read_text("utf-8"))
        forms = {
            f"{key}.{FORMS_OF_ADDRESS[role]}"
            for key, text in words.items()
            if ".review." in key and ".you" not in key
            for role in named.findall(text)
        }
        assert forms - words.keys() == set()
