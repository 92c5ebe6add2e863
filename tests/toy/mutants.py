"""Toy games with one defect each, and the check that must find it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Annotated, ClassVar

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.errors import IllegalMove
from quincunx.core.events import Event, Events, public_event
from quincunx.core.moves import Moves
from quincunx.core.observation import Observation
from quincunx.core.viewers import Viewer
from tests.kit import checks
from tests.kit.encodings import encodings_agree_with_the_rules
from tests.kit.hidden_state import hidden_state_is_not_read
from tests.kit.limits import drafts_are_bounded, games_are_bounded
from tests.kit.non_interference import non_interference
from tests.kit.taking_back import taking_back_restores_the_position, taking_back_reveals_nothing
from tests.toy.encoding import (
    AllowsTooMuch,
    ForgetsAMove,
    LeaksInAMask,
    LeaksInAnObservation,
    LeavesItsBounds,
    ReadsAnotherMove,
    ToyEncoding,
)
from tests.toy.rules import (
    HAND,
    KINDS,
    ROUNDS,
    Hand,
    Lay,
    Move,
    State,
    ToyMoves,
    ToyRules,
    View,
)


class LeaksInAView(ToyRules):
    def view(self, state: State, viewer: Viewer) -> View:
        lowest = tuple(min(hand, default=0) for hand in state.hands)
        return msgspec.structs.replace(super().view(state, viewer), bonuses=lowest)


class LeaksInAnEvent(ToyRules):
    def _swapped(self, seat: int, gave: int, got: int) -> Event:
        return public_event("toy.event.swapped", seat=seat, card=gave)


class LeaksInARefusal(ToyRules):
    def _not_held(self, state: State, card: int) -> IllegalMove:
        holders = tuple(seat for seat, hand in enumerate(state.hands) if card in hand)
        return IllegalMove("toy.refusal.not_held", rule="toy:L2", card=card, holders=holders)


class PeeksBeforeItRefuses(ToyRules):
    def _not_held(self, state: State, card: int) -> IllegalMove:
        assert all(isinstance(card, int) for hand in state.hands for card in hand)
        return super()._not_held(state, card)


class LeaksInProgress(ToyRules):
    def progress(self, draft: Hand) -> int:
        return sum(draft)


class LeaksInTheListOfMoves(ToyRules):
    def legal_moves(self, state: State, seat: int) -> Moves[Move]:
        moves = super().legal_moves(state, seat)
        others = {card for other, hand in enumerate(state.hands) if other != seat for card in hand}
        if isinstance(moves, ToyMoves):
            return ToyMoves(tuple(card for card in moves.hand if card in others), moves.fixed)
        return moves


class SharesState(ToyRules):
    laid_so_far: ClassVar[list[int]] = []

    def _lay(self, state: State, seat: int, cards: Hand, at: int) -> tuple[State, Events]:
        self.laid_so_far.append(seat)
        state, events = super()._lay(state, seat, cards, at)
        extra = len(self.laid_so_far)
        return msgspec.structs.replace(state, bonuses=(extra, *state.bonuses[1:])), events


class ShiftsVisibleChance(ToyRules):
    def _die_stream(self, seat: int) -> str:
        return f"fish {seat}"


class ForgetfulState(msgspec.Struct, frozen=True):
    hands: tuple[Hand, ...]
    deck: tuple[int, ...]
    laid: tuple[Hand, ...]
    bonuses: tuple[int, ...]
    fished: tuple[bool, ...]
    swaps: tuple[int, ...]
    done: tuple[bool, ...]
    round: int


class DropsFieldsWhenStored(ToyRules):
    state_type = ForgetfulState


class ListsAnIllegalMove(ToyRules):
    class _Moves(ToyMoves):
        def __iter__(self) -> Iterator[Move]:
            yield Lay((*self.hand, *self.hand[:1]))

    def legal_moves(self, state: State, seat: int) -> Moves[Move]:
        moves = super().legal_moves(state, seat)
        return self._Moves(moves.hand, moves.fixed) if isinstance(moves, ToyMoves) else moves


class DependsOnTheTimeOfDay(ToyRules):
    def _next_round(self, state: State, at: int) -> State:
        state = super()._next_round(state, at)
        return msgspec.structs.replace(state, bonuses=(time.time_ns() % 1000, *state.bonuses[1:]))


class LosesACard(ToyRules):
    def _swap(self, state: State, seat: int, card: int, chance: Chance) -> tuple[State, Events]:
        new, events = super()._swap(state, seat, card, chance)
        return msgspec.structs.replace(new, deck=(0, *new.deck[1:])), events


class ForgetsOwnCards(ToyRules):
    def determinise(
        self, view: View, observations: Sequence[Observation[Move]], rng: Random
    ) -> State:
        return super().determinise(
            msgspec.structs.replace(view, hands=(None,) * len(view.hands)), observations, rng
        )


class UsesTheTimeOfTheWakeUp(ToyRules):
    """Starts the next round when the server wakes up, not when the last round ended."""

    noticed: ClassVar[list[int]] = [0]

    def deadline(self, state: State) -> int | None:
        deadline = super().deadline(state)
        self.noticed[0] += 1
        return deadline

    def expire(self, state: State, at: int, chance: Chance) -> tuple[State, Events]:
        return super().expire(state, at + self.noticed[0], chance)


class OpensDraftsTooEarly(ToyRules):
    def drafts_are_public(self, state: State) -> bool:
        return any(state.done)


class GivesTheCreditThatIsAskedFor(ToyRules):
    def with_latency_credit(self, move: Move, delay: int) -> Move:
        credit = max(delay, move.credit) if isinstance(move, Lay) else 0
        return super().with_latency_credit(move, credit)


class RemembersWhatWasTakenBack(ToyRules):
    laid_so_far: ClassVar[list[int]] = []

    def _lay(self, state: State, seat: int, cards: Hand, at: int) -> tuple[State, Events]:
        self.laid_so_far.append(seat)
        return super()._lay(state, seat, cards, at)

    def view(self, state: State, viewer: Viewer) -> View:
        counts = tuple(map(self.laid_so_far.count, range(self.seats)))
        return msgspec.structs.replace(super().view(state, viewer), bonuses=counts)


class TakesBackAMoveThatRevealedSomething(ToyRules):
    def can_take_back(self, before: State, seat: int, move: Move) -> bool:
        return True


class LeaksInWhetherAMoveCanBeTakenBack(ToyRules):
    def can_take_back(self, before: State, seat: int, move: Move) -> bool:
        return super().can_take_back(before, seat, move) and 0 in before.hands[seat - 1]


class DrawsChanceInSomeWorldsOnly(ToyRules):
    def apply(
        self, state: State, seat: int, move: Move, at: int, chance: Chance
    ) -> tuple[State, Events]:
        if isinstance(move, Lay) and 0 in state.hands[seat - 1]:
            chance.roll("another die", 6)
        return super().apply(state, seat, move, at, chance)


class SwapsWithoutLimit(ToyRules):
    most_swaps = 10**9


class KeepsDraftsOfAnyLength(ToyRules):
    draft_type = tuple[Annotated[int, msgspec.Meta(ge=0, lt=KINDS)], ...]


class KeepsDraftsOfAnyNumber(ToyRules):
    draft_type = Annotated[tuple[int, ...], msgspec.Meta(max_length=HAND + ROUNDS)]


class DeniesThatItIsRealTime(ToyRules):
    @property
    def is_real_time(self) -> bool:
        return False


MUTANTS: dict[type[ToyRules], tuple[checks.Check, str]] = {
    LeaksInAView: (non_interference, "the view shows what it should not"),
    LeaksInAnEvent: (non_interference, "an event leaks"),
    LeaksInARefusal: (non_interference, "a refusal leaks"),
    LeaksInProgress: (non_interference, "progress leaks"),
    PeeksBeforeItRefuses: (hidden_state_is_not_read, "hidden state was read"),
    LeaksInTheListOfMoves: (non_interference, "legality leaks"),
    ShiftsVisibleChance: (non_interference, "hidden chance shifts visible"),
    SharesState: (checks.matches_are_independent, "state"),
    DropsFieldsWhenStored: (checks.states_can_be_stored, "restored == state"),
    ListsAnIllegalMove: (checks.legality_is_consistent, "is listed but not legal"),
    DependsOnTheTimeOfDay: (checks.is_deterministic, "state"),
    LosesACard: (checks.random_play_ends, "are conserved"),
    ForgetsOwnCards: (checks.determinised_states_match_the_view, "the view is different"),
    OpensDraftsTooEarly: (checks.drafts_are_private, "a draft is public too early"),
    GivesTheCreditThatIsAskedFor: (
        checks.only_the_server_gives_latency_credit,
        "a player can claim credit",
    ),
    RemembersWhatWasTakenBack: (taking_back_restores_the_position, "views: not restored"),
    TakesBackAMoveThatRevealedSomething: (
        taking_back_reveals_nothing,
        "the move revealed something",
    ),
    LeaksInWhetherAMoveCanBeTakenBack: (
        taking_back_reveals_nothing,
        "the right to take back leaks",
    ),
    DrawsChanceInSomeWorldsOnly: (
        taking_back_reveals_nothing,
        "chance is drawn in some worlds only",
    ),
    SwapsWithoutLimit: (games_are_bounded, "longer than max_log_entries"),
    KeepsDraftsOfAnyLength: (drafts_are_bounded, "a draft type without a bound"),
    KeepsDraftsOfAnyNumber: (drafts_are_bounded, "a draft type without a bound"),
    DeniesThatItIsRealTime: (
        checks.games_with_deadlines_are_real_time,
        "a deadline, but not in real time",
    ),
    UsesTheTimeOfTheWakeUp: (checks.late_deadlines_change_nothing, "state"),
}
"""Each with the check that must find it, and what the check says."""

MUTANT_ENCODINGS: dict[type[ToyEncoding], tuple[checks.Check, str]] = {
    LeaksInAnObservation: (non_interference, "an observation leaks"),
    LeaksInAMask: (non_interference, "a mask leaks"),
    ForgetsAMove: (encodings_agree_with_the_rules, "the mask does not allow fish"),
    AllowsTooMuch: (encodings_agree_with_the_rules, "the mask allows fish"),
    ReadsAnotherMove: (encodings_agree_with_the_rules, "is read as another move"),
    LeavesItsBounds: (encodings_agree_with_the_rules, "swaps is too high"),
}
"""Wrong encodings of the toy game, and the check that must find each."""
