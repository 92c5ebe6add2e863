"""A turn: questions about blocking, the timer, the die, a rotation or claim, and the refill."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Final, Literal

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.errors import IllegalMove
from quincunx.core.events import Event, public_event
from quincunx.core.support.tuples import replace_item
from quincunx.games.quivvit.cards import (
    CARD_VALUES,
    COLOURS,
    KIND_OF_CARD,
    NO_CARD,
    ORIENTATIONS,
    rotated,
)
from quincunx.games.quivvit.grid import CELL_NAMES, CELLS, free_link_cells
from quincunx.games.quivvit.moves import ClaimFreeLink, Rotate, Rotation
from quincunx.games.quivvit.rules.ending import (
    ROUNDS,
    count_drain_round,
    end_game,
    end_unfilled,
    is_last_round,
)
from quincunx.games.quivvit.rules.link_tables import linked_cells
from quincunx.games.quivvit.rules.transition import QuivvitTransition
from quincunx.games.quivvit.rules.uncovered import find_uncovered, has_uncovered, linkable_grid
from quincunx.games.quivvit.state import BLOCK_HELD, FinishedTurn, Pile, QuivvitState

DIE_FACES: Final = 8
QUARTERS: Final[dict[Rotation, int]] = {"right": 1, "half": 2, "left": 3}
_MS_PER_SECOND: Final = 1000


def prepare_turn(state: QuivvitState, transition: QuivvitTransition) -> QuivvitState:
    """Ask the other seats whether they want to block, then begin the turn."""
    if transition.setup.begins_at_once and has_uncovered(state):
        return state
    options = transition.setup.options
    if not options.color_blocking:
        return begin_turn(state, transition)
    seat = transition.setup.seat_on_turn(state)
    waiting = tuple(
        other
        for other, block in enumerate(state.blocks)
        if block == BLOCK_HELD and other != seat and not state.quiet[other]
    )
    if not waiting or not has_uncovered(state):
        return begin_turn(state, transition)
    ends_at = transition.at + options.answer_seconds * _MS_PER_SECOND
    return msgspec.structs.replace(
        state, phase="block", waiting=waiting, colour=None, ends_at=ends_at
    )


def begin_turn(
    state: QuivvitState, transition: QuivvitTransition, rolled: int | None = None
) -> QuivvitState:
    """Start the timer and roll the die, or skip the turn if no card can be rotated.

    `rolled` is the colour on the die if it is not rolled now.
    """
    options, colour = transition.setup.options, None
    if not has_uncovered(state):
        seat = transition.setup.seat_on_turn(state)
        transition.events.append(public_event("quivvit.event.skipped", seat=seat))
        state = msgspec.structs.replace(state, waiting=(), played=state.played + 1)
        return finish_turn(state, transition)
    if options.random_color:
        seat = transition.setup.seat_on_turn(state)
        colour = rolled
        if colour is None:
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
    return _take_links(state, seat, cell, card, move.way, transition)


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
    return _take_links(state, seat, cell, state.grid[cell], "claim", transition)


def time_out(state: QuivvitState, transition: QuivvitTransition) -> QuivvitState:
    """End the turn without a rotation because the timer ran out."""
    seat = transition.setup.seat_on_turn(state)
    transition.events.append(public_event("quivvit.event.time_up", seat=seat))
    last = FinishedTurn(seat, "time")
    return finish_turn(
        msgspec.structs.replace(state, last=last, played=state.played + 1), transition
    )


def finish_turn(state: QuivvitState, transition: QuivvitTransition) -> QuivvitState:
    """Go on to the next turn, to the next round, or to the end of the game.

    `state.played` already counts the turn that is over.
    """
    setup, events = transition.setup, transition.events
    if state.played < setup.seats:
        return prepare_turn(state, transition)
    if is_last_round(setup, state, events):
        return end_game(count_drain_round(state), events)
    state = msgspec.structs.replace(
        count_drain_round(state),
        first=setup.next_first(state),
        round=state.round + 1,
        played=0,
        changes=(0,) * setup.seats,
    )
    events.append(public_event("quivvit.event.round", seat=state.first, round=state.round))
    return prepare_turn(state, transition)


def lay_cards(
    grid: list[int], deck: tuple[int, ...], cells: Sequence[int], chance: Chance
) -> tuple[int, ...]:
    """Deal a card into each of these cells, in a random orientation; return the deck left over."""
    if not cells:
        return deck
    kinds, left = chance.deal("deck", deck, len(cells))
    orientations = chance.roll("flip", ORIENTATIONS, len(cells))
    for number, cell in enumerate(cells):
        grid[cell] = kinds[number] * ORIENTATIONS + orientations[number]
    return left


def _check_on_turn(state: QuivvitState, seat: int, transition: QuivvitTransition) -> None:
    if state.phase != "turn" or seat != transition.setup.seat_on_turn(state):
        raise IllegalMove("quivvit.refusal.not_your_turn", rule="quivvit:L211")


def _take_links(
    state: QuivvitState,
    seat: int,
    cell: int,
    card: int,
    way: Literal["left", "right", "half", "claim"],
    transition: QuivvitTransition,
) -> QuivvitState:
    """Put `card` into `cell`, take all cards that it links, refill, and finish the turn."""
    events, piles, apart = transition.events, state.piles, state.apart
    cells = linked_cells(linkable_grid(state), cell, card, state.colour)
    grid = list(state.grid)
    grid[cell] = card
    cards: tuple[int, ...] = itemgetter(*cells)(grid) if cells else ()
    if state.round > ROUNDS:
        apart = _add_to_pile(apart, seat, cards)
    else:
        piles = _add_to_pile(piles, seat, cards)
    events.append(_turned_event(seat, cell, way, cards))
    for each in cells:
        grid[each] = NO_CARD
    laid, is_refilled = _cells_to_refill(state, grid, cells, events)
    deck = lay_cards(grid, state.deck, laid, transition.chance)
    ends_game = not is_refilled and state.round > ROUNDS
    state = msgspec.structs.replace(
        state,
        grid=tuple(grid),
        deck=deck,
        piles=piles,
        apart=apart,
        played=state.played if ends_game else state.played + 1,
        last=FinishedTurn(seat, way, cell, state.colour, cells, cards or (card,), laid),
    )
    if ends_game:
        return end_unfilled(transition.setup, state, events)
    return finish_turn(state, transition)


def _add_to_pile(piles: tuple[Pile, ...], seat: int, cards: tuple[int, ...]) -> tuple[Pile, ...]:
    if not cards:
        return piles
    # At least two cards link, so that the getter returns a tuple.
    kinds = itemgetter(*cards)(KIND_OF_CARD)
    return replace_item(piles, seat, piles[seat] + kinds)


def _turned_event(seat: int, cell: int, way: str, cards: tuple[int, ...]) -> Event:
    return public_event(
        "quivvit.event.turned",
        seat=seat,
        cell=CELL_NAMES[cell],
        way=way,
        cards=len(cards),
        points=sum(itemgetter(*cards)(CARD_VALUES)) if cards else 0,
    )


def _cells_to_refill(
    state: QuivvitState, grid: list[int], taken: tuple[int, ...], events: list[Event]
) -> tuple[tuple[int, ...], bool]:
    """Return the cells that get a new card, and whether these are all that are empty."""
    empty = taken
    if grid.count(NO_CARD) > len(taken) + 1:
        empty = tuple([cell for cell in range(CELLS) if grid[cell] == NO_CARD])
    # Cards of one kind are nearly always enough: no need to count them all.
    if len(empty) <= state.deck[0] or len(empty) <= sum(state.deck):
        return empty, True
    if taken:
        events.append(public_event("quivvit.event.deck_empty"))
    return empty[: sum(state.deck)] if state.round <= ROUNDS else (), False
