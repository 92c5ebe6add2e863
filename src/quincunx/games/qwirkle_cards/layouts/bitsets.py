"""Sets of kinds as the bits of a number, which are fast to compare and to combine."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from quincunx.games.qwirkle_cards.cards import CardKinds
from quincunx.games.qwirkle_cards.layouts.division import LINE_KINDS


def bits_of(kinds: Iterable[int]) -> int:
    bits = 0
    for kind in kinds:
        bits |= 1 << kind
    return bits


@lru_cache(2**16)
def kinds_of(bits: int) -> CardKinds:
    return tuple(kind for kind in range(bits.bit_length()) if bits >> kind & 1)


LINE_BITS: Final = tuple(map(bits_of, LINE_KINDS))


@lru_cache(2**16)
def line_of(bits: int) -> int:
    """Return the line of a set on the table."""
    return next(line for line, kinds in enumerate(LINE_BITS) if bits & ~kinds == 0)


@lru_cache(2**16)
def addable_kinds(bits: int) -> int:
    """Return the kinds that can be added to a set on the table."""
    return LINE_BITS[line_of(bits)] & ~bits
