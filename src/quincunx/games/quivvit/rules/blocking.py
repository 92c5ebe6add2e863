"""Color Block: before a turn the other seats may each cover a card with their one block card."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.errors import IllegalMove
from quincunx.core.events import public_event
from quincunx.core.support.tuples import replace_item
from quincunx.games.quivvit.moves import Block
from quincunx.games.quivvit.rules.transition import QuivvitTransition
from quincunx.games.quivvit.rules.turns import begin_turn
from quincunx.games.quivvit.rules.uncovered import find_uncovered
from quincunx.games.quivvit.state import BLOCK_HELD, QuivvitState

MAX_ASKING_CHANGES_PER_ROUND: Final = 2
"""How often in a round a seat may switch the questions about blocking off or on."""


def block(
    state: QuivvitState, seat: int, move: Block, transition: QuivvitTransition
) -> QuivvitState:
    _check_asked(state, seat)
    cell = find_uncovered(state, move.cell)
    state = msgspec.structs.replace(state, blocks=replace_item(state.blocks, seat, cell))
    transition.events.append(public_event("quivvit.event.blocked", seat=seat, cell=move.cell))
    return _record_answer(state, seat, transition)


def decline_block(state: QuivvitState, seat: int, transition: QuivvitTransition) -> QuivvitState:
    _check_asked(state, seat)
    return _record_answer(state, seat, transition)


def can_change_asking(state: QuivvitState, seat: int) -> bool:
    """Return whether the seat may switch the questions about blocking off or on now."""
    return state.blocks[seat] == BLOCK_HELD and state.changes[seat] < MAX_ASKING_CHANGES_PER_ROUND


def change_asking(
    state: QuivvitState, seat: int, transition: QuivvitTransition, *, quiet: bool
) -> QuivvitState:
    """Switch the questions about blocking off (`quiet`) or on, from the next question on.

    Switching them off declines a question that is open now.
    """
    if state.phase == "bonus":
        raise IllegalMove("quivvit.refusal.not_asked", rule="quivvit:L262")
    if state.blocks[seat] != BLOCK_HELD:
        raise IllegalMove("quivvit.refusal.no_block_card", rule="quivvit:L262")
    if state.quiet[seat] == quiet:
        raise IllegalMove("quivvit.refusal.said_already", rule="quivvit:R15")
    if not can_change_asking(state, seat):
        raise IllegalMove("quivvit.refusal.said_often", rule="quivvit:R15")
    state = msgspec.structs.replace(
        state,
        quiet=replace_item(state.quiet, seat, quiet),
        changes=replace_item(state.changes, seat, state.changes[seat] + 1),
    )
    event = public_event("quivvit.event.quiet" if quiet else "quivvit.event.ask", seat=seat)
    transition.events.append(event)
    return _record_answer(state, seat, transition) if seat in state.waiting else state


def _check_asked(state: QuivvitState, seat: int) -> None:
    if state.phase != "block" or seat not in state.waiting:
        raise IllegalMove("quivvit.refusal.not_asked", rule="quivvit:L262")


def _record_answer(state: QuivvitState, seat: int, transition: QuivvitTransition) -> QuivvitState:
    """Remove the seat from those that are asked; after the last answer the turn begins."""
    waiting = tuple(other for other in state.waiting if other != seat)
    state = msgspec.structs.replace(state, waiting=waiting)
    return state if waiting else begin_turn(state, transition)
