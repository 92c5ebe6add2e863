"""Quivvit: turn one card of the grid, link colours, take the linked cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Any, Final, Literal

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.errors import IllegalMove
from quincunx.core.events import Event, Events, public_event
from quincunx.core.messages import Message
from quincunx.core.moves import ListedMoves, Moves
from quincunx.core.observation import Observation
from quincunx.core.outcome import Outcome
from quincunx.core.rules import Rules
from quincunx.core.support.tuples import replace_item
from quincunx.core.viewers import Viewer
from quincunx.games.quivvit.cards import (
    CARD,
    COLOURS,
    KINDS,
    NO_CARD,
    TEXT,
    TURNS,
    VALUES,
    WORTH,
    full_deck,
    kind_of,
    turned,
    value_of_kind,
)
from quincunx.games.quivvit.grid import (
    CELL,
    CELLS,
    NAMES,
    OUTSIDE,
    described,
    free_links,
    linked,
    taken,
)
from quincunx.games.quivvit.moves import (
    AskAgain,
    Block,
    ClaimFreeLink,
    Decline,
    Draw,
    QuivvitMove,
    Rotate,
    StopAsking,
    Way,
)
from quincunx.games.quivvit.options import QuivvitOptions, team_sizes
from quincunx.games.quivvit.state import (
    HELD,
    NONE,
    FinishedTurn,
    Pile,
    QuivvitState,
    QuivvitView,
    remembered,
    shown,
)

ROUNDS: Final = 5
DRAINED: Final = 15
"""With no more cards than this no further round begins."""
DRAIN_TURNS_A_DECK: Final = 100
"""After so many turns for each deck no further Drain the Deck round begins.

Players who take the most points need about 50 a deck with Random Color, and fewer without it.
"""
CHANGES_A_ROUND: Final = 2
"""How often in a round a seat may say that it does not want to be asked, or wants to be again."""
DIE_FACES: Final = 8
_SECOND: Final = 1000
_QUARTERS: Final[dict[Way, int]] = {"right": 1, "half": 2, "left": 3}


_NOTHING: Final[ListedMoves[QuivvitMove]] = ListedMoves(())
_BONUS: Final[ListedMoves[QuivvitMove]] = ListedMoves((Draw(), Decline()))


class QuivvitRules(Rules[QuivvitState, QuivvitMove, QuivvitView, None]):
    """For 1 to 4 seats a deck, each a player or a team."""

    state_type = QuivvitState
    view_type = QuivvitView

    def __init__(self, options: QuivvitOptions, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.teams = team_sizes(options, seats)
        self._unused_block = HELD if options.color_blocking else NONE
        self._step = 1 if options.direction == "clockwise" else -1

    @property
    def max_log_entries(self) -> int:
        """The deal, every turn with all answers before it, the changes of mind, and the last draws.

        Five rounds, and with Drain the Deck further rounds until `DRAIN_TURNS_A_DECK` is reached.
        Answers that do not come in time are one entry of the log, not more than they would be.
        """
        blocking, double = self.options.color_blocking, self.options.double_rotation
        drain = DRAIN_TURNS_A_DECK * self.options.decks if self.options.drain_the_deck else 0
        rounds = max(ROUNDS, -(-drain // self.seats))
        answers = self.seats - 1 if blocking else 0
        changes = CHANGES_A_ROUND * self.seats if blocking else 0
        return 1 + rounds * (self.seats * (1 + answers) + changes) + self.seats * double

    @property
    def is_real_time(self) -> bool:
        return self.options.timed or self.options.color_blocking

    # How the game goes

    def setup(self, chance: Chance) -> tuple[QuivvitState, Events]:
        (first,) = chance.roll("first", self.seats)
        nobody: tuple[Pile, ...] = ((),) * self.seats
        state = QuivvitState(
            grid=(NO_CARD,) * (CELLS + 1),
            deck=full_deck(self.options.decks),
            piles=nobody,
            apart=nobody,
            blocks=(self._unused_block,) * self.seats,
            doubles=(self.options.double_rotation,) * self.seats,
            first=first,
            quiet=(False,) * self.seats,
            changes=(0,) * self.seats,
            bonuses=(None,) * self.seats,
        )
        events = [public_event("quivvit.event.dealt", seat=first)]
        state = self._next_turn(_refilled(state, CELLS, chance), 0, events, chance)
        return state, tuple(events)

    def active(self, state: QuivvitState) -> tuple[int, ...]:
        match state.phase:
            case "over":
                return ()
            case "bonus":
                return state.waiting[:1]
            case _ if not self.options.color_blocking:
                return (self._on_turn(state),)
            case _:
                busy = {*self.awaited(state)}
                return tuple(
                    seat
                    for seat in range(self.seats)
                    if seat in busy or self._may_change(state, seat)
                )

    def awaited(self, state: QuivvitState) -> tuple[int, ...]:
        match state.phase:
            case "block":
                return state.waiting
            case "turn":
                return (self._on_turn(state),)
            case "bonus":
                return state.waiting[:1]
            case "over":
                return ()

    def member(self, state: QuivvitState, seat: int) -> int | None:
        """Members take turns rotating; each may answer for all."""
        if state.phase == "turn" and seat == self._on_turn(state):
            return (state.round - 1) % self.teams[seat]
        return None

    def moves(self, state: QuivvitState, seat: int) -> Moves[QuivvitMove]:
        if state.phase == "over":
            return _NOTHING
        if state.phase == "bonus":
            return _BONUS if seat in state.waiting[:1] else _NOTHING
        moves: list[QuivvitMove] = []
        if state.phase == "block" and seat in state.waiting:
            moves += [Decline(), *(_BLOCKS[cell] for cell in self._free(state))]
        if state.phase == "turn" and seat == self._on_turn(state):
            rotations = _rotations(self._free_mask(state), state.doubles[seat])
            if not self.options.double_rotation and not self.options.color_blocking:
                return rotations
            moves += rotations
            if state.doubles[seat]:
                moves += [_CLAIMS[cell] for cell in free_links(_bare(state), state.colour)]
        if self._may_change(state, seat):
            moves.append(AskAgain() if state.quiet[seat] else StopAsking())
        return ListedMoves(tuple(moves))

    def apply(
        self, state: QuivvitState, seat: int, move: QuivvitMove, at: int, chance: Chance
    ) -> tuple[QuivvitState, Events]:
        match move:
            case Rotate():
                return self._rotate(state, seat, move, at, chance)
            case ClaimFreeLink():
                return self._claim(state, seat, move, at, chance)
            case Block():
                return self._block(state, seat, move, at, chance)
            case StopAsking() | AskAgain():
                return self._hush(state, seat, isinstance(move, StopAsking), at, chance)
            case Draw() | Decline() if state.phase == "bonus":
                return self._bonus(state, seat, isinstance(move, Draw), chance)
            case Draw():
                raise IllegalMove("quivvit.refusal.draw_at_the_end", rule="quivvit:L306")
            case Decline():
                self._check_asked(state, seat)
                return self._answered(state, seat, [], at, chance)

    def refusal_out_of_turn(
        self, state: QuivvitState, seat: int, move: QuivvitMove
    ) -> IllegalMove | None:
        holds = state.phase in ("block", "turn") and state.blocks[seat] == HELD
        if holds and isinstance(move, StopAsking | AskAgain):
            return IllegalMove("quivvit.refusal.said_often", rule="quivvit:R15")
        if holds and isinstance(move, Block | Decline):
            return IllegalMove("quivvit.refusal.not_asked", rule="quivvit:L262")
        return None

    def deadline(self, state: QuivvitState) -> int | None:
        return state.ends_at

    def expire(self, state: QuivvitState, at: int, chance: Chance) -> tuple[QuivvitState, Events]:
        events: list[Event] = []
        if state.phase == "block":
            return self._begin(state, at, events, chance), tuple(events)
        seat = self._on_turn(state)
        events.append(public_event("quivvit.event.time_up", seat=seat))
        state = msgspec.structs.replace(state, last=FinishedTurn(seat, "time"))
        return self._over_to_the_next(state, at, events, chance), tuple(events)

    # Color Block

    def _check_asked(self, state: QuivvitState, seat: int) -> None:
        if state.phase != "block" or seat not in state.waiting:
            raise IllegalMove("quivvit.refusal.not_asked", rule="quivvit:L262")

    def _block(
        self, state: QuivvitState, seat: int, move: Block, at: int, chance: Chance
    ) -> tuple[QuivvitState, Events]:
        self._check_asked(state, seat)
        cell = self._free_cell(state, move.cell)
        state = msgspec.structs.replace(state, blocks=replace_item(state.blocks, seat, cell))
        return self._answered(
            state,
            seat,
            [public_event("quivvit.event.blocked", seat=seat, cell=move.cell)],
            at,
            chance,
        )

    def _may_change(self, state: QuivvitState, seat: int) -> bool:
        """Whether the seat may say now that it does not want to be asked, or wants to be again."""
        return state.blocks[seat] == HELD and state.changes[seat] < CHANGES_A_ROUND

    def _hush(
        self, state: QuivvitState, seat: int, quiet: bool, at: int, chance: Chance
    ) -> tuple[QuivvitState, Events]:
        """From now on the seat is not asked, or asked again from the next question on."""
        if state.phase == "bonus":
            raise IllegalMove("quivvit.refusal.not_asked", rule="quivvit:L262")
        if state.blocks[seat] != HELD:
            raise IllegalMove("quivvit.refusal.no_block_card", rule="quivvit:L262")
        if state.quiet[seat] == quiet:
            raise IllegalMove("quivvit.refusal.said_already", rule="quivvit:R15")
        changes = state.changes[seat] + 1
        if changes > CHANGES_A_ROUND:
            raise IllegalMove("quivvit.refusal.said_often", rule="quivvit:R15")
        state = msgspec.structs.replace(
            state,
            quiet=replace_item(state.quiet, seat, quiet),
            changes=replace_item(state.changes, seat, changes),
        )
        event = public_event("quivvit.event.quiet" if quiet else "quivvit.event.ask", seat=seat)
        if seat in state.waiting:
            return self._answered(state, seat, [event], at, chance)
        return state, (event,)

    def _answered(
        self, state: QuivvitState, seat: int, events: list[Event], at: int, chance: Chance
    ) -> tuple[QuivvitState, Events]:
        waiting = tuple(other for other in state.waiting if other != seat)
        state = msgspec.structs.replace(state, waiting=waiting)
        if not waiting:
            state = self._begin(state, at, events, chance)
        return state, tuple(events)

    # A turn

    def _next_turn(
        self, state: QuivvitState, at: int, events: list[Event], chance: Chance
    ) -> QuivvitState:
        """Asks who wants to block, and lets the turn begin."""
        if not self.options.color_blocking:
            return self._begin(state, at, events, chance)
        seat = self._on_turn(state)
        waiting = tuple(
            other
            for other, block in enumerate(state.blocks)
            if block == HELD and other != seat and not state.quiet[other]
        )
        if not waiting or not self._free_mask(state):
            return self._begin(state, at, events, chance)
        ends_at = at + self.options.answer_seconds * _SECOND
        return msgspec.structs.replace(
            state, phase="block", waiting=waiting, colour=None, ends_at=ends_at
        )

    def _begin(
        self, state: QuivvitState, at: int, events: list[Event], chance: Chance
    ) -> QuivvitState:
        """First the timer, then the die."""
        seat, colour = self._on_turn(state), None
        if not self._free_mask(state):
            events.append(public_event("quivvit.event.skipped", seat=seat))
            state = msgspec.structs.replace(state, waiting=())
            return self._over_to_the_next(state, at, events, chance)
        if self.options.random_color:
            (face,) = chance.roll("die", DIE_FACES)
            colour = face % len(COLOURS)
            events.append(public_event("quivvit.event.die", seat=seat, colour=COLOURS[colour]))
        ends_at = at + self.options.seconds * _SECOND if self.options.timed else None
        return msgspec.structs.replace(
            state, phase="turn", waiting=(), colour=colour, ends_at=ends_at
        )

    def _check_turn(self, state: QuivvitState, seat: int) -> None:
        if state.phase != "turn" or seat != self._on_turn(state):
            raise IllegalMove("quivvit.refusal.not_your_turn", rule="quivvit:L211")

    def _free_cell(self, state: QuivvitState, name: str) -> int:
        """The cell of that name, whose card can be rotated or covered."""
        cell = CELL.get(name, OUTSIDE)
        if cell in state.blocks:
            raise IllegalMove(
                "quivvit.refusal.covered", rule="quivvit:L266d", offending=(name,), cell=name
            )
        if state.grid[cell] == NO_CARD:
            raise IllegalMove(
                "quivvit.refusal.no_card", rule="quivvit:R11", offending=(name,), cell=name
            )
        return cell

    def _rotate(
        self, state: QuivvitState, seat: int, move: Rotate, at: int, chance: Chance
    ) -> tuple[QuivvitState, Events]:
        self._check_turn(state, seat)
        cell = self._free_cell(state, move.cell)
        if move.way == "half":
            if not state.doubles[seat]:
                raise IllegalMove("quivvit.refusal.no_double", rule="quivvit:L302")
            state = msgspec.structs.replace(state, doubles=replace_item(state.doubles, seat, False))
        card = turned(state.grid[cell], _QUARTERS[move.way])
        return self._take(state, seat, cell, card, move.way, at, chance)

    def _claim(
        self, state: QuivvitState, seat: int, move: ClaimFreeLink, at: int, chance: Chance
    ) -> tuple[QuivvitState, Events]:
        self._check_turn(state, seat)
        cell = self._free_cell(state, move.cell)
        if not state.doubles[seat]:
            raise IllegalMove("quivvit.refusal.no_double", rule="quivvit:L177a")
        if cell not in free_links(_bare(state), state.colour):
            raise IllegalMove(
                "quivvit.refusal.no_free_link",
                rule="quivvit:L175b",
                offending=(move.cell,),
                cell=move.cell,
            )
        return self._take(state, seat, cell, state.grid[cell], "claim", at, chance)

    def _take(
        self,
        state: QuivvitState,
        seat: int,
        cell: int,
        card: int,
        way: Literal["left", "right", "half", "claim"],
        at: int,
        chance: Chance,
    ) -> tuple[QuivvitState, Events]:
        """The cards linked with the one in `cell`, which lies there as `card`, are taken."""
        cells = taken(cell, linked(_bare(state), cell, card, state.colour))
        grid = list(state.grid)
        grid[cell] = card
        cards = tuple([grid[each] for each in cells])
        last = FinishedTurn(seat, way, cell, state.colour, tuple(cells), cards or (card,))
        for each in cells:
            grid[each] = NO_CARD
        pile = tuple([each // TURNS for each in cards])
        where = "apart" if state.round > ROUNDS else "piles"
        piles: tuple[Pile, ...] = getattr(state, where)
        state = msgspec.structs.replace(
            state,
            grid=tuple(grid),
            last=last,
            **{where: replace_item(piles, seat, piles[seat] + pile)},
        )
        event = public_event(
            "quivvit.event.turned",
            seat=seat,
            cell=NAMES[cell],
            way=way,
            cards=len(cells),
            points=sum([WORTH[each] for each in cards]),
        )
        events = [event]
        return self._refresh(state, at, events, chance), tuple(events)

    def _refresh(
        self, state: QuivvitState, at: int, events: list[Event], chance: Chance
    ) -> QuivvitState:
        missing, left = state.grid.count(NO_CARD) - 1, sum(state.deck)
        if missing > left:
            if state.last is not None and state.last.cells:
                events.append(public_event("quivvit.event.deck_empty"))
            if state.round > ROUNDS:
                return self._broken_off(state, events)
        state = _refilled(state, min(missing, left), chance)
        return self._over_to_the_next(state, at, events, chance)

    def _over_to_the_next(
        self, state: QuivvitState, at: int, events: list[Event], chance: Chance
    ) -> QuivvitState:
        """The turn is over; whoever is next begins, if there is a next turn."""
        played = state.played + 1
        state = msgspec.structs.replace(state, played=played)
        if played == self.seats and self._round_is_last(state, events):
            return self._end(_counted(state), events)
        if played == self.seats:
            first = (state.first + self._step) % self.seats
            state = msgspec.structs.replace(
                _counted(state),
                first=first,
                round=state.round + 1,
                played=0,
                changes=(0,) * self.seats,
            )
            events.append(public_event("quivvit.event.round", seat=first, round=state.round))
        return self._next_turn(state, at, events, chance)

    # How it ends

    def _round_is_last(self, state: QuivvitState, events: list[Event]) -> bool:
        if state.round < ROUNDS or not self.options.drain_the_deck:
            return state.round == ROUNDS
        if state.round > ROUNDS and not any(state.apart):
            events.append(public_event("quivvit.event.nothing_taken"))
            return True
        left = sum(state.deck)
        events.append(public_event("quivvit.event.deck_counted", left=left))
        if left > DRAINED and state.round * self.seats >= DRAIN_TURNS_A_DECK * self.options.decks:
            events.append(
                public_event("quivvit.event.enough_turns", turns=state.round * self.seats)
            )
            return True
        return left <= DRAINED

    def _broken_off(self, state: QuivvitState, events: list[Event]) -> QuivvitState:
        """The grid cannot be filled in a Drain the Deck round."""
        if state.played + 1 == self.seats:
            return self._end(_counted(state), events)
        events.append(public_event("quivvit.event.round_void"))
        return self._end(state, events)

    def _end(self, state: QuivvitState, events: list[Event]) -> QuivvitState:
        """Whoever still holds a Double Rotate card may draw."""
        holders = tuple(seat for seat in range(self.seats) if state.doubles[seat])
        waiting = holders if any(state.deck) else ()
        state = msgspec.structs.replace(
            state,
            phase="bonus" if waiting else "over",
            waiting=waiting,
            colour=None,
            ends_at=None,
        )
        if not waiting:
            events.append(public_event("quivvit.event.over"))
        return state

    def _bonus(
        self, state: QuivvitState, seat: int, draws: bool, chance: Chance
    ) -> tuple[QuivvitState, Events]:
        event = public_event("quivvit.event.no_bonus", seat=seat)
        if draws:
            (kind,) = chance.draw("deck", state.deck, 1)
            value = value_of_kind(kind)
            state = msgspec.structs.replace(
                state,
                deck=replace_item(state.deck, kind, state.deck[kind] - 1),
                bonuses=replace_item(state.bonuses, seat, value),
            )
            event = public_event("quivvit.event.bonus", seat=seat, value=value)
        waiting = state.waiting[1:] if any(state.deck) else ()
        state = msgspec.structs.replace(
            state, waiting=waiting, phase="bonus" if waiting else "over"
        )
        return state, (event,) if waiting else (event, public_event("quivvit.event.over"))

    def outcome(self, state: QuivvitState) -> Outcome | None:
        if state.phase != "over":
            return None
        scores = _scores(state)
        if self.seats == 1:
            return Outcome((0,), scores, Message("quivvit.outcome.alone", {"points": scores[0]}))
        winners = self._winners(state)
        alone_ahead = scores.count(max(scores)) == 1
        kind = "shared" if len(winners) > 1 else "points" if alone_ahead else "tie_break"
        reason = Message(f"quivvit.outcome.{kind}", {"seats": winners, "points": max(scores)})
        return Outcome(winners, scores, reason)

    def _winners(self, state: QuivvitState) -> tuple[int, ...]:
        """Most points, then most cards."""
        ranks = [*zip(_scores(state), map(len, state.piles), strict=True)]
        return tuple(seat for seat in range(self.seats) if ranks[seat] == max(ranks))

    # Who knows what: everybody everything but what comes next

    def view(self, state: QuivvitState, viewer: Viewer) -> QuivvitView:
        playing = state.phase in ("block", "turn")
        turn = self._on_turn(state) if playing else None
        return QuivvitView(
            seat=viewer if viewer is not None and viewer >= 0 else None,
            grid=tuple([None if card == NO_CARD else TEXT[card] for card in state.grid[:CELLS]]),
            deck=state.deck,
            piles=state.piles,
            points=_scores(state),
            cards=tuple(map(len, state.piles)),
            apart=state.apart,
            apart_points=tuple(map(_points, state.apart)),
            blocks=tuple([NAMES[cell] if cell >= 0 else None for cell in state.blocks]),
            may_block=tuple([cell == HELD for cell in state.blocks]),
            doubles=state.doubles,
            teams=self.teams,
            member=None if turn is None else (state.round - 1) % self.teams[turn],
            order=tuple((state.first + self._step * n) % self.seats for n in range(self.seats)),
            round=state.round,
            played=state.played,
            turn=turn,
            draining=state.round > ROUNDS,
            phase=state.phase,
            waiting=state.waiting,
            quiet=state.quiet,
            changes=state.changes,
            random_color=self.options.random_color,
            colour=None if state.colour is None else COLOURS[state.colour],
            ends_at=state.ends_at,
            bonuses=state.bonuses,
            last=None if state.last is None else shown(state.last),
            winners=self._winners(state) if state.phase == "over" else (),
        )

    def determinise(
        self, view: QuivvitView, observations: Sequence[Observation[QuivvitMove]], rng: Random
    ) -> QuivvitState:
        return QuivvitState(
            grid=(*(NO_CARD if text is None else CARD[text] for text in view.grid), NO_CARD),
            deck=view.deck,
            piles=view.piles,
            apart=view.apart,
            blocks=tuple(
                self._unused_block if cell is None else CELL[cell] for cell in view.blocks
            ),
            doubles=view.doubles,
            first=view.order[0],
            round=view.round,
            played=view.played,
            phase=view.phase,
            waiting=view.waiting,
            quiet=view.quiet,
            changes=view.changes,
            colour=None if view.colour is None else COLOURS.index(view.colour),
            ends_at=view.ends_at,
            bonuses=view.bonuses,
            last=None if view.last is None else remembered(view.last),
        )

    def effect(self, state: QuivvitState, seat: int, move: QuivvitMove) -> Any:
        """What a rotation or a claim would link, where it would take cards, and their points."""
        match move:
            case Rotate():
                quarters = _QUARTERS[move.way]
            case ClaimFreeLink():
                quarters = 0
            case _:
                return None
        cell, bare = CELL[move.cell], _bare(state)
        card = turned(state.grid[cell], quarters)
        cells = taken(cell, linked(bare, cell, card, state.colour))
        return {
            "links": described(bare, cell, card, state.colour),
            "cells": tuple(NAMES[each] for each in cells),
            "points": sum(WORTH[state.grid[each]] for each in cells),
        }

    def makes_stale(self, happened: QuivvitMove | None, move: QuivvitMove) -> bool:
        """Answers cross each other; whether one is asked may be said at any time."""
        if isinstance(move, StopAsking | AskAgain):
            return False
        if isinstance(move, Block | Decline):
            return not isinstance(happened, Block | Decline | StopAsking | AskAgain)
        return not isinstance(happened, StopAsking | AskAgain)

    def can_take_back(self, before: QuivvitState, seat: int, move: QuivvitMove) -> bool:
        """Cards that came up are chance, and answers are final."""
        return isinstance(move, Rotate | ClaimFreeLink)

    def audit(self, state: QuivvitState) -> None:
        cards = [card for card in state.grid if card != NO_CARD]
        everywhere = [*map(kind_of, cards), *(kind for pile in state.piles for kind in pile)]
        everywhere += [kind for pile in state.apart for kind in pile]
        deck = full_deck(self.options.decks)
        gone = [deck[kind] - state.deck[kind] - everywhere.count(kind) for kind in range(KINDS)]
        drawn = [bonus for bonus in state.bonuses if bonus is not None]
        assert min(gone) >= 0, "no card is there twice"
        for value, row in zip(VALUES, range(0, KINDS, KINDS // len(VALUES)), strict=True):
            assert sum(gone[row : row + KINDS // len(VALUES)]) == drawn.count(value)
        assert state.grid[CELLS] == NO_CARD
        covered = [cell for cell in state.blocks if cell >= 0]
        assert len(set(covered)) == len(covered), "a card is covered once"
        assert all(state.grid[cell] != NO_CARD for cell in covered), "a covered card stays"
        assert not any(state.apart) or state.round > ROUNDS
        assert (state.phase in ("block", "bonus")) == bool(state.waiting)

    # Where things stand

    def _on_turn(self, state: QuivvitState) -> int:
        return (state.first + self._step * state.played) % self.seats

    def _free(self, state: QuivvitState) -> list[int]:
        return _cells(self._free_mask(state))

    def _free_mask(self, state: QuivvitState) -> int:
        """The cells whose cards can be rotated or covered, a bit for each."""
        mask = _ALL
        if state.grid.count(NO_CARD) > 1:
            mask = sum([1 << cell for cell in range(CELLS) if state.grid[cell] != NO_CARD])
        if self.options.color_blocking:
            for cell in state.blocks:
                if cell >= 0:
                    mask &= ~(1 << cell)
        return mask


_ALL: Final = 2**CELLS - 1
_BLOCKS: Final = tuple(map(Block, NAMES))
_CLAIMS: Final = tuple(map(ClaimFreeLink, NAMES))


def _cells(mask: int) -> list[int]:
    return [cell for cell in range(CELLS) if mask >> cell & 1]


@lru_cache(1024)
def _rotations(free: int, double: bool) -> ListedMoves[QuivvitMove]:
    ways: tuple[Way, ...] = ("left", "right", "half") if double else ("left", "right")
    return ListedMoves(tuple(Rotate(NAMES[cell], way) for cell in _cells(free) for way in ways))


def _bare(state: QuivvitState) -> Sequence[int]:
    """The grid as far as it can link: covered cards cannot."""
    if max(state.blocks) < 0:
        return state.grid
    grid = list(state.grid)
    for cell in state.blocks:
        if cell >= 0:
            grid[cell] = NO_CARD
    return grid


def _refilled(state: QuivvitState, count: int, chance: Chance) -> QuivvitState:
    """So many new cards in the free cells, row by row, each in a random turn."""
    if not count:
        return state
    kinds = chance.draw("deck", state.deck, count)
    turns = chance.roll("flip", TURNS, count)
    grid, deck, laid = list(state.grid), list(state.deck), []
    for kind, turn in zip(kinds, turns, strict=True):
        cell = grid.index(NO_CARD)
        grid[cell] = kind * TURNS + turn
        deck[kind] -= 1
        laid.append(cell)
    last = state.last
    if last is not None:
        last = msgspec.structs.replace(last, laid=tuple(laid))
    return msgspec.structs.replace(state, grid=tuple(grid), deck=tuple(deck), last=last)


def _counted(state: QuivvitState) -> QuivvitState:
    """The cards that were kept apart go to the piles."""
    if not any(state.apart):
        return state
    piles = tuple([pile + apart for pile, apart in zip(state.piles, state.apart, strict=True)])
    return msgspec.structs.replace(state, piles=piles, apart=((),) * len(piles))


def _points(pile: Pile) -> int:
    return sum([value_of_kind(kind) for kind in pile])


def _scores(state: QuivvitState) -> tuple[int, ...]:
    bonuses = [bonus or 0 for bonus in state.bonuses]
    return tuple([_points(pile) + bonus for pile, bonus in zip(state.piles, bonuses, strict=True)])
