"""The `Rules` of Quivvit that the engine calls."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final

from quincunx.core.chance import Chance
from quincunx.core.errors import IllegalMove
from quincunx.core.events import Events, public_event
from quincunx.core.moves import ListedMoves, Moves
from quincunx.core.observation import Observation
from quincunx.core.outcome import Outcome
from quincunx.core.rules import Rules
from quincunx.core.viewers import Viewer
from quincunx.games.quivvit.cards import (
    CARD_VALUES,
    KINDS,
    NO_CARD,
    VALUES,
    full_deck,
    kind_of,
    rotated,
)
from quincunx.games.quivvit.grid import (
    CELL_BY_NAME,
    CELL_NAMES,
    CELLS,
    describe_links,
    free_link_cells,
)
from quincunx.games.quivvit.moves import (
    AskAgain,
    Block,
    ClaimFreeLink,
    Decline,
    Draw,
    QuivvitMove,
    Rotate,
    Rotation,
    StopAsking,
)
from quincunx.games.quivvit.options import QuivvitOptions, team_sizes
from quincunx.games.quivvit.rules import ending
from quincunx.games.quivvit.rules.blocking import (
    MAX_ASKING_CHANGES_PER_ROUND,
    block,
    can_change_asking,
    change_asking,
    decline_block,
)
from quincunx.games.quivvit.rules.ending import MAX_DRAIN_TURNS_PER_DECK, ROUNDS, answer_bonus
from quincunx.games.quivvit.rules.link_tables import linked_cells
from quincunx.games.quivvit.rules.transition import QuivvitSetup, QuivvitTransition
from quincunx.games.quivvit.rules.turns import (
    QUARTERS,
    begin_turn,
    claim_free_link,
    lay_cards,
    prepare_turn,
    rotate,
    time_out,
)
from quincunx.games.quivvit.rules.uncovered import cells_of_mask, linkable_grid, uncovered_mask
from quincunx.games.quivvit.rules.views import state_from_view, unused_block, view_state
from quincunx.games.quivvit.state import BLOCK_HELD, Pile, QuivvitState, QuivvitView

_NO_MOVES: Final[ListedMoves[QuivvitMove]] = ListedMoves(())
_BONUS_MOVES: Final[ListedMoves[QuivvitMove]] = ListedMoves((Draw(), Decline()))
_BLOCKS: Final = tuple(map(Block, CELL_NAMES))
_CLAIMS: Final = tuple(map(ClaimFreeLink, CELL_NAMES))


class QuivvitRules(Rules[QuivvitState, QuivvitMove, QuivvitView, None]):
    """Quivvit for 1 to 4 seats a deck, each held by a player or a team."""

    state_type = QuivvitState
    view_type = QuivvitView

    def __init__(self, options: QuivvitOptions, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.teams = team_sizes(options, seats)
        step = 1 if options.direction == "clockwise" else -1
        self._setup = QuivvitSetup(
            options,
            seats,
            self.teams,
            order=tuple(
                tuple((first + step * turns) % seats for turns in range(seats))
                for first in range(seats)
            ),
            begins_at_once=not (options.color_blocking or options.timed or options.random_color),
        )
        self._only_rotations = not options.double_rotation and not options.color_blocking
        """Whether a turn offers nothing but rotations, and only to the seat on turn."""

    @property
    def max_log_entries(self) -> int:
        """Count the deal, every turn with all answers before it, the changes, and the last draws.

        There are five rounds, and with Drain the Deck further rounds until
        `MAX_DRAIN_TURNS_PER_DECK` is reached. Answers that time out are one entry of the log
        together, so they need no more entries than answers that are given.
        """
        blocking, double = self.options.color_blocking, self.options.double_rotation
        drain = MAX_DRAIN_TURNS_PER_DECK * self.options.decks if self.options.drain_the_deck else 0
        rounds = max(ROUNDS, -(-drain // self.seats))
        answers = self.seats - 1 if blocking else 0
        changes = MAX_ASKING_CHANGES_PER_ROUND * self.seats if blocking else 0
        return 1 + rounds * (self.seats * (1 + answers) + changes) + self.seats * double

    @property
    def is_real_time(self) -> bool:
        return self.options.timed or self.options.color_blocking

    # Transitions

    def setup(self, chance: Chance) -> tuple[QuivvitState, Events]:
        (first,) = chance.roll("first", self.seats)
        grid = [NO_CARD] * (CELLS + 1)
        deck = lay_cards(grid, full_deck(self.options.decks), range(CELLS), chance)
        events = [public_event("quivvit.event.dealt", seat=first)]
        transition = QuivvitTransition(self._setup, 0, chance, events)
        state = prepare_turn(self.first_state(tuple(grid), deck, first), transition)
        return state, tuple(events)

    def first_state(self, grid: tuple[int, ...], deck: tuple[int, ...], first: int) -> QuivvitState:
        """Return the state before the first turn."""
        no_piles: tuple[Pile, ...] = ((),) * self.seats
        return QuivvitState(
            grid=grid,
            deck=deck,
            piles=no_piles,
            apart=no_piles,
            blocks=(unused_block(self._setup),) * self.seats,
            doubles=(self.options.double_rotation,) * self.seats,
            first=first,
            quiet=(False,) * self.seats,
            changes=(0,) * self.seats,
            bonuses=(None,) * self.seats,
        )

    def begin_first_turn(
        self, state: QuivvitState, rolled: int | None, chance: Chance
    ) -> tuple[QuivvitState, Events]:
        """Begin the game; if the die has been rolled already, nobody can block this turn."""
        transition = QuivvitTransition(self._setup, 0, chance, [])
        if rolled is None:
            state = prepare_turn(state, transition)
        else:
            state = begin_turn(state, transition, rolled)
        return state, tuple(transition.events)

    def apply(
        self, state: QuivvitState, seat: int, move: QuivvitMove, at: int, chance: Chance
    ) -> tuple[QuivvitState, Events]:
        transition = QuivvitTransition(self._setup, at, chance, [])
        match move:
            case Rotate():
                state = rotate(state, seat, move, transition)
            case ClaimFreeLink():
                state = claim_free_link(state, seat, move, transition)
            case Block():
                state = block(state, seat, move, transition)
            case StopAsking() | AskAgain():
                quiet = isinstance(move, StopAsking)
                state = change_asking(state, seat, transition, quiet=quiet)
            case Draw() | Decline() if state.phase == "bonus":
                state = answer_bonus(state, seat, transition, draws=isinstance(move, Draw))
            case Draw():
                raise IllegalMove("quivvit.refusal.draw_at_the_end", rule="quivvit:L306")
            case Decline():
                state = decline_block(state, seat, transition)
        return state, tuple(transition.events)

    def refusal_out_of_turn(
        self, state: QuivvitState, seat: int, move: QuivvitMove
    ) -> IllegalMove | None:
        holds = state.phase in ("block", "turn") and state.blocks[seat] == BLOCK_HELD
        if holds and isinstance(move, StopAsking | AskAgain):
            return IllegalMove("quivvit.refusal.said_often", rule="quivvit:R15")
        if holds and isinstance(move, Block | Decline):
            return IllegalMove("quivvit.refusal.not_asked", rule="quivvit:L262")
        return None

    def deadline(self, state: QuivvitState) -> int | None:
        return state.ends_at

    def expire(self, state: QuivvitState, at: int, chance: Chance) -> tuple[QuivvitState, Events]:
        transition = QuivvitTransition(self._setup, at, chance, [])
        expired = begin_turn if state.phase == "block" else time_out
        return expired(state, transition), tuple(transition.events)

    def outcome(self, state: QuivvitState) -> Outcome | None:
        return ending.outcome(state) if state.phase == "over" else None

    # Whose move it is, and which moves are legal

    def active(self, state: QuivvitState) -> tuple[int, ...]:
        if self._only_rotations and state.phase == "turn":
            return (self._setup.seat_on_turn(state),)
        awaited = self.awaited(state)
        if not self.options.color_blocking or state.phase not in ("block", "turn"):
            return awaited
        return tuple(
            seat for seat in range(self.seats) if seat in awaited or can_change_asking(state, seat)
        )

    def awaited(self, state: QuivvitState) -> tuple[int, ...]:
        match state.phase:
            case "turn":
                return (self._setup.seat_on_turn(state),)
            case "block":
                return state.waiting
            case "bonus":
                return state.waiting[:1]
            case "over":
                return ()

    def member(self, state: QuivvitState, seat: int) -> int | None:
        """Team members take turns rotating; any of them may answer for the team."""
        if state.phase == "turn" and seat == self._setup.seat_on_turn(state):
            return (state.round - 1) % self.teams[seat]
        return None

    def legal_moves(self, state: QuivvitState, seat: int) -> Moves[QuivvitMove]:
        if self._only_rotations and state.phase == "turn":
            is_on_turn = seat == self._setup.seat_on_turn(state)
            return _rotations(uncovered_mask(state), False) if is_on_turn else _NO_MOVES
        if state.phase == "over":
            return _NO_MOVES
        if state.phase == "bonus":
            return _BONUS_MOVES if seat in state.waiting[:1] else _NO_MOVES
        moves: list[QuivvitMove] = []
        if state.phase == "block" and seat in state.waiting:
            uncovered = cells_of_mask(uncovered_mask(state))
            moves += [Decline(), *(_BLOCKS[cell] for cell in uncovered)]
        if state.phase == "turn" and seat == self._setup.seat_on_turn(state):
            moves += _rotations(uncovered_mask(state), state.doubles[seat])
            if state.doubles[seat]:
                claimable = free_link_cells(linkable_grid(state), state.colour)
                moves += [_CLAIMS[cell] for cell in claimable]
        if can_change_asking(state, seat):
            moves.append(AskAgain() if state.quiet[seat] else StopAsking())
        return ListedMoves(tuple(moves))

    def makes_stale(self, happened: QuivvitMove | None, move: QuivvitMove) -> bool:
        """Answers do not outdate each other, and nothing outdates switching questions off or on."""
        if isinstance(move, StopAsking | AskAgain):
            return False
        if isinstance(move, Block | Decline):
            return not isinstance(happened, Block | Decline | StopAsking | AskAgain)
        return not isinstance(happened, StopAsking | AskAgain)

    def can_take_back(self, before: QuivvitState, seat: int, move: QuivvitMove) -> bool:
        """Answers are final; a refill is chance, across which the match allows no undo."""
        return isinstance(move, Rotate | ClaimFreeLink)

    # Views

    def view(self, state: QuivvitState, viewer: Viewer) -> QuivvitView:
        return view_state(self._setup, state, viewer)

    def determinise(
        self, view: QuivvitView, observations: Sequence[Observation[QuivvitMove]], rng: Random
    ) -> QuivvitState:
        return state_from_view(self._setup, view)

    def effect(self, state: QuivvitState, seat: int, move: QuivvitMove) -> Any:
        """Return what a rotation or claim would link, the cells it would take, and their points."""
        match move:
            case Rotate():
                quarters = QUARTERS[move.way]
            case ClaimFreeLink():
                quarters = 0
            case _:
                return None
        cell, grid = CELL_BY_NAME[move.cell], linkable_grid(state)
        card = rotated(state.grid[cell], quarters)
        cells = linked_cells(grid, cell, card, state.colour)
        return {
            "links": describe_links(grid, cell, card, state.colour),
            "cells": tuple(CELL_NAMES[each] for each in cells),
            "points": sum(CARD_VALUES[state.grid[each]] for each in cells),
        }

    def audit(self, state: QuivvitState) -> None:
        self._audit_cards(state)
        assert state.grid[CELLS] == NO_CARD
        covered = [cell for cell in state.blocks if cell >= 0]
        assert len(set(covered)) == len(covered), "a card is covered once"
        assert all(state.grid[cell] != NO_CARD for cell in covered), "a covered card stays"
        assert not any(state.apart) or state.round > ROUNDS
        assert (state.phase in ("block", "bonus")) == bool(state.waiting)

    def _audit_cards(self, state: QuivvitState) -> None:
        """Check that the cards missing from deck, grid and piles are those drawn as bonuses."""
        present = [kind_of(card) for card in state.grid if card != NO_CARD]
        present += [kind for pile in (*state.piles, *state.apart) for kind in pile]
        deck = full_deck(self.options.decks)
        missing = [deck[kind] - state.deck[kind] - present.count(kind) for kind in range(KINDS)]
        assert min(missing) >= 0, "no card exists twice"
        drawn = [bonus for bonus in state.bonuses if bonus is not None]
        layouts = KINDS // len(VALUES)
        for number, value in enumerate(VALUES):
            of_value = missing[number * layouts : (number + 1) * layouts]
            assert sum(of_value) == drawn.count(value)


@lru_cache(1024)
def _rotations(uncovered: int, double: bool) -> ListedMoves[QuivvitMove]:
    """Return the rotations of the cells in the mask, with half turns if `double`."""
    ways: tuple[Rotation, ...] = ("left", "right", "half") if double else ("left", "right")
    return ListedMoves(
        tuple(Rotate(CELL_NAMES[cell], way) for cell in cells_of_mask(uncovered) for way in ways)
    )
