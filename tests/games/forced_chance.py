"""Chance that gives the values a test asks for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from random import Random
from typing import NamedTuple

from quincunx.core.chance import Chance, Deck, FastChance, Owner


class ForcedDraw(NamedTuple):
    """One draw from a deck: how many, for whom, and what the deck held before."""

    number: int
    owner: Owner
    deck: Deck


class ForcedChance(Chance):
    """Gives each stream its values in `script`, checked against the deck or die.

    After the last of them it goes on at random or, if it is strict, fails.
    """

    def __init__(
        self, streams: Collection[str], *, is_strict: bool = False, is_public: bool = False
    ) -> None:
        """`streams` are all that the game may use; `is_public`: every result is for everybody."""
        super().__init__()
        self.script = defaultdict[str, list[int]](list)
        self.draws: list[ForcedDraw] = []
        self._streams = streams
        self._is_public = is_public
        self._random = None if is_strict else FastChance(Random(0))

    def _draw(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[int, ...]:
        self.draws.append(ForcedDraw(count, to, deck))
        forced = self._forced(stream, count, to)
        left = list(deck)
        for kind in forced:
            assert left[kind] > 0, f"the deck has no {kind}"
            left[kind] -= 1
        if len(forced) == count:
            return forced
        assert self._random is not None, f"the script of {stream} is too short"
        return forced + self._random.draw(stream, tuple(left), count - len(forced))

    def _roll(self, stream: str, faces: int, count: int, to: Owner) -> tuple[int, ...]:
        forced = self._forced(stream, count, to)
        assert all(0 <= face < faces for face in forced), f"the die has only {faces} faces"
        if len(forced) == count:
            return forced
        assert self._random is not None, f"the script of {stream} is too short"
        return forced + self._random.roll(stream, faces, count - len(forced))

    def _forced(self, stream: str, count: int, to: Owner) -> tuple[int, ...]:
        assert stream in self._streams, f"this game has no {stream}"
        assert to is None or not self._is_public, "everybody sees every result"
        forced = tuple(self.script[stream][:count])
        del self.script[stream][:count]
        return forced


def numbers(kinds: Sequence[str], text: str) -> list[int]:
    """Return the numbers of the kinds that a text names, separated by blanks."""
    return [kinds.index(word) for word in text.split()]
