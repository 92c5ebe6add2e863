"""Catalogues: patterns, plurals, names and missing messages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quincunx.core.messages import (
    Arg,
    Message,
    UnknownMessage,
    languages,
    pattern,
    register_catalogues,
    render,
)


@pytest.fixture(autouse=True)
def words(tmp_path: Path) -> None:
    english = {
        "words.plain": "{name} is here",
        "words.list": "There are: {names}",
        "words.cards": "{n, plural, =0 {no cards} one {# card} other {# cards}}",
        "words.nested": "{n, plural, one {{who, seat} has # card} other {{who, seat} has # cards}}",
        "words.both": "{n, plural, other {# in {m, plural, other {# ways}}}}",
        "words.kind": "{kind, select, push {A push} other {Something}}",
        "words.term": "It is {colour, word, words.colour}",
        "words.terms": "They are {colours, words, words.colour}",
        "words.seats": "Up: {up, seats}",
        "words.colour.R": "red",
        "words.colour.B": "blue",
        "words.broken": "{n, number}",
    }
    (tmp_path / "en.json").write_text(json.dumps(english))
    (tmp_path / "fr.json").write_text(json.dumps({"words.cards": english["words.cards"]}))
    register_catalogues("words", tmp_path)


@pytest.mark.parametrize(
    ("message_id", "args", "sentence"),
    [
        ("plain", {"name": "Ada"}, "Ada is here"),
        ("list", {"names": ("a", "b")}, "There are: a, b"),
        ("cards", {"n": 0}, "no cards"),
        ("cards", {"n": 1}, "1 card"),
        ("cards", {"n": 7}, "7 cards"),
        ("nested", {"n": 2, "who": 0}, "Ada has 2 cards"),
        ("nested", {"n": 1, "who": 3}, "Player 4 has 1 card"),
        ("both", {"n": 2, "m": 12}, "2 in 12 ways"),
        ("kind", {"kind": "push"}, "A push"),
        ("kind", {"kind": "twist"}, "Something"),
        ("term", {"colour": "R"}, "It is red"),
        ("terms", {"colours": ("R", "B")}, "They are red and blue"),
        ("seats", {"up": ()}, "Up: "),
        ("seats", {"up": (1,)}, "Up: Bo"),
        ("seats", {"up": (0, 1)}, "Up: Ada and Bo"),
        ("seats", {"up": (0, 1, 2)}, "Up: Ada, Bo and Player 3"),
        ("cards", {"n": -1}, "−1 card"),
        ("cards", {"n": 1.5}, "1.5 cards"),
    ],
)
def test_patterns(message_id: str, args: dict[str, Arg], sentence: str) -> None:
    assert render(Message(f"words.{message_id}", args), names=("Ada", "Bo")) == sentence


def test_french_uses_the_singular_for_zero(tmp_path: Path) -> None:
    (tmp_path / "fr.json").write_text('{"words.n": "{n, plural, one {une} other {des}}"}')
    register_catalogues("words", tmp_path)
    assert render(Message("words.n", {"n": 0}), "fr") == "une"
    assert render(Message("words.n", {"n": 1.5}), "fr") == "une"
    assert render(Message("words.n", {"n": -1.5}), "fr") == "une"
    assert render(Message("words.n", {"n": 2}), "fr") == "des"
    assert render(Message("words.n", {"n": 1_000_000}), "fr") == "des"
    assert languages("words") == ("en", "fr")


@pytest.mark.parametrize(
    ("language", "number", "written"),
    [
        ("en", 1.5, "1.5"),
        ("de", 1.5, "1,5"),
        ("fr", 0.25, "0,25"),
        ("de", 1200, "1200"),
        ("en", 10.0, "10"),
        ("de", -0.0, "0"),
        ("fr", -0.5, "−0,5"),
    ],
)
def test_decimals_follow_the_language(
    tmp_path: Path, language: str, number: float, written: str
) -> None:
    words = {
        "words.it": "{n}",
        "words.all": "{all}",
        "words.points": "{n, plural, other {# points}}",
    }
    (tmp_path / f"{language}.json").write_text(json.dumps(words))
    register_catalogues("words", tmp_path)
    assert render(Message("words.it", {"n": number}), language) == written
    assert render(Message("words.all", {"all": (1, "1.5-2")}), language) == "1, 1.5-2"
    assert render(Message("words.points", {"n": number}), language) == f"{written} points"


def test_a_missing_message_is_an_error() -> None:
    with pytest.raises(UnknownMessage, match=r"words\.absent"):
        pattern("words.absent")
    with pytest.raises(UnknownMessage, match=r"nobody\.knows"):
        pattern("nobody.knows")
    with pytest.raises(UnknownMessage, match=r"words\.plain \(fr\)"):
        pattern("words.plain", "fr")


def test_an_unknown_kind_of_placeholder_is_an_error() -> None:
    with pytest.raises(ValueError, match="number"):
        render(Message("words.broken", {"n": 1}))
