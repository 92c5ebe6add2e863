"""Quatrefoil: four players place five tokens, each knowing a quarter of the target."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from quincunx.core.chance import EVERYONE, NOBODY, Chance, Owner
from quincunx.core.errors import IllegalMove
from quincunx.core.events import Events, public_event
from quincunx.core.messages import Message
from quincunx.core.moves import ListedMoves
from quincunx.core.observation import Observation
from quincunx.core.outcome import Outcome
from quincunx.core.rules import Rules
from quincunx.core.viewers import Viewer
from quincunx.games.quatrefoil.moves import (
    ENTRY_POSITION,
    PUSHES,
    SOURCES,
    TWISTS,
    QuatrefoilMove,
    apply_action,
)
from quincunx.games.quatrefoil.options import MAX_ACTIONS, QuatrefoilOptions
from quincunx.games.quatrefoil.rules.cards import OpenCards, known_cards, tokens_in_place
from quincunx.games.quatrefoil.rules.events import (
    DEALT_DUAL,
    action_event,
    shown_event,
    signals_event,
)
from quincunx.games.quatrefoil.rules.possible_deals import Deal, possible_deals
from quincunx.games.quatrefoil.solver import distance
from quincunx.games.quatrefoil.state import SEATS, QuatrefoilState, QuatrefoilView
from quincunx.games.quatrefoil.tokens import COLOURS, FREE, POSITIONS, Arrangement

CLOCK_MS: Final = 120_000
FEW_ACTIONS_LEFT: Final = 20
"""From here on the view shows how many actions are left, even without an action limit."""


_LEGAL_MOVES = {
    "look": ListedMoves((QuatrefoilMove.LOOK,)),
    "signal": ListedMoves((QuatrefoilMove.SIGNAL,)),
    "turn": ListedMoves((*PUSHES, *TWISTS, QuatrefoilMove.STACK)),
    "turn, signal": ListedMoves((*PUSHES, *TWISTS, QuatrefoilMove.STACK, QuatrefoilMove.SIGNAL)),
    "stack": ListedMoves((QuatrefoilMove.STACK,)),
    "stack, signal": ListedMoves((QuatrefoilMove.STACK, QuatrefoilMove.SIGNAL)),
    "": ListedMoves[QuatrefoilMove](()),
    **{
        position: ListedMoves(
            (
                *(push for push in PUSHES if ENTRY_POSITION[push] == position),
                *TWISTS,
                QuatrefoilMove.STACK,
            )
        )
        for position in POSITIONS
    },
}
"""Every possible list of legal moves; in Dual by the position in which a push must end."""


_ALL_SEATS = tuple(range(SEATS))
_NONE_SHOWN = (False,) * SEATS
_NEXT_SEAT = (1, 2, 3, 0)


class QuatrefoilRules(Rules[QuatrefoilState, QuatrefoilMove, QuatrefoilView, None]):
    """The base game, its three variants, and Dual."""

    state_type = QuatrefoilState
    view_type = QuatrefoilView

    def __init__(self, options: QuatrefoilOptions, seats: int) -> None:
        self.options = options
        self.dual = options.variant == "dual"
        self.is_race = options.clock and not self.dual
        self.signals_by_hand = options.signals == "by-hand" and not self.dual
        self.signals_always = options.signals == "always" and not self.dual
        open_cards = options.variant == "nothing-to-hide"
        half = options.half if options.variant == "half-and-half" else None
        self.colours_open = open_cards or half == "colours"
        self.positions_open = open_cards or half == "positions"
        self.shows_par = open_cards
        self.max_actions = MAX_ACTIONS if options.limit is None else options.limit
        self._open_cards = OpenCards(self.colours_open, self.positions_open, self.dual)

    @property
    def max_log_entries(self) -> int:
        """The deal, the looks, every action, every signal for every arrangement, and the end."""
        looks = SEATS if self.is_race else 0
        signals = SEATS * (self.max_actions + 1) if self.signals_by_hand else 0
        return 1 + looks + self.max_actions + signals + 1

    @property
    def is_real_time(self) -> bool:
        return self.options.clock

    # The course of the game

    def setup(self, chance: Chance) -> tuple[QuatrefoilState, Events]:
        dealt = _arrangement(chance.draw("tokens", (1,) * 5, 5))
        positions = self._deal_positions(chance)
        target = self._deal_target(chance, positions)
        first = 0 if self.dual else chance.roll("first seat", SEATS)[0]
        state = QuatrefoilState(
            dealt=dealt,
            tokens=dealt,
            target=target,
            positions=positions,
            turn=first,
            looked=(not self.is_race,) * SEATS,
            clock_ends=CLOCK_MS if self.dual and self.options.clock else None,
        )
        events = [DEALT_DUAL] if self.dual else [public_event("quatrefoil.event.dealt", seat=first)]
        if self.signals_always and not self.is_race:
            events.append(signals_event(tokens_in_place(state)))
        return state, tuple(events)

    def _deal_positions(self, chance: Chance) -> tuple[str, ...]:
        return self._deal(chance, "positions", POSITIONS, open_to_all=self.positions_open)

    def _deal(
        self, chance: Chance, stream: str, cards: Sequence[str], *, open_to_all: bool
    ) -> tuple[str, ...]:
        """Deal one card to each seat: face up, to its owner, or (in a race) to nobody yet."""
        left = [1] * len(cards)
        dealt = []
        for seat in _ALL_SEATS:
            to: Owner = EVERYONE if open_to_all else NOBODY if self.is_race else seat
            (card,) = chance.draw(stream, tuple(left), 1, to=to)
            left[card] = 0
            dealt.append(cards[card])
        return tuple(dealt)

    def _deal_target(self, chance: Chance, positions: tuple[str, ...]) -> Arrangement:
        if self.dual:
            return _arrangement(chance.draw("colours", (1,) * 5, 5))
        cards = self._deal(chance, "colours", COLOURS, open_to_all=self.colours_open)
        (north,) = set(COLOURS) - set(cards)
        northwest, northeast, southeast, southwest = (
            cards[positions.index(position)] for position in POSITIONS
        )
        return northwest, northeast, southeast, southwest, north

    def active(self, state: QuatrefoilState) -> tuple[int, ...]:
        if state.ending:
            return ()
        if self.dual:
            return _ALL_SEATS
        if self._waits_for_looks(state):
            return tuple(seat for seat in _ALL_SEATS if not state.looked[seat])
        if self.signals_by_hand:
            return tuple(seat for seat in _ALL_SEATS if seat == state.turn or not state.shown[seat])
        return (state.turn,)

    def awaited(self, state: QuatrefoilState) -> tuple[int, ...]:
        active = self.active(state)
        if self.signals_by_hand and active and not self._waits_for_looks(state):
            return (state.turn,)
        return active

    def _waits_for_looks(self, state: QuatrefoilState) -> bool:
        """Return whether Race the Clock still waits for a player to look at their cards."""
        return self.is_race and state.clock_ends is None

    def moves(self, state: QuatrefoilState, seat: int) -> ListedMoves[QuatrefoilMove]:
        if state.ending:
            return _LEGAL_MOVES[""]
        only_stack = state.actions >= self.max_actions
        if self.dual:
            return _LEGAL_MOVES["stack" if only_stack else state.positions[seat]]
        if self._waits_for_looks(state):
            return _LEGAL_MOVES["" if state.looked[seat] else "look"]
        can_signal = self.signals_by_hand and not state.shown[seat]
        if seat == state.turn:
            kind = "stack" if only_stack else "turn"
            return _LEGAL_MOVES[f"{kind}, signal" if can_signal else kind]
        return _LEGAL_MOVES["signal" if can_signal else ""]

    def apply(
        self, state: QuatrefoilState, seat: int, move: QuatrefoilMove, at: int, chance: Chance
    ) -> tuple[QuatrefoilState, Events]:
        if move is QuatrefoilMove.LOOK or self._waits_for_looks(state):
            return self._look(state, seat, move, at)
        if move is QuatrefoilMove.SIGNAL:
            return self._signal(state, seat)
        if not self.dual and seat != state.turn:
            raise IllegalMove(
                "quatrefoil.refusal.not_your_turn", rule="quatrefoil:L74b", seat=state.turn
            )
        if move is QuatrefoilMove.STACK:
            return self._stack(state, seat)
        if state.actions >= self.max_actions:
            raise IllegalMove(
                "quatrefoil.refusal.only_stack",
                rule="quatrefoil:R28" if self.options.limit is None else "quatrefoil:R19",
                limit=self.max_actions,
            )
        return self._act(state, seat, move)

    def refusal_out_of_turn(
        self, state: QuatrefoilState, seat: int, move: QuatrefoilMove
    ) -> IllegalMove | None:
        if move is QuatrefoilMove.SIGNAL and self.signals_by_hand and state.shown[seat]:
            return _already_shown()
        if move is QuatrefoilMove.LOOK and state.looked[seat]:
            return _already_looked()
        return None

    def _look(
        self, state: QuatrefoilState, seat: int, move: QuatrefoilMove, at: int
    ) -> tuple[QuatrefoilState, Events]:
        if move is not QuatrefoilMove.LOOK:
            raise IllegalMove("quatrefoil.refusal.look_first", rule="quatrefoil:R15")
        if not self._waits_for_looks(state) or state.looked[seat]:
            raise _already_looked()
        state = msgspec.structs.replace(state, looked=_with_flag(state.looked, seat))
        events = [public_event("quatrefoil.event.looked", seat=seat)]
        if all(state.looked):
            state = msgspec.structs.replace(state, clock_ends=at + CLOCK_MS)
            events.append(public_event("quatrefoil.event.clock_started", seconds=CLOCK_MS // 1000))
            if self.signals_always:
                events.append(signals_event(tokens_in_place(state)))
        return state, tuple(events)

    def _signal(self, state: QuatrefoilState, seat: int) -> tuple[QuatrefoilState, Events]:
        if self.dual:
            raise IllegalMove("quatrefoil.refusal.no_signals", rule="quatrefoil:L116")
        if not self.signals_by_hand:
            raise IllegalMove("quatrefoil.refusal.signals_always_shown", rule="quatrefoil:R7")
        if state.shown[seat]:
            raise _already_shown()
        state = msgspec.structs.replace(state, shown=_with_flag(state.shown, seat))
        return state, (shown_event(seat, tokens_in_place(state)[seat]),)

    def _act(
        self, state: QuatrefoilState, seat: int, move: QuatrefoilMove
    ) -> tuple[QuatrefoilState, Events]:
        if self.dual and move not in TWISTS and ENTRY_POSITION[move] != state.positions[seat]:
            raise IllegalMove(
                "quatrefoil.refusal.not_your_position",
                rule="quatrefoil:L114c",
                offending=(ENTRY_POSITION[move],),
                position=state.positions[seat],
                entry=ENTRY_POSITION[move],
            )
        before = state.tokens
        tokens = apply_action(before, move)
        actions = state.actions + 1
        new = QuatrefoilState(
            state.dealt,
            tokens,
            state.target,
            state.positions,
            _NEXT_SEAT[state.turn],
            actions,
            state.looked,
            state.clock_ends,
            _NONE_SHOWN,
        )
        event = action_event(seat, move, before[FREE], tokens[FREE])
        events = (event, signals_event(tokens_in_place(new))) if self.signals_always else (event,)
        if actions == self.max_actions:
            return new, (*events, public_event("quatrefoil.event.only_stack", limit=actions))
        return new, events

    def _stack(self, state: QuatrefoilState, seat: int) -> tuple[QuatrefoilState, Events]:
        is_solved = state.tokens == state.target
        return msgspec.structs.replace(state, ending="stack"), (
            public_event("quatrefoil.event.stacked", seat=seat),
            public_event(f"quatrefoil.event.{'solved' if is_solved else 'not_solved'}"),
        )

    def deadline(self, state: QuatrefoilState) -> int | None:
        return None if state.ending else state.clock_ends

    def expire(
        self, state: QuatrefoilState, at: int, chance: Chance
    ) -> tuple[QuatrefoilState, Events]:
        ended = msgspec.structs.replace(state, ending="time")
        return ended, (public_event("quatrefoil.event.time_is_up"),)

    def outcome(self, state: QuatrefoilState) -> Outcome | None:
        if not state.ending:
            return None
        solved = state.ending == "stack" and state.tokens == state.target
        return Outcome(
            winners=_ALL_SEATS if solved else (),
            scores=(state.actions,) * SEATS,
            reason=Message(
                f"quatrefoil.outcome.{self._ending_kind(state)}",
                {"actions": state.actions, "par": _par(state)},
            ),
        )

    def _ending_kind(self, state: QuatrefoilState) -> str:
        if state.ending != "stack":
            return state.ending
        if state.tokens == state.target:
            return "solved" if state.actions > _par(state) else "solved_at_par"
        return "no_actions_left" if state.actions >= self.max_actions else "wrong"

    # Hidden information

    def view(self, state: QuatrefoilState, viewer: Viewer) -> QuatrefoilView:
        over = bool(state.ending)
        cards = known_cards(
            state.positions, state.target, state.looked, viewer, over, self._open_cards
        )
        return QuatrefoilView(
            seat=viewer if viewer in _ALL_SEATS else None,
            dealt=state.dealt,
            tokens=state.tokens,
            colours=cards.colours,
            positions=cards.positions,
            target=cards.target,
            signals=self._visible_signals(state),
            turn=None if self.dual else state.turn,
            actions=state.actions,
            looked=state.looked,
            clock_ends=state.clock_ends,
            par=_par(state) if over or self.shows_par else None,
            ending=state.ending,
            left=self._actions_left(state),
        )

    def _actions_left(self, state: QuatrefoilState) -> int | None:
        left = self.max_actions - state.actions
        return None if self.options.limit is None and left > FEW_ACTIONS_LEFT else left

    def _visible_signals(self, state: QuatrefoilState) -> tuple[bool | None, ...]:
        if self.dual or self._waits_for_looks(state):
            return (None,) * SEATS
        right = tokens_in_place(state)
        if self.signals_always or state.ending:
            return right
        return tuple(right[seat] if state.shown[seat] else None for seat in _ALL_SEATS)

    def determinise(
        self, view: QuatrefoilView, observations: Sequence[Observation[QuatrefoilMove]], rng: Random
    ) -> QuatrefoilState:
        deal = rng.choice(possible_deals(view, observations))
        return self.state_of(view, deal)

    def state_of(self, view: QuatrefoilView, deal: Deal) -> QuatrefoilState:
        """Return the state behind a view if these were the cards."""
        return QuatrefoilState(
            dealt=view.dealt,
            tokens=view.tokens,
            target=deal.target,
            positions=deal.positions,
            turn=0 if view.turn is None else view.turn,
            actions=view.actions,
            looked=view.looked,
            clock_ends=view.clock_ends,
            shown=tuple(signal is not None for signal in view.signals)
            if self.signals_by_hand
            else _NONE_SHOWN,
            ending=view.ending,
        )

    def makes_stale(self, happened: QuatrefoilMove | None, move: QuatrefoilMove) -> bool:
        return not {happened, move} & {QuatrefoilMove.LOOK, QuatrefoilMove.SIGNAL}

    def can_take_back(self, before: QuatrefoilState, seat: int, move: QuatrefoilMove) -> bool:
        """With hidden cards every action tells partners something, and a signal is final."""
        return self.colours_open and self.positions_open and move in SOURCES

    def effect(self, state: QuatrefoilState, seat: int, move: QuatrefoilMove) -> Arrangement | None:
        return apply_action(state.tokens, move) if move in SOURCES else None

    def audit(self, state: QuatrefoilState) -> None:
        for arrangement in (state.dealt, state.tokens, state.target):
            assert sorted(arrangement) == sorted(COLOURS), "every colour occurs once"
        assert sorted(state.positions) == sorted(POSITIONS), "every position is held once"
        assert distance(state.dealt, state.tokens) <= state.actions, "only actions move tokens"
        assert state.actions <= self.max_actions, "the action limit is kept"


def _arrangement(kinds: tuple[int, ...]) -> Arrangement:
    a, b, c, d, e = kinds
    return COLOURS[a], COLOURS[b], COLOURS[c], COLOURS[d], COLOURS[e]


def _par(state: QuatrefoilState) -> int:
    return distance(state.dealt, state.target)


def _with_flag(flags: tuple[bool, ...], seat: int) -> tuple[bool, ...]:
    return tuple(flag or index == seat for index, flag in enumerate(flags))


def _already_shown() -> IllegalMove:
    return IllegalMove("quatrefoil.refusal.shown_already", rule="quatrefoil:R8")


def _already_looked() -> IllegalMove:
    return IllegalMove("quatrefoil.refusal.looked_already", rule="quatrefoil:R16")
