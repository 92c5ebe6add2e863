"""The players: easy, medium, expert.

Where the target is open, all of them know the exact way. Otherwise `easy` looks after its own
token, `medium` reasons about all that the cards and thumbs leave possible, and `expert` plays, with
partners of its kind, by a convention. With thumbs shown at all times, no convention that wins every
deal needs fewer actions on average.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from random import Random
from typing import ClassVar, Final, cast

from quincunx.core.bots import Bot, RandomBot
from quincunx.core.observation import Observation
from quincunx.games.quatrefoil.moves import SOURCES, QuatrefoilMove, apply_action
from quincunx.games.quatrefoil.possible_deals import ALL_DEALS, SeenArrangement, arrangement_history
from quincunx.games.quatrefoil.rules import QuatrefoilRules
from quincunx.games.quatrefoil.solver import best_actions, distance
from quincunx.games.quatrefoil.state import SEATS, QuatrefoilView
from quincunx.games.quatrefoil.tokens import POSITIONS, Arrangement

Seens = list[SeenArrangement]


class QuatrefoilBot(Bot[QuatrefoilMove, QuatrefoilView]):
    """What all levels have in common: when to act, and what to do where nothing is hidden."""

    slips: ClassVar[float] = 0.0
    """How often it misses the best move although it could see it."""
    pace: ClassVar[tuple[int, int]]
    """Between which times, in milliseconds, it acts after something has happened."""

    rules: QuatrefoilRules

    def choose(
        self,
        view: QuatrefoilView,
        observations: Sequence[Observation[QuatrefoilMove]],
        partners: frozenset[int],
        work: int,
        rng: Random,
    ) -> QuatrefoilMove:
        moves = self._moves(view)
        if QuatrefoilMove.LOOK in moves:
            return QuatrefoilMove.LOOK
        if QuatrefoilMove.SIGNAL in moves and self._wants_to_signal(view):
            return QuatrefoilMove.SIGNAL
        if not any(move in SOURCES for move in moves):
            # The action limit is reached: only the stack remains.
            return QuatrefoilMove.STACK
        if None not in view.target:
            return self._open_choice(view, moves, rng)
        return self._hidden_choice(
            view, arrangement_history(view.dealt, observations), partners, rng
        )

    def _moves(self, view: QuatrefoilView) -> tuple[QuatrefoilMove, ...]:
        """Legal moves follow from the view: of all cards, only one's own position matters."""
        assert view.seat is not None
        own = view.positions[view.seat]
        deal = next(deal for deal in ALL_DEALS if own in (None, deal.positions[view.seat]))
        return tuple(self.rules.moves(self.rules.state_of(view, deal), view.seat))

    def _open_choice(
        self, view: QuatrefoilView, moves: tuple[QuatrefoilMove, ...], rng: Random
    ) -> QuatrefoilMove:
        target = cast(Arrangement, view.target)
        if view.tokens == target:
            return QuatrefoilMove.STACK
        possible = [move for move in moves if move in SOURCES]
        if rng.random() < self.slips:
            return rng.choice(possible)
        nearest = min(distance(apply_action(view.tokens, move), target) for move in possible)
        return rng.choice(
            [m for m in possible if distance(apply_action(view.tokens, m), target) == nearest]
        )

    @abstractmethod
    def _hidden_choice(
        self, view: QuatrefoilView, story: Seens, partners: frozenset[int], rng: Random
    ) -> QuatrefoilMove:
        """A push, a twist or the stack, where somebody's cards are hidden."""

    # Signals by hand

    def _wants_to_signal(self, view: QuatrefoilView) -> bool:
        """Down tells as much as up: whoever can signal does."""
        return True

    def _is_right(self, view: QuatrefoilView) -> bool:
        assert view.seat is not None
        position = view.positions[view.seat]
        return position is not None and (
            view.tokens[POSITIONS.index(position)] == view.colours[view.seat]
        )

    # Time

    def acts_at(
        self, view: QuatrefoilView, observations: Sequence[Observation[QuatrefoilMove]], rng: Random
    ) -> int | None:
        last = observations[-1].at
        if not self._in_real_time():
            return last
        assert view.seat is not None
        moves = self._moves(view)
        delay = self._hurried(view, last, rng.randint(*self.pace))
        if QuatrefoilMove.LOOK in moves:
            return last + delay
        if QuatrefoilMove.SIGNAL in moves and self._wants_to_signal(view):
            return last + delay // 3
        if self.rules.dual:
            patience = 0 if self._has_a_good_move(view, moves) else DUAL_WAIT_MS
            return last + delay + self._hurried(view, last, patience)
        return last + delay if view.turn == view.seat else None

    def _hurried(self, view: QuatrefoilView, now: int, delay: int) -> int:
        """The delay, shorter the less time a clock leaves, but no shorter than a person can."""
        if view.clock_ends is None or delay == 0:
            return delay
        left = max(0, view.clock_ends - now)
        return max(MIN_DELAY_MS, min(delay, delay * left // CALM_MS))

    def _in_real_time(self) -> bool:
        """Where others may act at any time, or a clock runs, one's pace is part of the game."""
        return self.rules.dual or self.rules.by_hand or self.rules.race

    def _has_a_good_move(self, view: QuatrefoilView, moves: tuple[QuatrefoilMove, ...]) -> bool:
        target = cast(Arrangement, view.target)
        if view.tokens == target:
            return True
        return not set(best_actions(view.tokens, target)).isdisjoint(moves)


MIN_DELAY_MS: Final = 800
"""The shortest time in which a person sees what has happened and acts."""
CALM_MS: Final = 90_000
"""With more time than this on the clock nobody hurries."""
DUAL_WAIT_MS: Final = 6000
"""In Dual, how much longer one waits, in milliseconds, if the good moves are somebody else's."""


class QuatrefoilEasyBot(QuatrefoilBot):
    """Brings its own token nearer or keeps it in place, and hopes that the others do too."""

    slips = 0.3
    pace = (3000, 6000)

    def _hidden_choice(
        self, view: QuatrefoilView, story: Seens, partners: frozenset[int], rng: Random
    ) -> QuatrefoilMove:
        if all(view.signals):
            return QuatrefoilMove.STACK
        from quincunx.games.quatrefoil.ad_hoc_play import TOKEN_DISTANCE

        assert view.seat is not None
        home = POSITIONS.index(cast(str, view.positions[view.seat]))
        colour = cast(str, view.colours[view.seat])
        away = {
            move: TOKEN_DISTANCE[apply_action(view.tokens, move).index(colour), home]
            for move in SOURCES
        }
        # A token in place has nowhere nearer to go; that it stays will do.
        enough = max(0, TOKEN_DISTANCE[view.tokens.index(colour), home] - 1)
        wanted = [move for move in SOURCES if away[move] <= enough]
        return rng.choice(wanted or list(SOURCES))

    def _wants_to_signal(self, view: QuatrefoilView) -> bool:
        """A beginner gives a thumbs up and forgets that down would help as well."""
        return self._is_right(view)


class QuatrefoilMediumBot(QuatrefoilBot):
    """Weighs every deal that is still possible, and reads no code into what others do."""

    slips = 0.1
    pace = (2000, 4500)

    def _hidden_choice(
        self, view: QuatrefoilView, story: Seens, partners: frozenset[int], rng: Random
    ) -> QuatrefoilMove:
        from quincunx.games.quatrefoil.ad_hoc_play import PlayerKnowledge, ad_hoc_action

        assert view.seat is not None
        return ad_hoc_action(
            PlayerKnowledge(
                seat=view.seat,
                colour=cast(str, view.colours[view.seat]),
                position=POSITIONS.index(cast(str, view.positions[view.seat])),
                arrangements=[seen.tokens for seen in story],
                signals=[seen.signals for seen in story],
                open_positions=_open_positions(view),
                open_colours=_open_colours(view),
                first_seat=_first_seat(view),
                left=view.left,
            )
        )


class QuatrefoilExpertBot(QuatrefoilMediumBot):
    """Plays by a convention with partners of its kind, and like medium beside others."""

    slips = 0.0
    pace = (1200, 2600)

    def _hidden_choice(
        self, view: QuatrefoilView, story: Seens, partners: frozenset[int], rng: Random
    ) -> QuatrefoilMove:
        # A convention holds while all play by it and every thumb has been seen.
        if len(partners) == SEATS - 1 and all(None not in seen.signals for seen in story):
            move = self._by_convention(view, story)
            if move is not None:
                return move
        return super()._hidden_choice(view, story, partners, rng)

    def _by_convention(self, view: QuatrefoilView, story: Seens) -> QuatrefoilMove | None:
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
            _bits(story[0], seats),
            [(cast(QuatrefoilMove, seen.action), _bits(seen, seats)) for seen in story[1:]],
            colour=view.dealt.index(cast(str, view.colours[view.seat])),
            position=POSITIONS.index(cast(str, view.positions[view.seat])),
            last=view.left == 1,
        )


def _bits(seen: SeenArrangement, seats: list[int]) -> int:
    """Signals as a number, bit by bit in the order of turns."""
    return sum(1 << turn for turn, seat in enumerate(seats) if seen.signals[seat])


def _first_seat(view: QuatrefoilView) -> int:
    assert view.turn is not None
    return (view.turn - view.actions) % SEATS


def _open_positions(view: QuatrefoilView) -> tuple[int, ...] | None:
    """Each seat's position, where they lie open."""
    if None in view.positions:
        return None
    return tuple(POSITIONS.index(cast(str, position)) for position in view.positions)


def _open_colours(view: QuatrefoilView) -> tuple[str, ...] | None:
    """Each seat's colour, where they lie open."""
    return None if None in view.colours else cast(tuple[str, ...], view.colours)


BOTS: Final = {
    "easy": QuatrefoilEasyBot,
    "medium": QuatrefoilMediumBot,
    "expert": QuatrefoilExpertBot,
    "random": RandomBot,
}
