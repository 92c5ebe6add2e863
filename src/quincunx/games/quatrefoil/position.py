"""Write arrangements and positions as short text, and read them back.

An arrangement is written north row first, then the free token: `RG/YB P`. A position is an
arrangement and its target: `RG/YB P > GR/BY P`.
"""

from __future__ import annotations

import re

from quincunx.core.errors import MalformedPosition
from quincunx.games.quatrefoil.tokens import COLOURS, Arrangement

_ARRANGEMENT = re.compile(r"\s*(\w)(\w)\s*/\s*(\w)(\w)\s+(\w)\s*")


def format_arrangement(tokens: Arrangement) -> str:
    northwest, northeast, southeast, southwest, free = tokens
    return f"{northwest}{northeast}/{southwest}{southeast} {free}"


def parse_arrangement(text: str) -> Arrangement:
    found = _ARRANGEMENT.fullmatch(text.upper())
    if not found or sorted(found.groups()) != sorted(COLOURS):
        raise MalformedPosition("quatrefoil.refusal.unknown_position", text=text.strip())
    northwest, northeast, southwest, southeast, free = found.groups()
    return northwest, northeast, southeast, southwest, free


def format_position(tokens: Arrangement, target: Arrangement) -> str:
    return f"{format_arrangement(tokens)} > {format_arrangement(target)}"


def parse_position(text: str) -> tuple[Arrangement, Arrangement]:
    tokens, arrow, target = text.partition(">")
    if not arrow:
        raise MalformedPosition("quatrefoil.refusal.unknown_position", text=text.strip())
    return parse_arrangement(tokens), parse_arrangement(target)
