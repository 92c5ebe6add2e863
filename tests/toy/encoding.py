"""Observations and actions of the toy game as numbers; cards are laid one by one."""

from __future__ import annotations

from collections import Counter

import numpy as np

from quincunx.core.encoding import (
    Encoding,
    Field,
    Layout,
    Mask,
    Vector,
    from_seat,
    seconds_field,
    seconds_left,
)
from tests.toy.rules import (
    HAND,
    KINDS,
    ROUNDS,
    SWAPS,
    Fish,
    Guess,
    Hand,
    Lay,
    Move,
    State,
    Swap,
    ToyRules,
)

ACTIONS = Layout(
    Field("fish", (), "Fish a card."),
    Field("swap", (KINDS,), "Put a card back for another one."),
    Field("guess", (KINDS,), "Guess that the next seat holds a card."),
    Field("take", (KINDS,), "Take a card, higher than those before, to lay it."),
    Field("lay", (), "Lay the cards that were taken."),
)


class ToyEncoding(Encoding[State, Move, Hand]):
    actions = ACTIONS
    no_draft = ()

    def __init__(self, rules: ToyRules) -> None:
        self.rules = rules
        seats, cards = rules.seats, HAND + ROUNDS
        self.features = Layout(
            Field("hand", (KINDS,), "The hand by kind.", high=cards),
            Field("taken", (KINDS,), "The cards taken to be laid."),
            Field("sizes", (seats,), "The sizes of all hands.", high=cards),
            Field("bonuses", (seats,), "The bonuses.", high=100),
            Field("swaps", (seats,), "The swaps in this round.", high=SWAPS),
            Field("round", (), "The round.", high=ROUNDS + 1),
            seconds_field("The seconds left."),
        )

    def hand(self, state: State, seat: int) -> Hand:
        return state.hands[seat]

    def observe(self, state: State, seat: int, draft: Hand, at: int) -> Vector:
        held = Counter(self.hand(state, seat))
        numbers = [
            *(held[kind] for kind in range(KINDS)),
            *(kind in draft for kind in range(KINDS)),
            *from_seat([*map(len, state.hands)], seat),
            *from_seat(state.bonuses, seat),
            *from_seat([min(swaps, SWAPS) for swaps in state.swaps], seat),
            state.round,
            seconds_left(state.ends_at, at),
        ]
        return np.array(numbers, np.int16)

    def mask(self, state: State, seat: int, draft: Hand) -> Mask:
        mask = np.zeros(ACTIONS.size, np.int8)
        if seat not in self.rules.active(state):
            return mask
        for move in self.rules.legal_moves(state, seat):
            if not isinstance(move, Lay):
                mask[self.encode(state, seat, move)[0]] = 1
        for card in state.hands[seat]:
            mask[ACTIONS.first("take") + card] = not draft or card > draft[-1]
        mask[ACTIONS.first("lay")] = 1
        return mask

    def encode(self, state: State, seat: int, move: Move) -> tuple[int, ...]:
        match move:
            case Fish():
                return (ACTIONS.first("fish"),)
            case Swap(card):
                return (ACTIONS.first("swap") + card,)
            case Guess(card):
                return (ACTIONS.first("guess") + card,)
            case Lay(cards, _):
                return (*(ACTIONS.first("take") + card for card in cards), ACTIONS.first("lay"))

    def step(self, state: State, seat: int, draft: Hand, action: int) -> tuple[Hand, Move | None]:
        field, place = ACTIONS.place(action)
        match field.name:
            case "fish":
                return (), Fish()
            case "swap":
                return (), Swap(place[0])
            case "guess":
                return (), Guess(place[0])
            case "take":
                return (*draft, place[0]), None
            case _:
                return (), Lay(draft)


class LeaksInAnObservation(ToyEncoding):
    """Shows the hand of the next seat."""

    def hand(self, state: State, seat: int) -> Hand:
        return state.hands[(seat + 1) % self.rules.seats]


class LeaksInAMask(ToyEncoding):
    """Allows fishing only if the next seat holds a high card."""

    def mask(self, state: State, seat: int, draft: Hand) -> Mask:
        mask = super().mask(state, seat, draft)
        mask[0] &= max(state.hands[(seat + 1) % self.rules.seats], default=0) > 3
        return mask


class ForgetsAMove(ToyEncoding):
    """Never allows to fish."""

    def mask(self, state: State, seat: int, draft: Hand) -> Mask:
        mask = super().mask(state, seat, draft)
        mask[0] = 0
        return mask


class AllowsTooMuch(ToyEncoding):
    """Always allows to fish."""

    def mask(self, state: State, seat: int, draft: Hand) -> Mask:
        mask = super().mask(state, seat, draft)
        mask[0] = seat in self.rules.active(state)
        return mask


class ReadsAnotherMove(ToyEncoding):
    """Guesses the card beside the one that was meant."""

    def step(self, state: State, seat: int, draft: Hand, action: int) -> tuple[Hand, Move | None]:
        draft, move = super().step(state, seat, draft, action)
        return draft, Guess((move.card + 1) % KINDS) if isinstance(move, Guess) else move


class LeavesItsBounds(ToyEncoding):
    """Shows more swaps than the documentation says."""

    def observe(self, state: State, seat: int, draft: Hand, at: int) -> Vector:
        vector = super().observe(state, seat, draft, at)
        vector[self.features.slices["swaps"]] += SWAPS + 1
        return vector
