"""Which new passwords are refused: too short, too long, or among those that attackers try first."""

from __future__ import annotations

import string
import unicodedata
from functools import cache
from pathlib import Path
from typing import Final

from quincunx.server.common.errors import TableError

MIN_LENGTH, MAX_LENGTH = 8, 128
"""Of a password, in characters."""

COMMON_PASSWORDS_FILE: Final = Path(__file__).with_name("common_passwords.txt")

COMMENT: Final = "# "

AFFIXES: Final = string.digits + string.punctuation
"""What people add before or after a name."""


class BadPassword(TableError):
    """The password is too short, too long or easy to guess."""


def check_new_password(password: str, *names: str) -> None:
    """Raise `BadPassword` if the length is not allowed, or if it is a name or a common password.

    Differences in case and spaces do not count, and neither do digits and punctuation around a
    name.
    """
    if not MIN_LENGTH <= len(composed(password)) <= MAX_LENGTH:
        raise BadPassword("table.refusal.password_length", shortest=MIN_LENGTH, longest=MAX_LENGTH)
    folded = _folded(password)
    if any(_is_name(folded, _folded(name)) for name in names):
        raise BadPassword("table.refusal.password_is_name")
    if folded in _common_passwords():
        raise BadPassword("table.refusal.common_password")


def composed(password: str) -> str:
    """Normalize the letters, since keyboards compose accents in different ways."""
    return unicodedata.normalize("NFC", password)


def _is_name(password: str, name: str) -> bool:
    core = name.strip(AFFIXES)
    return password == name or (core != "" and password.strip(AFFIXES) == core)


def _folded(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


@cache
def _common_passwords() -> frozenset[str]:
    lines = COMMON_PASSWORDS_FILE.read_text("utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith(COMMENT))
