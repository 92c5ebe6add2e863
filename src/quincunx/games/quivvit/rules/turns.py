"""A turn: questions about blocking, the timer, the die, a rotation or claim, and the refill."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.errors import IllegalMove
from quincunx.core.events import public_event
from quincunx.core.support.tuples import replace_item
from quincunx.games.quivvit.cards import CARD_VALUES, COLOURS, NO_CARD, ORIENTATIONS, rotated
from quincunx.games.quivvit.grid import CELL_NAMES, find_links, free_link_cells, taken_cells
from quincunx.games.quivvit.moves import ClaimFreeLink, Rotate, Rotation
from quincunx.games.quivvit.rules.ending import (
    ROUNDS,
    count_drain_round,
    end_game,
    end_unfilled,
    is_last_round,
)
from quincunx.games.quivvit.rules.transition import QuivvitTransition
from quincunx.games.quivvit.rules.uncovered import find_uncovered, linkable_grid, uncovered_mask
from quincunx.games.quivvit.state import BLOCK_HELD, FinishedTurn, Pile, QuivvitState

DIE_FACES: Final = 8
QUARTERS: Final[dict[Rotation, int]] = {"right": 1, "half": 2, "left": 3}
_MS_PER_SECOND: Final = 1000


def prepare_turn(state: QuivvitState, transition: QuivvitTransition) -> QuivvitState:
    """Ask the other seats whether they want to block, then begin the turn."""
    options = transition.setup.options
    if not options.color_blocking:
        return begin_turn(state, transition)
    seat = transition.setup.seat_on_turn(state)
    waiting = tuple(
        other
        for other, block in enumerate(state.blocks)
        if block == BLOCK_HELD and other != seat and not state.quiet[other]
    )
    if not waiting or not uncovered_mask(state):
        return begin_turn(state, transition)
    ends_at = transition.at + options.answer_seconds * _MS_PER_SECOND
    return msgspec.structs.replace(
        state, phase="block", waiting=waiting, colour=None, ends_at=ends_at
    )


def begin_turn(state: QuivvitState, transition: QuivvitTransition) -> QuivvitState:
    """Start the timer and roll the die, or skip the turn if no card can be rotated."""
    options = transition.setup.options
    seat, colour = transition.setup.seat_on_turn(state), None
    if not uncovered_mask(state):
        transition.events.append(public_event("quivvit.event.skipped", seat=seat))
        return finish_turn(msgspec.structs.replace(state, waiting=()), transition)
    if options.random_color:
        (face,) = transition.chance.roll("die", DIE_FACES)
        colour = face % len(COLOURS)
        transition.events.append(
            public_event("quivvit.event.die", seat=seat, colour=COLOURS[colour])
        )
    ends_at = transition.at + options.seconds * _MS_PER_SECOND if options.timed else None
    return msgspec.structs.replace(state, phase="turn", waiting=(), colour=colour, ends_at=ends_at)


def rotate(
    state: QuivvitState, seat: int, move: Rotate, transition: QuivvitTransition
) -> QuivvitState:
    _check_on_turn(state, seat, transition)
    cell = find_uncovered(state, move.cell)
    if move.way == "half":
        if not state.doubles[seat]:
            raise IllegalMove("quivvit.refusal.no_double", rule="quivvit:L302")
        state = msgspec.structs.replace(state, doubles=replace_item(state.doubles, seat, False))
    card = rotated(state.grid[cell], QUARTERS[move.way])
    return _take_links(state, cell, card, move.way, transition)


def claim_free_link(
    state: QuivvitState, seat: int, move: ClaimFreeLink, transition: QuivvitTransition
) -> QuivvitState:
    _check_on_turn(state, seat, transition)
    cell = find_uncovered(state, move.cell)
    if not state.doubles[seat]:
        raise IllegalMove("quivvit.refusal.no_double", rule="quivvit:L177a")
    if cell not in free_link_cells(linkable_grid(state), state.colour):
        raise IllegalMove(
            "quivvit.refusal.no_free_link",
            rule="quivvit:L175b",
            offending=(move.cell,),
            cell=move.cell,
        )
    return _take_links(state, cell, state.grid[cell], "claim", transition)


def time_out(state: QuivvitState, transition: QuivvitTransition) -> QuivvitState:
    """End the turn without a rotation because the timer ran out."""
    seat = transition.setup.seat_on_turn(state)
    transition.events.append(public_event("quivvit.event.time_up", seat=seat))
    state = msgspec.structs.replace(state, last=FinishedTurn(seat, "time"))
    return finish_turn(state, transition)


def finish_turn(state: QuivvitState, transition: QuivvitTransition) -> QuivvitState:
    """Go on to the next turn, to the next round, or to the end of the game."""
    setup, events = transition.setup, transition.events
    state = msgspec.structs.replace(state, played=state.played + 1)
    if state.played < setup.seats:
        return prepare_turn(state, transition)
    if is_last_round(setup, state, events):
        return end_game(count_drain_round(state), events)
    state = msgspec.structs.replace(
        count_drain_round(state),
        first=setup.seat_after(state.first, 1),
        round=state.round + 1,
        played=0,
        changes=(0,) * setup.seats,
    )
    events.append(public_event("quivvit.event.round", seat=state.first, round=state.round))
    return prepare_turn(state, transition)


def refill(state: QuivvitState, count: int, chance: Chance) -> QuivvitState:
    """Deal so many cards into the empty cells, row by row, each in a random orientation."""
    if not count:
        return state
    kinds = chance.draw("deck", state.deck, count)
    orientations = chance.roll("flip", ORIENTATIONS, count)
    grid, deck, filled = list(state.grid), list(state.deck), []
    for kind, orientation in zip(kinds, orientations, strict=True):
        cell = grid.index(NO_CARD)
        grid[cell] = kind * ORIENTATIONS + orientation
        deck[kind] -= 1
        filled.append(cell)
    last = state.last
    if last is not None:
        last = msgspec.structs.replace(last, laid=tuple(filled))
    return msgspec.structs.replace(state, grid=tuple(grid), deck=tuple(deck), last=last)


def _check_on_turn(state: QuivvitState, seat: int, transition: QuivvitTransition) -> None:
    if state.phase != "turn" or seat != transition.setup.seat_on_turn(state):
        raise IllegalMove("quivvit.refusal.not_your_turn", rule="quivvit:L211")


def _take_links(
    state: QuivvitState,
    cell: int,
    card: int,
    way: Literal["left", "right", "half", "claim"],
    transition: QuivvitTransition,
) -> QuivvitState:
    """Put `card` into `cell`, take all cards that it links, refill, and finish the turn."""
    seat = transition.setup.seat_on_turn(state)
    cells = taken_cells(cell, find_links(linkable_grid(state), cell, card, state.colour))
    grid = list(state.grid)
    grid[cell] = card
    cards = tuple([grid[each] for each in cells])
    last = FinishedTurn(seat, way, cell, state.colour, tuple(cells), cards or (card,))
    for each in cells:
        grid[each] = NO_CARD
    pile = tuple([each // ORIENTATIONS for each in cards])
    field = "apart" if state.round > ROUNDS else "piles"
    piles: tuple[Pile, ...] = getattr(state, field)
    state = msgspec.structs.replace(
        state,
        grid=tuple(grid),
        last=last,
        **{field: replace_item(piles, seat, piles[seat] + pile)},
    )
    event = public_event(
        "quivvit.event.turned",
        seat=seat,
        cell=CELL_NAMES[cell],
        way=way,
        cards=len(cells),
        points=sum([CARD_VALUES[each] for each in cards]),
    )
    transition.events.append(event)
    return _refill_and_finish(state, transition)


def _refill_and_finish(state: QuivvitState, transition: QuivvitTransition) -> QuivvitState:
    missing, left = state.grid.count(NO_CARD) - 1, sum(state.deck)
    if missing > left:
        if state.last is not None and state.last.cells:
            transition.events.append(public_event("quivvit.event.deck_empty"))
        if state.round > ROUNDS:
            return end_unfilled(transition.setup, state, transition.events)
    state = refill(state, min(missing, left), transition.chance)
    return finish_turn(state, transition)
