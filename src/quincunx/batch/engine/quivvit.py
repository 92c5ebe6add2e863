"""How Quivvit on arrays corresponds to Quivvit in the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final

import jax.numpy as jnp
import msgspec

from quincunx.core.chance import Result, ScriptedChance
from quincunx.games.quivvit.cards import (
    CARDS,
    CORNER_COLOURS,
    KINDS,
    NO_CARD,
    ORIENTATIONS,
    VALUE_OF_KIND,
    kind_of,
    rotated,
)
from quincunx.games.quivvit.grid import CELLS
from quincunx.games.quivvit.options import QuivvitOptions
from quincunx.games.quivvit.rules.ending import pile_points
from quincunx.games.quivvit.rules.link_tables import linked_cells
from quincunx.games.quivvit.state import NO_BLOCK_CARD, Pile, QuivvitPhase, QuivvitState

from ..quivvit import BONUS, TURN, QuivvitKernel, cell_and_quarters
from .batch_game import BatchGame, PlainStep, PlainTable
from .errors import NoKernel


def _kernel_of(options: QuivvitOptions, seats: int) -> QuivvitKernel:
    if options.timed or options.color_blocking:
        raise NoKernel("batch.error.no_clock", game="quivvit")
    return QuivvitKernel(
        seats,
        random_colour=options.random_color,
        drains=options.drain_the_deck,
        double_rotation=options.double_rotation,
        decks=options.decks,
        is_clockwise=options.direction == "clockwise",
    )


def _options_of(kernel: QuivvitKernel) -> QuivvitOptions:
    return QuivvitOptions(
        random_color=kernel.random_colour,
        drain_the_deck=kernel.drains,
        double_rotation=kernel.double_rotation,
        decks=kernel.decks,
        direction="clockwise" if kernel.is_clockwise else "counter-clockwise",
    )


# States

_PHASES: Final[tuple[QuivvitPhase, ...]] = ("turn", "bonus", "over")


def _state_of(kernel: QuivvitKernel, table: PlainTable) -> QuivvitState:
    nothing = (0,) * kernel.seats
    apart, doubles = table.apart, table.doubles
    return QuivvitState(
        grid=_grid(table),
        deck=_deck(table),
        piles=_piles(table.points, table.cards),
        apart=_piles(nothing, nothing) if apart is None else _piles(apart.points, apart.cards),
        blocks=(NO_BLOCK_CARD,) * kernel.seats,
        doubles=(False,) * kernel.seats if doubles is None else tuple(doubles.held),
        first=table.first,
        round=table.round,
        played=table.played,
        phase=_PHASES[table.phase],
        waiting=_waiting(table),
        quiet=(False,) * kernel.seats,
        changes=nothing,
        colour=table.colour if kernel.random_colour and table.phase == TURN else None,
        bonuses=tuple(value or None for value in (nothing if doubles is None else doubles.values)),
    )


def _waiting(table: PlainTable) -> tuple[int, ...]:
    """Return the seats that have yet to answer whether they draw at the end."""
    if table.phase != BONUS:
        return ()
    doubles = table.doubles
    return tuple(seat for seat, held in enumerate(doubles.held) if held and seat >= doubles.asked)


def _face(card: int) -> int:
    return sum(1 << 4 * corner + colour for corner, colour in enumerate(CORNER_COLOURS[card]))


_CARD: Final = {
    **{(_face(card), VALUE_OF_KIND[kind_of(card)]): card for card in range(CARDS)},
    (0, 0): NO_CARD,
}


def _grid(table: PlainTable) -> tuple[int, ...]:
    cells = zip(table.faces, table.points_in_cell, strict=True)
    return (*(_CARD[card] for card in cells), NO_CARD)


def _deck(table: PlainTable) -> tuple[int, ...]:
    return tuple(rank - before for before, rank in pairwise((0, *table.ranks)))


def _comparable(kernel: QuivvitKernel, state: QuivvitState) -> QuivvitState:
    """Return the state without the last turn and without which cards are in the piles."""
    return msgspec.structs.replace(
        state,
        piles=_piles(map(pile_points, state.piles), map(len, state.piles)),
        apart=_piles(map(pile_points, state.apart), map(len, state.apart)),
        last=None,
    )


_LAST_VALUES: Final = {0: (), 1: (1, 2), 2: (1,), 3: (2,)}
"""The values of the cards that are not worth 3 or −1, by (points + cards) modulo 4."""


def _piles(points: Iterable[int], cards: Iterable[int]) -> tuple[Pile, ...]:
    """Return a pile for each seat, with these numbers of points and cards."""
    return tuple(map(_some_pile, points, cards))


@lru_cache(4096)
def _some_pile(points: int, cards: int) -> Pile:
    """Return some pile with these points and cards; the arrays do not store which cards it has."""
    above = points + cards
    others = _LAST_VALUES[above % 4]
    threes = (above - sum(others) - len(others)) // 4
    lowest = cards - threes - len(others)
    values = (3,) * threes + others + (-1,) * lowest
    return tuple(VALUE_OF_KIND.index(value) for value in values)


# Results of chance


def _dealt(kernel: QuivvitKernel, table: PlainTable) -> ScriptedChance:
    results = [Result("first", None, (table.first,)), *_laid(_grid(table)[:CELLS])]
    return ScriptedChance((*results, *_rolled(kernel, table)))


def _drawn(kernel: QuivvitKernel, step: PlainStep) -> ScriptedChance:
    results = _refilled(step) if step.before.phase == TURN else _drawn_at_the_end(step)
    return ScriptedChance((*results, *_rolled(kernel, step.after)))


def _refilled(step: PlainStep) -> Iterator[Result]:
    """Yield the draws of the cards that were laid."""
    before, after = _grid(step.before), _grid(step.after)
    cell, quarters = map(int, cell_and_quarters(jnp.int32(step.action)))
    colour = step.before.colour
    taken = linked_cells(before, cell, rotated(before[cell], quarters), colour)
    number = step.before.ranks[-1] - step.after.ranks[-1]
    yield from _laid(tuple(after[each] for each in taken[:number]))


def _drawn_at_the_end(step: PlainStep) -> Iterator[Result]:
    """Yield the draw for a Double Rotate card, if the seat drew."""
    before, after = _deck(step.before), _deck(step.after)
    drawn = tuple(kind for kind in range(KINDS) if after[kind] < before[kind])
    if drawn:
        yield Result("deck", None, drawn)


def _laid(cards: tuple[int, ...]) -> Iterator[Result]:
    if cards:
        yield Result("deck", None, tuple(map(kind_of, cards)))
        yield Result("flip", None, tuple(card % ORIENTATIONS for card in cards))


def _rolled(kernel: QuivvitKernel, table: PlainTable) -> Iterator[Result]:
    """Yield the roll of the die for the next turn, if there is one."""
    if kernel.random_colour and table.phase == TURN:
        yield Result("die", None, (table.colour,))


QUIVVIT: Final = BatchGame(
    kernel_of=_kernel_of,
    options_of=_options_of,
    state_of=_state_of,
    dealt=_dealt,
    drawn=_drawn,
    comparable=_comparable,
)
