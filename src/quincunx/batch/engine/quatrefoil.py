"""How Quatrefoil on arrays corresponds to Quatrefoil in the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from quincunx.core.chance import EVERYONE, Result, ScriptedChance
from quincunx.games.quatrefoil.options import MAX_ACTIONS, QuatrefoilOptions
from quincunx.games.quatrefoil.state import SEATS, DealSeries, FinishedDeal, QuatrefoilState
from quincunx.games.quatrefoil.tokens import COLOURS, POSITIONS, Arrangement

from ..quatrefoil import QuatrefoilKernel
from ..quatrefoil.arrangements import ARRANGEMENTS, GOAL
from ..quatrefoil.cards import OWNERS, POSITION_CARDS
from ..quatrefoil.kernel import MAX_OVER_PAR
from .batch_game import BatchGame, PlainStep, PlainTable
from .errors import NoKernel


def _kernel_of(options: QuatrefoilOptions, seats: int) -> QuatrefoilKernel:
    if options.clock:
        raise NoKernel("batch.error.no_clock", game="quatrefoil")
    is_dual = options.variant == "dual"
    half = options.half if options.variant == "half-and-half" else None
    all_open = options.variant == "nothing-to-hide"
    deals = int(options.deals)
    return QuatrefoilKernel(
        colours_open=all_open or half == "colours",
        positions_open=all_open or half == "positions",
        is_dual=is_dual,
        signals_by_hand=options.signals == "by-hand" and not is_dual,
        max_actions=MAX_ACTIONS // deals if options.limit is None else options.limit,
        deals=deals,
    )


def _options_of(kernel: QuatrefoilKernel) -> QuatrefoilOptions:
    variant: Literal["base", "nothing-to-hide", "half-and-half", "dual"]
    is_unlimited = kernel.max_actions == MAX_ACTIONS // kernel.deals
    if kernel.is_dual:
        variant = "dual"
    elif kernel.colours_open and kernel.positions_open:
        variant = "nothing-to-hide"
    else:
        variant = "half-and-half" if kernel.colours_open or kernel.positions_open else "base"
    return QuatrefoilOptions(
        variant=variant,
        half="positions" if variant == "half-and-half" and kernel.positions_open else "colours",
        signals="by-hand" if kernel.signals_by_hand else "always",
        limit=None if is_unlimited else kernel.max_actions,
        deals="5" if kernel.deals > 1 else "1",
    )


def _state_of(kernel: QuatrefoilKernel, table: PlainTable) -> QuatrefoilState:
    shown = 0 if table.shown is None else table.shown
    return QuatrefoilState(
        dealt=_arrangement(table.dealt),
        tokens=_arrangement(table.tokens),
        target=_arrangement(table.target),
        positions=_positions(table.positions),
        turn=table.seat,
        actions=table.actions,
        shown=tuple(bool(shown >> seat & 1) for seat in range(SEATS)),
        ending="stack" if table.is_over else "",
        series=msgspec.UNSET if table.finished is None else _series(kernel, table.finished),
    )


def _arrangement(number: int) -> Arrangement:
    a, b, c, d, e = (COLOURS[colour] for colour in ARRANGEMENTS[number])
    return a, b, c, d, e


def _positions(number: int) -> tuple[str, ...]:
    return tuple(POSITIONS[position] for position in POSITION_CARDS[number])


def _series(kernel: QuatrefoilKernel, finished: PlainTable) -> DealSeries:
    deals = tuple(_finished_deals(kernel, finished))
    return DealSeries(kernel.deals, deals, finished.total)


def _finished_deals(kernel: QuatrefoilKernel, finished: PlainTable) -> Iterator[FinishedDeal]:
    for deal in range(finished.count):
        dealt, tokens, target = finished.dealt[deal], finished.tokens[deal], finished.target[deal]
        positions, actions = finished.positions[deal], finished.actions[deal]
        par = int(kernel.pars[GOAL[dealt, target], OWNERS[positions, finished.first[deal]]])
        solved = tokens == target
        yield FinishedDeal(
            dealt=_arrangement(dealt),
            tokens=_arrangement(tokens),
            target=_arrangement(target),
            positions=_positions(positions),
            actions=actions,
            par=par,
            solved=solved,
            score=min(actions - par, MAX_OVER_PAR) if solved else MAX_OVER_PAR,
        )


def _dealt(kernel: QuatrefoilKernel, table: PlainTable) -> ScriptedChance:
    results = [*_cards(kernel, table)]
    if not kernel.is_dual:
        results.append(Result("first seat", EVERYONE, (table.seat,)))
    return ScriptedChance(results)


def _drawn(kernel: QuatrefoilKernel, step: PlainStep) -> ScriptedChance:
    before, after = step.before.finished, step.after.finished
    begins_deal = before is not None and after.count > before.count and not step.after.is_over
    return ScriptedChance(_cards(kernel, step.after) if begins_deal else ())


def _cards(kernel: QuatrefoilKernel, table: PlainTable) -> Iterator[Result]:
    """Yield the results with which the rules deal these tokens and cards."""
    target = ARRANGEMENTS[table.target].tolist()
    positions = POSITION_CARDS[table.positions].tolist()
    yield Result("tokens", EVERYONE, tuple(ARRANGEMENTS[table.dealt].tolist()))
    for seat, position in enumerate(positions):
        yield Result("positions", EVERYONE if kernel.positions_open else seat, (position,))
    if kernel.is_dual:
        yield Result("colours", EVERYONE, tuple(target))
    else:
        for seat, position in enumerate(positions):
            to = EVERYONE if kernel.colours_open else seat
            yield Result("colours", to, (target[position],))


QUATREFOIL = BatchGame(
    kernel_of=_kernel_of,
    options_of=_options_of,
    state_of=_state_of,
    dealt=_dealt,
    drawn=_drawn,
)
