"""The end of the rounds, Drain the Deck, the last draws, and the winners."""

from __future__ import annotations

from typing import Final

import msgspec

from quincunx.core.events import Event, public_event
from quincunx.core.messages import Message
from quincunx.core.outcome import Outcome
from quincunx.core.support.tuples import replace_item
from quincunx.games.quivvit.cards import VALUE_OF_KIND
from quincunx.games.quivvit.rules.transition import QuivvitSetup, QuivvitTransition
from quincunx.games.quivvit.state import Pile, QuivvitState

ROUNDS: Final = 5
DRAIN_STOP_CARDS: Final = 15
"""With this many cards or fewer in the deck no further Drain the Deck round begins."""
MAX_DRAIN_TURNS_PER_DECK: Final = 100
"""After this many turns for each deck no further Drain the Deck round begins.

Players who take the most points need about 50 a deck with Random Color, and fewer without it.
"""


def is_last_round(setup: QuivvitSetup, state: QuivvitState, events: list[Event]) -> bool:
    """Return whether the game ends with the round that is over now."""
    if state.round < ROUNDS or not setup.options.drain_the_deck:
        return state.round == ROUNDS
    if state.round > ROUNDS and not any(state.apart):
        events.append(public_event("quivvit.event.nothing_taken"))
        return True
    left = sum(state.deck)
    events.append(public_event("quivvit.event.deck_counted", left=left))
    turns = state.round * setup.seats
    if left > DRAIN_STOP_CARDS and turns >= MAX_DRAIN_TURNS_PER_DECK * setup.options.decks:
        events.append(public_event("quivvit.event.enough_turns", turns=turns))
        return True
    return left <= DRAIN_STOP_CARDS


def count_drain_round(state: QuivvitState) -> QuivvitState:
    """Move the cards taken in a Drain the Deck round to the piles: the round counts."""
    if not any(state.apart):
        return state
    piles = tuple([pile + apart for pile, apart in zip(state.piles, state.apart, strict=True)])
    return msgspec.structs.replace(state, piles=piles, apart=((),) * len(piles))


def end_unfilled(setup: QuivvitSetup, state: QuivvitState, events: list[Event]) -> QuivvitState:
    """End the game because the grid cannot be refilled in a Drain the Deck round.

    The round counts only if every seat has played in it.
    """
    if state.played + 1 == setup.seats:
        return end_game(count_drain_round(state), events)
    events.append(public_event("quivvit.event.round_void"))
    return end_game(state, events)


def end_game(state: QuivvitState, events: list[Event]) -> QuivvitState:
    """End the game, or first let the seats with an unused Double Rotate card draw."""
    holders = tuple(seat for seat, holds in enumerate(state.doubles) if holds)
    waiting = holders if any(state.deck) else ()
    if not waiting:
        events.append(public_event("quivvit.event.over"))
    return msgspec.structs.replace(
        state,
        phase="bonus" if waiting else "over",
        waiting=waiting,
        colour=None,
        ends_at=None,
    )


def answer_bonus(
    state: QuivvitState, seat: int, transition: QuivvitTransition, *, draws: bool
) -> QuivvitState:
    """Draw a card for an unused Double Rotate card, or decline to."""
    event = public_event("quivvit.event.no_bonus", seat=seat)
    if draws:
        (kind,) = transition.chance.draw("deck", state.deck, 1)
        value = VALUE_OF_KIND[kind]
        state = msgspec.structs.replace(
            state,
            deck=replace_item(state.deck, kind, state.deck[kind] - 1),
            bonuses=replace_item(state.bonuses, seat, value),
        )
        event = public_event("quivvit.event.bonus", seat=seat, value=value)
    transition.events.append(event)
    waiting = state.waiting[1:] if any(state.deck) else ()
    if not waiting:
        transition.events.append(public_event("quivvit.event.over"))
    return msgspec.structs.replace(state, waiting=waiting, phase="bonus" if waiting else "over")


def pile_points(pile: Pile) -> int:
    return sum([VALUE_OF_KIND[kind] for kind in pile])


def scores(state: QuivvitState) -> tuple[int, ...]:
    """Return the points of each seat, bonuses included."""
    bonuses = [bonus or 0 for bonus in state.bonuses]
    return tuple(
        [pile_points(pile) + bonus for pile, bonus in zip(state.piles, bonuses, strict=True)]
    )


def winners(state: QuivvitState) -> tuple[int, ...]:
    """Return the seats with the most points; the most cards break ties."""
    return _winners(scores(state), state.piles)


def _winners(points: tuple[int, ...], piles: tuple[Pile, ...]) -> tuple[int, ...]:
    ranks = [*zip(points, map(len, piles), strict=True)]
    best = max(ranks)
    return tuple([seat for seat, rank in enumerate(ranks) if rank == best])


def outcome(state: QuivvitState) -> Outcome:
    """Return the outcome of a finished game."""
    points = scores(state)
    if len(points) == 1:
        return Outcome((0,), points, Message("quivvit.outcome.alone", {"points": points[0]}))
    won = _winners(points, state.piles)
    leads_alone = points.count(max(points)) == 1
    kind = "shared" if len(won) > 1 else "points" if leads_alone else "tie_break"
    reason = Message(f"quivvit.outcome.{kind}", {"seats": won, "points": max(points)})
    return Outcome(won, points, reason)
