"""Quatrefoil: four players place five tokens, each knowing a quarter of the target."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.errors import IllegalMove
from quincunx.core.events import Event, Events, public_event
from quincunx.core.messages import Message
from quincunx.core.moves import ListedMoves
from quincunx.core.observation import Observation
from quincunx.core.outcome import Outcome
from quincunx.core.rules import Rules
from quincunx.core.viewers import Viewer
from quincunx.games.quatrefoil.moves import (
    ENTRY_POSITION,
    SOURCES,
    TWISTS,
    QuatrefoilMove,
    apply_action,
)
from quincunx.games.quatrefoil.options import MAX_ACTIONS, QuatrefoilOptions
from quincunx.games.quatrefoil.rules.cards import OpenCards, known_cards, tokens_in_place
from quincunx.games.quatrefoil.rules.dealing import DealtCards, deal_cards
from quincunx.games.quatrefoil.rules.deals import Deal
from quincunx.games.quatrefoil.rules.events import (
    DEALT_DUAL,
    action_event,
    shown_event,
    signals_event,
)
from quincunx.games.quatrefoil.rules.legal_moves import LEGAL_MOVES
from quincunx.games.quatrefoil.rules.possible_deals import possible_deals
from quincunx.games.quatrefoil.rules.series import add_deal, deal_event, is_solved, series_outcome
from quincunx.games.quatrefoil.solver import distance
from quincunx.games.quatrefoil.state import SEATS, DealSeries, QuatrefoilState, QuatrefoilView
from quincunx.games.quatrefoil.tokens import COLOURS, FREE, POSITIONS, Arrangement

CLOCK_MS: Final = 120_000
FEW_ACTIONS_LEFT: Final = 20
"""From here on the view shows how many actions are left, even without an action limit."""

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
        self.shows_fewest = open_cards
        self.deals = int(options.deals)
        self.new_series = DealSeries(self.deals) if self.deals > 1 else msgspec.UNSET
        self.max_actions = MAX_ACTIONS // self.deals if options.limit is None else options.limit
        """The most pushes and twists of a deal."""
        self.open_cards = OpenCards(self.colours_open, self.positions_open, self.dual)

    @property
    def max_log_entries(self) -> int:
        """The first deal; for each deal the looks, the actions, all signals and the end."""
        looks = SEATS if self.is_race else 0
        signals = SEATS * (self.max_actions + 1) if self.signals_by_hand else 0
        return 1 + self.deals * (looks + self.max_actions + signals + 1)

    @property
    def is_real_time(self) -> bool:
        return self.options.clock

    # The course of the game

    def setup(self, chance: Chance) -> tuple[QuatrefoilState, Events]:
        return self._deal(chance, at=0, first=None, series=self.new_series)

    def _deal(
        self,
        chance: Chance,
        *,
        at: int,
        first: int | None,
        series: DealSeries | msgspec.UnsetType,
    ) -> tuple[QuatrefoilState, Events]:
        """Deal at table time `at`. Chance decides which seat begins if `first` is `None`."""
        cards = deal_cards(chance, self.open_cards, is_race=self.is_race)
        if self.dual:
            first = 0
        elif first is None:
            first = chance.roll("first seat", SEATS)[0]
        return self.begin_deal(cards, at=at, first=first, series=series)

    def begin_deal(
        self, cards: DealtCards, *, at: int, first: int, series: DealSeries | msgspec.UnsetType
    ) -> tuple[QuatrefoilState, Events]:
        """Begin a deal with these cards."""
        state = QuatrefoilState(
            dealt=cards.tokens,
            tokens=cards.tokens,
            target=cards.target,
            positions=cards.positions,
            turn=first,
            looked=(not self.is_race,) * SEATS,
            clock_ends=at + CLOCK_MS if self.dual and self.options.clock else None,
            series=series,
        )
        events = [DEALT_DUAL] if self.dual else [public_event("quatrefoil.event.dealt", seat=first)]
        if self.signals_always and not self.is_race:
            events.append(signals_event(tokens_in_place(state)))
        return state, tuple(events)

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

    def legal_moves(self, state: QuatrefoilState, seat: int) -> ListedMoves[QuatrefoilMove]:
        if state.ending:
            return LEGAL_MOVES[""]
        only_stack = state.actions >= self.max_actions
        if self.dual:
            return LEGAL_MOVES["stack" if only_stack else state.positions[seat]]
        if self._waits_for_looks(state):
            return LEGAL_MOVES["" if state.looked[seat] else "look"]
        can_signal = self.signals_by_hand and not state.shown[seat]
        if seat == state.turn:
            kind = "stack" if only_stack else "turn"
            return LEGAL_MOVES[f"{kind}, signal" if can_signal else kind]
        return LEGAL_MOVES["signal" if can_signal else ""]

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
            return self._stack(state, seat, at, chance)
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
            series=state.series,
        )
        event = action_event(seat, move, before[FREE], tokens[FREE])
        events = (event, signals_event(tokens_in_place(new))) if self.signals_always else (event,)
        if actions == self.max_actions:
            return new, (*events, public_event("quatrefoil.event.only_stack", limit=actions))
        return new, events

    def _stack(
        self, state: QuatrefoilState, seat: int, at: int, chance: Chance
    ) -> tuple[QuatrefoilState, Events]:
        ended = msgspec.structs.replace(state, ending="stack")
        event = public_event(f"quatrefoil.event.{'solved' if is_solved(ended) else 'not_solved'}")
        stacked = public_event("quatrefoil.event.stacked", seat=seat)
        ended, events = self._end_deal(ended, event, at, chance)
        return ended, (stacked, *events)

    def _end_deal(
        self, ended: QuatrefoilState, event: Event, at: int, chance: Chance
    ) -> tuple[QuatrefoilState, Events]:
        """End the game with `event`. In a series, score the deal and begin the next one."""
        if ended.series is msgspec.UNSET:
            return ended, (event,)
        series = add_deal(ended.series, ended, self.open_cards)
        scored = deal_event(series, ended.ending)
        if len(series.finished) == series.deals:
            return msgspec.structs.replace(ended, series=series), (scored,)
        first = (ended.turn - ended.actions + 1) % SEATS
        state, events = self._deal(chance, at=at, first=first, series=series)
        return state, (scored, *events)

    def deadline(self, state: QuatrefoilState) -> int | None:
        return None if state.ending else state.clock_ends

    def expire(
        self, state: QuatrefoilState, at: int, chance: Chance
    ) -> tuple[QuatrefoilState, Events]:
        ended = msgspec.structs.replace(state, ending="time")
        return self._end_deal(ended, public_event("quatrefoil.event.time_is_up"), at, chance)

    def outcome(self, state: QuatrefoilState) -> Outcome | None:
        if not state.ending:
            return None
        if state.series is not msgspec.UNSET:
            return series_outcome(state.series)
        return Outcome(
            winners=_ALL_SEATS if is_solved(state) else (),
            scores=(state.actions,) * SEATS,
            reason=Message(
                f"quatrefoil.outcome.{self._ending_kind(state)}",
                {"actions": state.actions, "par": _fewest_actions(state)},
            ),
        )

    def _ending_kind(self, state: QuatrefoilState) -> str:
        if state.ending != "stack":
            return state.ending
        if state.tokens == state.target:
            return "solved" if state.actions > _fewest_actions(state) else "solved_at_par"
        return "no_actions_left" if state.actions >= self.max_actions else "wrong"

    # Hidden information

    def view(self, state: QuatrefoilState, viewer: Viewer) -> QuatrefoilView:
        over = bool(state.ending)
        cards = known_cards(
            state.positions, state.target, state.looked, viewer, over, self.open_cards
        )
        return QuatrefoilView(
            seat=viewer if viewer in _ALL_SEATS else None,
            dealt=state.dealt,
            tokens=state.tokens,
            colours=cards.colours,
            positions=cards.positions,
            target=cards.target,
            signals=self.visible_signals(state),
            turn=None if self.dual else state.turn,
            actions=state.actions,
            looked=state.looked,
            clock_ends=state.clock_ends,
            par=_fewest_actions(state) if over or self.shows_fewest else None,
            ending=state.ending,
            left=self._actions_left(state),
            series=state.series,
        )

    def _actions_left(self, state: QuatrefoilState) -> int | None:
        left = self.max_actions - state.actions
        return None if self.options.limit is None and left > FEW_ACTIONS_LEFT else left

    def visible_signals(self, state: QuatrefoilState) -> tuple[bool | None, ...]:
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
            series=view.series,
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
        if state.series is not msgspec.UNSET:
            scores = [deal.score for deal in state.series.finished]
            assert state.series.total == sum(scores), "the total is the sum of the scores"
            assert len(scores) == self.deals or not state.ending, "all deals are played"


def _fewest_actions(state: QuatrefoilState) -> int:
    return distance(state.dealt, state.target)


def _with_flag(flags: tuple[bool, ...], seat: int) -> tuple[bool, ...]:
    return tuple(flag or index == seat for index, flag in enumerate(flags))


def _already_shown() -> IllegalMove:
    return IllegalMove("quatrefoil.refusal.shown_already", rule="quatrefoil:R8")


def _already_looked() -> IllegalMove:
    return IllegalMove("quatrefoil.refusal.looked_already", rule="quatrefoil:R16")
