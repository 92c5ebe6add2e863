"""Names and words are text that visible characters."""

from __future__ import annotations

import pytest

from quincunx.server.common.errors import TableError
from quincunx.server.common.written_text import clean_text
from quincunx.server.people.accounts.accounts import clean_login
from quincunx.server.people.names import BadName, clean_name

UNREADABLE = {
    "a control": "Ada\x00",
    "an escape": "\x1b[31mAda",
    "read backwards": "Ada\u202enimda",
    "isolated": "\u2066Ada\u2069",
    "zero width": "A\u200bda",
    "a joiner between letters": "A\u200dda",
    "a joiner at the end": "👩\u200d",
    "two joiners": "👩\u200d\u200d🚀",
    "a soft hyphen": "A\u00adda",
    "a byte order mark": "\ufeffAda",
    "an invisible mark": "A\u034fda",
    "a variation of a letter": "Ada\ufe0f",
    "a variation of a variation": "1\ufe0f\ufe0f",
    "an ideographic variation": "李\U000e0100",
    "a tag": "Ada\U000e0041",
    "a filler": "\u3164",
    "a blank of dots": "Ada\u2800",
    "private use": "\ue000",
    "unassigned": "\u0378",
    "a lone surrogate": "\ud83d",
    "five marks on one letter": "A\u0316\u0317\u0318\u0319\u031cda",
    "a mark on nothing": "\u0301Ada",
    "a mark on a space": "Ada \u0301",
}

READABLE = [
    "Ada",
    "Zoë",
    "Nguyễn",
    "李雷",
    "דָּוִד",
    "ด้วยกัน",
    "हिन्दी",
    "རྒྱུད",
    "Ada 🎲",
    "👩\u200d🚀",
    "👨🏽\u200d👩🏽\u200d👧🏽",
    "❤\ufe0f\u200d🔥",
    "1\ufe0f\u20e3",
    "<b>Ada</b> & 'co' \"",
]


@pytest.mark.parametrize("text", UNREADABLE.values(), ids=UNREADABLE.keys())
def test_invisible_characters_are_refused(text: str) -> None:
    with pytest.raises(BadName, match="visible characters"):
        clean_name(text)
    with pytest.raises(BadName, match="visible characters"):
        clean_login(f"login {text}")
    with pytest.raises(TableError, match="visible characters"):
        clean_text(f"hello, {text}")


@pytest.mark.parametrize("text", READABLE)
def test_visible_characters_are_kept(text: str) -> None:
    assert clean_name(text) == clean_text(text) == text


def test_text_is_put_on_one_line() -> None:
    assert clean_name(" Ada \t Lovelace\n") == "Ada Lovelace"
    assert clean_text("one\r\ntwo\u2028three\u00a0four") == "one two three four"


@pytest.mark.parametrize("name", ["", "   ", "x" * 25])
def test_the_length_of_a_name_is_limited(name: str) -> None:
    with pytest.raises(BadName, match="1 to 24 characters"):
        clean_name(name)


@pytest.mark.parametrize("text", ["", "   ", "x" * 301])
def test_the_length_of_a_chat_line_is_limited(text: str) -> None:
    with pytest.raises(TableError, match="1 to 300 characters"):
        clean_text(text)


def test_letters_are_composed_before_they_are_counted() -> None:
    assert clean_name("e\u0301" * 24) == "é" * 24


@pytest.mark.parametrize("login", ["👩\u200d🚀 ada", "ada 1\ufe0f"])
def test_some_characters_of_names_are_refused_in_logins(login: str) -> None:
    assert clean_name(login) == login
    with pytest.raises(BadName):
        clean_login(login)


def test_equivalent_logins_are_equal() -> None:
    ways = ("ada ﬁsher", "ADA FISHER", "\uff41\uff44\uff41 fisher", "Ada  Fisher", "ᴬda fisher")
    assert {clean_login(way) for way in ways} == {"ada fisher"}
