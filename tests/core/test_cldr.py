"""Plurals, lists and numbers agree with Unicode's CLDR, taken from Babel."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from babel import Locale
from babel.lists import format_list
from babel.numbers import format_decimal

from quincunx.core.messages import Message, plural_category, register_catalogues, render

LOCALES: Final = {"en": "en_GB", "de": "de", "fr": "fr"}
"""The language of a catalogue as a locale of CLDR: our English is British."""
NUMBERS: Final = [*range(-3, 130), 1_000_000, *(tenths / 10 for tenths in range(-25, 26))]


@pytest.mark.parametrize("language", LOCALES)
def test_plural_forms_match_cldr(language: str) -> None:
    rule = Locale.parse(LOCALES[language]).plural_form
    for number in NUMBERS:
        counted = int(number) if number == int(number) else number
        # Our catalogues have no form of their own for the French `many` (1,000,000 de points).
        expected = rule(counted).replace("many", "other")
        assert plural_category(counted, language) == expected, number


@pytest.mark.parametrize("language", LOCALES)
@pytest.mark.parametrize("count", range(5))
def test_lists_match_cldr(tmp_path: Path, language: str, count: int) -> None:
    names = ("Ada", "Ben", "{last}", "Di & Ed")[:count]
    (tmp_path / f"{language}.json").write_text('{"words.all": "{all, seats}"}')
    register_catalogues("words", tmp_path)
    message = Message("words.all", {"all": tuple(range(count))})
    assert render(message, language, names) == format_list(names, locale=LOCALES[language])


@pytest.mark.parametrize("language", LOCALES)
def test_numbers_match_cldr(tmp_path: Path, language: str) -> None:
    (tmp_path / f"{language}.json").write_text('{"words.it": "{n}"}')
    register_catalogues("words", tmp_path)
    for number in NUMBERS:
        written = format_decimal(number, locale=LOCALES[language], group_separator=False)
        # CLDR writes a hyphen; we write a minus sign.
        expected = written.replace("-", "−")
        assert render(Message("words.it", {"n": number}), language) == expected
