"""The levels: easy, medium and expert.

Where the target is open, all levels know a shortest solution. Otherwise `easy` only moves its own
token, `medium` weighs every deal that agrees with the cards and signals it has seen, and `expert`
plays by a convention if all partners are experts. With signals shown at all times, no convention
that wins every deal needs fewer actions on average.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Final, cast

from quincunx.core.bots import Bot, Turn, bot_levels
from quincunx.core.observation import Observation
from quincunx.games.quatrefoil.moves import SOURCES, QuatrefoilMove, apply_action
from quincunx.games.quatrefoil.rules import QuatrefoilRules
from quincunx.games.quatrefoil.rules.possible_deals import (
    DEALT_EVENTS,
    SeenArrangement,
    arrangement_history,
)
from quincunx.games.quatrefoil.solver import best_actions, distance
from quincunx.games.quatrefoil.state import SEATS, QuatrefoilView
from quincunx.games.quatrefoil.tokens import POSITIONS, Arrangement

ArrangementHistory = list[SeenArrangement]
QuatrefoilTurn = Turn[QuatrefoilMove, QuatrefoilView]


class QuatrefoilBot(Bot[QuatrefoilMove, QuatrefoilView]):
    """What all levels share: when to act, and what to do where nothing is hidden."""

    mistake_rate: ClassVar[float] = 0.0
    """The probability of a random action although the best one is known."""
    delay_ms: ClassVar[tuple[int, int]]
    """The shortest and longest time in milliseconds between an event and the bot's action."""

    def choose(self, turn: QuatrefoilTurn) -> QuatrefoilMove:
        view, moves = turn.view, turn.legal_moves
        if QuatrefoilMove.LOOK in moves:
            return QuatrefoilMove.LOOK
        if QuatrefoilMove.SIGNAL in moves and self._should_signal(view):
            return QuatrefoilMove.SIGNAL
        if not any(move in SOURCES for move in moves):
            # The action limit is reached: only the stack remains.
            return QuatrefoilMove.STACK
        if None not in view.target:
            return self._choose_with_open_target(turn)
        return self._choose_with_hidden_cards(
            turn, arrangement_history(view.dealt, turn.observations)
        )

    def _choose_with_open_target(self, turn: QuatrefoilTurn) -> QuatrefoilMove:
        view, rng = turn.view, turn.rng
        target = cast(Arrangement, view.target)
        if view.tokens == target:
            return QuatrefoilMove.STACK
        possible = [move for move in turn.legal_moves if move in SOURCES]
        if rng.random() < self.mistake_rate:
            return rng.choice(possible)
        nearest = min(distance(apply_action(view.tokens, move), target) for move in possible)
        return rng.choice(
            [m for m in possible if distance(apply_action(view.tokens, m), target) == nearest]
        )

    @abstractmethod
    def _choose_with_hidden_cards(
        self, turn: QuatrefoilTurn, history: ArrangementHistory
    ) -> QuatrefoilMove:
        """Return a push, a twist or the stack while some cards are hidden."""

    # Signals by hand

    def _should_signal(self, view: QuatrefoilView) -> bool:
        """A thumb down tells the others as much as a thumb up, so the bot always signals."""
        return True

    def _is_in_place(self, view: QuatrefoilView) -> bool:
        assert view.seat is not None
        position = view.positions[view.seat]
        return position is not None and (
            view.tokens[POSITIONS.index(position)] == view.colours[view.seat]
        )

    # Timing

    def acts_at(self, turn: QuatrefoilTurn) -> int | None:
        view, last, rules = turn.view, turn.last_event_at, _rules(turn)
        if not (rules.dual or rules.signals_by_hand or rules.is_race):
            # It does not matter how fast the bot acts.
            return last + (NEXT_DEAL_MS if _begins_next_deal(turn.observations) else 0)
        delay = self._shortened_delay(view, last, turn.rng.randint(*self.delay_ms))
        if QuatrefoilMove.LOOK in turn.legal_moves:
            return last + delay
        if QuatrefoilMove.SIGNAL in turn.legal_moves and self._should_signal(view):
            return last + delay // 3
        if rules.dual:
            extra_wait = 0 if self._has_a_good_move(turn) else DUAL_WAIT_MS
            return last + delay + self._shortened_delay(view, last, extra_wait)
        return last + delay if view.turn == turn.seat else None

    def _shortened_delay(self, view: QuatrefoilView, now: int, delay: int) -> int:
        """Shorten the delay as the clock runs down, but not below what a person needs."""
        if view.clock_ends is None or delay == 0:
            return delay
        left = max(0, view.clock_ends - now)
        return max(MIN_DELAY_MS, min(delay, delay * left // CALM_MS))

    def _has_a_good_move(self, turn: QuatrefoilTurn) -> bool:
        target = cast(Arrangement, turn.view.target)
        if turn.view.tokens == target:
            return True
        return any(move in turn.legal_moves for move in best_actions(turn.view.tokens, target))


def _rules(turn: QuatrefoilTurn) -> QuatrefoilRules:
    return cast(QuatrefoilRules, turn.rules)


MIN_DELAY_MS: Final = 800
"""The shortest time in which a person could see an event and act."""
CALM_MS: Final = 90_000
"""With more time than this on the clock bots do not hurry."""
NEXT_DEAL_MS: Final = 2500
"""How long players need to see how the last deal of a series ended."""
DUAL_WAIT_MS: Final = 6000
"""In Dual, how much longer a bot waits if another seat has the good moves."""


class QuatrefoilEasyBot(QuatrefoilBot):
    """Brings its own token nearer or keeps it in place, and ignores the others."""

    mistake_rate = 0.3
    delay_ms = (3000, 6000)

    def _choose_with_hidden_cards(
        self, turn: QuatrefoilTurn, history: ArrangementHistory
    ) -> QuatrefoilMove:
        view = turn.view
        if all(view.signals):
            return QuatrefoilMove.STACK
        from quincunx.games.quatrefoil.bots.ad_hoc_play import TOKEN_DISTANCE

        assert view.seat is not None
        home = POSITIONS.index(cast(str, view.positions[view.seat]))
        colour = cast(str, view.colours[view.seat])
        away = {
            move: TOKEN_DISTANCE[apply_action(view.tokens, move).index(colour), home]
            for move in SOURCES
        }
        # A token in place need not move: then the distance 0 is enough.
        wanted_distance = max(0, TOKEN_DISTANCE[view.tokens.index(colour), home] - 1)
        wanted = [move for move in SOURCES if away[move] <= wanted_distance]
        return turn.rng.choice(wanted or list(SOURCES))

    def _should_signal(self, view: QuatrefoilView) -> bool:
        """A beginner shows a thumb up and forgets that a thumb down would help as well."""
        return self._is_in_place(view)


class QuatrefoilMediumBot(QuatrefoilBot):
    """Weighs every possible deal, and reads no convention into the actions of others."""

    mistake_rate = 0.1
    delay_ms = (2000, 4500)

    def _choose_with_hidden_cards(
        self, turn: QuatrefoilTurn, history: ArrangementHistory
    ) -> QuatrefoilMove:
        from quincunx.games.quatrefoil.bots.ad_hoc_play import PlayerKnowledge, ad_hoc_action

        view = turn.view
        assert view.seat is not None
        return ad_hoc_action(
            PlayerKnowledge(
                seat=view.seat,
                colour=cast(str, view.colours[view.seat]),
                position=POSITIONS.index(cast(str, view.positions[view.seat])),
                arrangements=[seen.tokens for seen in history],
                signals=[seen.signals for seen in history],
                open_positions=_open_positions(view),
                open_colours=_open_colours(view),
                first_seat=_first_seat(view),
                left=view.left,
            )
        )


class QuatrefoilExpertBot(QuatrefoilMediumBot):
    """Plays by a convention if all partners are experts, and otherwise like medium."""

    mistake_rate = 0.0
    delay_ms = (1200, 2600)

    def _choose_with_hidden_cards(
        self, turn: QuatrefoilTurn, history: ArrangementHistory
    ) -> QuatrefoilMove:
        # A convention needs four players who follow it, and every signal.
        if len(turn.partners) == SEATS - 1 and all(None not in seen.signals for seen in history):
            move = self._by_convention(turn.view, history)
            if move is not None:
                return move
        return super()._choose_with_hidden_cards(turn, history)

    def _by_convention(
        self, view: QuatrefoilView, history: ArrangementHistory
    ) -> QuatrefoilMove | None:
        from quincunx.games.quatrefoil.conventions import load_convention

        assert view.seat is not None
        first = _first_seat(view)
        seats = [(first + turn) % SEATS for turn in range(SEATS)]
        positions, colours = _open_positions(view), _open_colours(view)
        if positions is not None:
            owners = (seats.index(positions.index(place)) for place in range(SEATS))
            mode, opened = "positions-open", tuple(owners)
        elif colours is not None:
            mode, opened = "colours-open", tuple(view.dealt.index(colours[s]) for s in seats)
        else:
            mode, opened = "base", ()
        return load_convention(mode).action(
            opened,
            _bits(history[0], seats),
            [(cast(QuatrefoilMove, seen.action), _bits(seen, seats)) for seen in history[1:]],
            colour=view.dealt.index(cast(str, view.colours[view.seat])),
            position=POSITIONS.index(cast(str, view.positions[view.seat])),
            last=view.left == 1,
        )


def _begins_next_deal(observations: Sequence[Observation[QuatrefoilMove]]) -> bool:
    """Whether nothing has happened yet in a deal that is not the first."""
    return len(observations) > 1 and any(
        message.id in DEALT_EVENTS for message in observations[-1].events
    )


def _bits(seen: SeenArrangement, seats: list[int]) -> int:
    """Return the signals as a bit set in the order of turns."""
    return sum(1 << turn for turn, seat in enumerate(seats) if seen.signals[seat])


def _first_seat(view: QuatrefoilView) -> int:
    assert view.turn is not None
    return (view.turn - view.actions) % SEATS


def _open_positions(view: QuatrefoilView) -> tuple[int, ...] | None:
    """Return every seat's position, or `None` if positions are hidden."""
    if None in view.positions:
        return None
    return tuple(POSITIONS.index(cast(str, position)) for position in view.positions)


def _open_colours(view: QuatrefoilView) -> tuple[str, ...] | None:
    """Return every seat's colour, or `None` if colours are hidden."""
    return None if None in view.colours else cast(tuple[str, ...], view.colours)


BOTS: Final = bot_levels(QuatrefoilEasyBot, QuatrefoilMediumBot, QuatrefoilExpertBot)
