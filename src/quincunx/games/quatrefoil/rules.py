"""Quatrefoil: four people place five tokens, each knowing a quarter of where they belong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from operator import eq, itemgetter
from random import Random
from typing import Final, NamedTuple

import msgspec

from quincunx.core.chance import EVERYONE, NOBODY, Chance, Owner
from quincunx.core.errors import IllegalMove
from quincunx.core.events import Event, Events, public_event
from quincunx.core.messages import Message
from quincunx.core.moves import ListedMoves
from quincunx.core.observation import Observation
from quincunx.core.outcome import Outcome
from quincunx.core.rules import Rules
from quincunx.core.viewers import OMNISCIENT, Viewer
from quincunx.games.quatrefoil.moves import (
    ENTRY_POSITION,
    PUSHES,
    SOURCES,
    TWISTS,
    QuatrefoilMove,
    apply_action,
)
from quincunx.games.quatrefoil.options import MAX_ACTIONS, QuatrefoilOptions
from quincunx.games.quatrefoil.possible_deals import Deal, possible_deals
from quincunx.games.quatrefoil.solver import distance
from quincunx.games.quatrefoil.state import SEATS, QuatrefoilState, QuatrefoilView
from quincunx.games.quatrefoil.tokens import COLOURS, FREE, POSITIONS, Arrangement

CLOCK_MS: Final = 120_000
"""Two minutes, in milliseconds."""
FEW_ACTIONS_LEFT: Final = 20
"""From here on the players are told how many are left, also where they chose no limit."""


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
"""Every list of legal moves that can arise; Dual's by the position that a push must end in."""


class _Openness(NamedTuple):
    """Which cards lie open from the start; in Dual nobody has a colour card."""

    colours: bool
    positions: bool
    dual: bool


class _Cards(NamedTuple):
    """What a viewer knows of the cards, and of the target by them."""

    colours: tuple[str | None, ...]
    positions: tuple[str | None, ...]
    target: tuple[str | None, ...]


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
        self.race = options.clock and not self.dual
        self.by_hand = options.signals == "by-hand" and not self.dual
        self.always = options.signals == "always" and not self.dual
        open_cards = options.variant == "nothing-to-hide"
        half = options.half if options.variant == "half-and-half" else None
        self.colours_open = open_cards or half == "colours"
        self.positions_open = open_cards or half == "positions"
        self.par_from_the_start = open_cards
        self.max_actions = MAX_ACTIONS if options.limit is None else options.limit
        self._openness = _Openness(self.colours_open, self.positions_open, self.dual)

    @property
    def max_log_entries(self) -> int:
        """The deal, the looks, every action, every signal for every arrangement, and the end."""
        looks = SEATS if self.race else 0
        signals = SEATS * (self.max_actions + 1) if self.by_hand else 0
        return 1 + looks + self.max_actions + signals + 1

    @property
    def is_real_time(self) -> bool:
        return self.options.clock

    # How the game goes

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
            looked=(not self.race,) * SEATS,
            clock_ends=CLOCK_MS if self.dual and self.options.clock else None,
        )
        events = (
            [_DEALT_DUAL] if self.dual else [public_event("quatrefoil.event.dealt", seat=first)]
        )
        if self.always and not self.race:
            events.append(_signals(_right(state)))
        return state, tuple(events)

    def _deal_positions(self, chance: Chance) -> tuple[str, ...]:
        return self._deal(chance, "positions", POSITIONS, open_to_all=self.positions_open)

    def _deal(
        self, chance: Chance, stream: str, cards: Sequence[str], *, open_to_all: bool
    ) -> tuple[str, ...]:
        """One card to each seat: open, face down, or (in a race) not even looked at yet."""
        left = [1] * len(cards)
        dealt = []
        for seat in _ALL_SEATS:
            to: Owner = EVERYONE if open_to_all else NOBODY if self.race else seat
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
        if self._cards_are_down(state):
            return tuple(seat for seat in _ALL_SEATS if not state.looked[seat])
        if self.by_hand:
            return tuple(seat for seat in _ALL_SEATS if seat == state.turn or not state.shown[seat])
        return (state.turn,)

    def awaited(self, state: QuatrefoilState) -> tuple[int, ...]:
        active = self.active(state)
        if self.by_hand and active and not self._cards_are_down(state):
            return (state.turn,)
        return active

    def _cards_are_down(self, state: QuatrefoilState) -> bool:
        """Whether Race the Clock still waits for somebody to look."""
        return self.race and state.clock_ends is None

    def moves(self, state: QuatrefoilState, seat: int) -> ListedMoves[QuatrefoilMove]:
        if state.ending:
            return _LEGAL_MOVES[""]
        only_stack = state.actions >= self.max_actions
        if self.dual:
            return _LEGAL_MOVES["stack" if only_stack else state.positions[seat]]
        if self._cards_are_down(state):
            return _LEGAL_MOVES["" if state.looked[seat] else "look"]
        can_signal = self.by_hand and not state.shown[seat]
        if seat == state.turn:
            kind = "stack" if only_stack else "turn"
            return _LEGAL_MOVES[f"{kind}, signal" if can_signal else kind]
        return _LEGAL_MOVES["signal" if can_signal else ""]

    def apply(
        self, state: QuatrefoilState, seat: int, move: QuatrefoilMove, at: int, chance: Chance
    ) -> tuple[QuatrefoilState, Events]:
        if move is QuatrefoilMove.LOOK or self._cards_are_down(state):
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
        if move is QuatrefoilMove.SIGNAL and self.by_hand and state.shown[seat]:
            return _shown_already()
        if move is QuatrefoilMove.LOOK and state.looked[seat]:
            return _looked_already()
        return None

    def _look(
        self, state: QuatrefoilState, seat: int, move: QuatrefoilMove, at: int
    ) -> tuple[QuatrefoilState, Events]:
        if move is not QuatrefoilMove.LOOK:
            raise IllegalMove("quatrefoil.refusal.look_first", rule="quatrefoil:R15")
        if not self._cards_are_down(state) or state.looked[seat]:
            raise _looked_already()
        state = msgspec.structs.replace(state, looked=_with(state.looked, seat))
        events = [public_event("quatrefoil.event.looked", seat=seat)]
        if all(state.looked):
            state = msgspec.structs.replace(state, clock_ends=at + CLOCK_MS)
            events.append(public_event("quatrefoil.event.clock_started", seconds=CLOCK_MS // 1000))
            if self.always:
                events.append(_signals(_right(state)))
        return state, tuple(events)

    def _signal(self, state: QuatrefoilState, seat: int) -> tuple[QuatrefoilState, Events]:
        if self.dual:
            raise IllegalMove("quatrefoil.refusal.no_signals", rule="quatrefoil:L116")
        if not self.by_hand:
            raise IllegalMove("quatrefoil.refusal.signals_always_shown", rule="quatrefoil:R7")
        if state.shown[seat]:
            raise _shown_already()
        state = msgspec.structs.replace(state, shown=_with(state.shown, seat))
        return state, (_shown(seat, _right(state)[seat]),)

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
        event = _acted(seat, move, before[FREE], tokens[FREE])
        events = (event, _signals(_right(new))) if self.always else (event,)
        if actions == self.max_actions:
            return new, (*events, public_event("quatrefoil.event.only_stack", limit=actions))
        return new, events

    def _stack(self, state: QuatrefoilState, seat: int) -> tuple[QuatrefoilState, Events]:
        right = state.tokens == state.target
        return msgspec.structs.replace(state, ending="stack"), (
            public_event("quatrefoil.event.stacked", seat=seat),
            public_event(f"quatrefoil.event.{'solved' if right else 'not_solved'}"),
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
                f"quatrefoil.outcome.{self._kind_of_end(state)}",
                {"actions": state.actions, "par": _par(state)},
            ),
        )

    def _kind_of_end(self, state: QuatrefoilState) -> str:
        if state.ending != "stack":
            return state.ending
        if state.tokens == state.target:
            return "solved" if state.actions > _par(state) else "solved_at_par"
        return "no_actions_left" if state.actions >= self.max_actions else "wrong"

    # Who knows what

    def view(self, state: QuatrefoilState, viewer: Viewer) -> QuatrefoilView:
        over = bool(state.ending)
        cards = _cards_seen(
            state.positions, state.target, state.looked, viewer, over, self._openness
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
            par=_par(state) if over or self.par_from_the_start else None,
            ending=state.ending,
            left=self._actions_left(state),
        )

    def _actions_left(self, state: QuatrefoilState) -> int | None:
        left = self.max_actions - state.actions
        return None if self.options.limit is None and left > FEW_ACTIONS_LEFT else left

    def _visible_signals(self, state: QuatrefoilState) -> tuple[bool | None, ...]:
        if self.dual or self._cards_are_down(state):
            return (None,) * SEATS
        right = _right(state)
        if self.always or state.ending:
            return right
        return tuple(right[seat] if state.shown[seat] else None for seat in _ALL_SEATS)

    def determinise(
        self, view: QuatrefoilView, observations: Sequence[Observation[QuatrefoilMove]], rng: Random
    ) -> QuatrefoilState:
        deal = rng.choice(possible_deals(view, observations))
        return self.state_of(view, deal)

    def state_of(self, view: QuatrefoilView, deal: Deal) -> QuatrefoilState:
        """The state that this view would be of, if these were the cards."""
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
            if self.by_hand
            else _NONE_SHOWN,
            ending=view.ending,
        )

    def makes_stale(self, happened: QuatrefoilMove | None, move: QuatrefoilMove) -> bool:
        return not {happened, move} & {QuatrefoilMove.LOOK, QuatrefoilMove.SIGNAL}

    def can_take_back(self, before: QuatrefoilState, seat: int, move: QuatrefoilMove) -> bool:
        """With hidden cards every action tells partners something; a signal stands anyway."""
        return self.colours_open and self.positions_open and move in SOURCES

    def effect(self, state: QuatrefoilState, seat: int, move: QuatrefoilMove) -> Arrangement | None:
        return apply_action(state.tokens, move) if move in SOURCES else None

    def audit(self, state: QuatrefoilState) -> None:
        for arrangement in (state.dealt, state.tokens, state.target):
            assert sorted(arrangement) == sorted(COLOURS), "every colour is there once"
        assert sorted(state.positions) == sorted(POSITIONS), "every position is held once"
        assert distance(state.dealt, state.tokens) <= state.actions, "tokens move by actions alone"
        assert state.actions <= self.max_actions, "no action beyond the limit"


def _arrangement(kinds: tuple[int, ...]) -> Arrangement:
    a, b, c, d, e = kinds
    return COLOURS[a], COLOURS[b], COLOURS[c], COLOURS[d], COLOURS[e]


@lru_cache(4096)
def _cards_seen(
    positions: tuple[str, ...],
    target: Arrangement,
    looked: tuple[bool, ...],
    viewer: Viewer,
    over: bool,
    openness: _Openness,
) -> _Cards:
    """Remembered, since actions change nothing about it."""
    own = [
        over or (has_looked and viewer in (seat, OMNISCIENT))
        for seat, has_looked in enumerate(looked)
    ]
    cards = (None,) * SEATS if openness.dual else _by_seat(positions)(target)
    colours = _shown_cards(cards, own, all_open=openness.colours)
    shown = _shown_cards(positions, own, all_open=openness.positions)
    all_known = over or openness.dual
    return _Cards(colours, shown, target if all_known else _known_target(colours, shown))


def _shown_cards(
    cards: Sequence[str | None], own: Sequence[bool], *, all_open: bool
) -> tuple[str | None, ...]:
    if all_open:
        return tuple(cards)
    return tuple([card if seen else None for card, seen in zip(cards, own, strict=True)])


def _known_target(
    colours: tuple[str | None, ...], positions: tuple[str | None, ...]
) -> tuple[str | None, ...]:
    """What follows from these cards alone: the free token too, once all colour cards are known."""
    belongs = {
        position: colour
        for colour, position in zip(colours, positions, strict=True)
        if colour is not None
    }
    left = set(COLOURS) - set(colours)
    return (*map(belongs.get, POSITIONS), left.pop() if len(left) == 1 else None)


def _right(state: QuatrefoilState) -> tuple[bool, ...]:
    """By seat, whether its token is in its position."""
    by_seat = _by_seat(state.positions)
    return tuple(map(eq, by_seat(state.tokens), by_seat(state.target)))


@lru_cache(4096)
def _by_seat(positions: tuple[str, ...]) -> Callable[[Arrangement], tuple[str, ...]]:
    """Takes from an arrangement what lies at each seat's position."""
    return itemgetter(*map(POSITIONS.index, positions))


def _par(state: QuatrefoilState) -> int:
    return distance(state.dealt, state.target)


def _with(flags: tuple[bool, ...], seat: int) -> tuple[bool, ...]:
    return tuple(flag or index == seat for index, flag in enumerate(flags))


def _shown_already() -> IllegalMove:
    return IllegalMove("quatrefoil.refusal.shown_already", rule="quatrefoil:R8")


def _looked_already() -> IllegalMove:
    return IllegalMove("quatrefoil.refusal.looked_already", rule="quatrefoil:R16")


_DEALT_DUAL = public_event("quatrefoil.event.dealt_dual")


@lru_cache(4096)
def _acted(seat: int, move: QuatrefoilMove, pushed: str, ejected: str) -> Event:
    if move in TWISTS:
        return public_event("quatrefoil.event.twisted", seat=seat, move=move.name)
    return public_event(
        "quatrefoil.event.pushed", seat=seat, move=move.name, pushed=pushed, ejected=ejected
    )


@lru_cache(4096)
def _signals(right: tuple[bool, ...]) -> Event:
    return public_event(
        "quatrefoil.event.signals",
        up=tuple(seat for seat in _ALL_SEATS if right[seat]),
        count=sum(right),
    )


@lru_cache(4096)
def _shown(seat: int, right: bool) -> Event:
    return public_event("quatrefoil.event.shown", seat=seat, signal="up" if right else "down")
