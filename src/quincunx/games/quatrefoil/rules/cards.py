"""Which cards, target positions and signals follow from a state for one viewer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import eq, itemgetter
from typing import NamedTuple, TypeVar

from quincunx.core.viewers import OMNISCIENT, Viewer
from quincunx.games.quatrefoil.state import SEATS, QuatrefoilState
from quincunx.games.quatrefoil.tokens import COLOURS, POSITIONS, Arrangement

T = TypeVar("T")


class OpenCards(NamedTuple):
    """Which cards are face up from the start; in Dual there are no colour cards."""

    colours: bool
    positions: bool
    dual: bool


class KnownCards(NamedTuple):
    """The cards that a viewer knows, and what they say about the target."""

    colours: tuple[str | None, ...]
    positions: tuple[str | None, ...]
    target: tuple[str | None, ...]


@lru_cache(4096)
def known_cards(
    positions: tuple[str, ...],
    target: Arrangement,
    looked: tuple[bool, ...],
    viewer: Viewer,
    is_over: bool,
    open_cards: OpenCards,
) -> KnownCards:
    """Return what the viewer knows of the cards.

    The result is cached, because pushes and twists do not change it.
    """
    own = [
        is_over or (has_looked and viewer in (seat, OMNISCIENT))
        for seat, has_looked in enumerate(looked)
    ]
    cards = (None,) * SEATS if open_cards.dual else _by_seat(positions)(target)
    colours = _visible(cards, own, all_open=open_cards.colours)
    shown = _visible(positions, own, all_open=open_cards.positions)
    target_is_known = is_over or open_cards.dual
    return KnownCards(colours, shown, target if target_is_known else _known_target(colours, shown))


def _visible(
    cards: Sequence[str | None], own: Sequence[bool], *, all_open: bool
) -> tuple[str | None, ...]:
    if all_open:
        return tuple(cards)
    return tuple([card if is_seen else None for card, is_seen in zip(cards, own, strict=True)])


def _known_target(
    colours: tuple[str | None, ...], positions: tuple[str | None, ...]
) -> tuple[str | None, ...]:
    """Return the target as far as these cards determine it.

    All four colour cards together also determine the free token.
    """
    colour_at = {
        position: colour
        for colour, position in zip(colours, positions, strict=True)
        if colour is not None
    }
    left = set(COLOURS) - set(colours)
    return (*map(colour_at.get, POSITIONS), left.pop() if len(left) == 1 else None)


def tokens_in_place(state: QuatrefoilState) -> tuple[bool, ...]:
    """Return by seat whether its token is in its position: what its signal shows."""
    in_place: tuple[bool, ...] = tuple(map(eq, state.tokens, state.target))
    return _by_seat(state.positions)(in_place)


@lru_cache(4096)
def _by_seat(positions: tuple[str, ...]) -> Callable[[tuple[T, ...]], tuple[T, ...]]:
    """Return a function that picks from a value for each place those of the seats' positions."""
    return itemgetter(*map(POSITIONS.index, positions))
