"""Information-set Monte Carlo tree search: a bot for games with hidden information and chance.

The algorithm is single-observer IS-MCTS: P. I. Cowling, E. J. Powley and D. Whitehouse,
"Information Set Monte Carlo Tree Search", IEEE Transactions on Computational Intelligence and AI in
Games 4 (2), 2012, pages 120 to 143. Each iteration

1. draws a random state that is consistent with all that the seat knows (`turn.determinise`),
2. descends a tree that all these states share: its nodes are what the searching seat can tell
   apart, and only the moves that are legal in the drawn state are considered,
3. adds one move to the tree, plays on at random to the end, and counts the result for every move
   on the way.

Moves are selected by UCB1 for moves that are not always available: instead of the visits of the
parent, a move counts how often it could have been selected. Chance is drawn anew in each iteration,
and the results that the seat sees lead to different nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from math import log, sqrt
from random import Random
from typing import Any, Final

from quincunx.core.bots import AnyTurn, Bot
from quincunx.core.chance import FastChance
from quincunx.core.outcome import Outcome
from quincunx.core.rules import AnyRules

__all__ = ["IsMctsBot", "random_move"]

Rollout = Callable[[AnyRules, Any, int, Random], Any]
"""Chooses a move for a seat in a state, to play on beyond the tree."""

DEFAULT_ITERATIONS: Final = 500
DEFAULT_EXPLORATION: Final = 0.15
"""Small, because a few hundred iterations are few for thirty or more legal moves."""

MARGIN_SCALE: Final = 20
"""The margin in points that counts half as much as the largest possible one."""


def random_move(rules: AnyRules, state: Any, seat: int, rng: Random) -> Any:
    """Return a random legal move."""
    return rules.legal_moves(state, seat).sample(rng)


def reward(outcome: Outcome, seat: int) -> float:
    """Return how good the outcome is for a seat, from 0 to 1: half for the win, half for points.

    A tie divides the win, and a joint win of all seats counts in full. The points are the margin
    over the best other seat, or the seat's own points if it plays alone.
    """
    winners, scores = outcome.winners, outcome.scores
    joint = len(winners) == len(scores)
    win = 0.0 if seat not in winners else 1.0 if joint else 1 / len(winners)
    others = [score for other, score in enumerate(scores) if other != seat]
    margin = scores[seat] - max(others, default=0)
    return (win + (1 + margin / (abs(margin) + MARGIN_SCALE)) / 2) / 2


class IsMctsBot(Bot[Any, Any]):
    """Searches with single-observer IS-MCTS.

    It knows no strategy of any game, and the other seats are assumed to play for themselves and to
    see what this seat sees. It plays games whose legal moves can all be listed.
    """

    games = ("quatrefoil", "coloryam", "quivvit")

    def __init__(
        self,
        iterations: int = DEFAULT_ITERATIONS,
        *,
        exploration: float = DEFAULT_EXPLORATION,
        rollout: Rollout = random_move,
    ) -> None:
        """`iterations` is the number of simulated games for a move, unless `turn.work` says it."""
        self.work = iterations
        self.exploration = exploration
        self.rollout = rollout

    def choose(self, turn: AnyTurn) -> Any:
        """Return the move that was tried most often."""
        moves = list(turn.legal_moves)
        if len(moves) == 1:
            return moves[0]
        root = _Node()
        for _ in range(turn.work or self.work):
            _Iteration(self, turn).run(root)
        return max(root.tries.values(), key=lambda tried: tried.visits).move


class _Try:
    """What is known about one move of a seat at one node."""

    __slots__ = ("available", "children", "move", "reward", "seat", "visits")

    def __init__(self, seat: int, move: Any) -> None:
        self.seat = seat
        self.move = move
        self.visits = 0
        self.available = 0
        """How often the move was legal when a move was selected here."""
        self.reward = 0.0
        """The sum of the rewards of the seat that moves."""
        self.children: dict[Hashable, _Node] = {}
        """By what the searching seat sees after the move."""

    def upper_bound(self, exploration: float) -> float:
        """Return the upper confidence bound of the mean reward."""
        mean = self.reward / self.visits
        return mean + exploration * sqrt(log(self.available) / self.visits)


class _Node:
    """An information set of the searching seat."""

    __slots__ = ("tries",)

    def __init__(self) -> None:
        self.tries: dict[tuple[int, Any], _Try] = {}

    def select(self, seat: int, moves: list[Any], exploration: float, rng: Random) -> _Try:
        """Return a legal move that was never tried, or else the one with the best upper bound."""
        tries = [self._find(seat, move) for move in moves]
        for tried in tries:
            tried.available += 1
        untried = [tried for tried in tries if not tried.visits]
        if untried:
            return rng.choice(untried)
        return max(tries, key=lambda tried: tried.upper_bound(exploration))

    def _find(self, seat: int, move: Any) -> _Try:
        key = (seat, move)
        tried = self.tries.get(key)
        if tried is None:
            tried = self.tries[key] = _Try(seat, move)
        return tried


class _Iteration:
    """One simulated game from a random state that is consistent with what the seat knows."""

    def __init__(self, bot: IsMctsBot, turn: AnyTurn) -> None:
        self.bot = bot
        self.rules = turn.rules
        self.observer = turn.seat
        self.first_seat: int | None = turn.seat
        self.now = turn.last_event_at
        self.rng = turn.rng
        self.chance = FastChance(turn.rng)
        self.state = turn.determinise()

    def run(self, root: _Node) -> None:
        """Descend the tree, add one move to it, play on, and count the result."""
        node, path = root, []
        while (seat := self._next_seat()) is not None:
            moves = list(self.rules.legal_moves(self.state, seat))
            tried = node.select(seat, moves, self.bot.exploration, self.rng)
            path.append(tried)
            self._apply(seat, tried.move)
            tried.visits += 1
            if tried.visits == 1:
                break
            node = tried.children.setdefault(self.rules.view(self.state, self.observer), _Node())
        outcome = self._play_on()
        for tried in path:
            tried.reward += reward(outcome, tried.seat)

    def _play_on(self) -> Outcome:
        while (seat := self._next_seat()) is not None:
            self._apply(seat, self.bot.rollout(self.rules, self.state, seat, self.rng))
        outcome = self.rules.outcome(self.state)
        assert outcome is not None, "no seat is awaited and no deadline is set: the game is over"
        return outcome

    def _next_seat(self) -> int | None:
        """Return the seat that moves next, after the deadlines; `None` when the game is over."""
        if self.first_seat is not None:
            # Of several awaited seats the searching one begins.
            seat, self.first_seat = self.first_seat, None
            return seat
        while self.rules.outcome(self.state) is None:
            awaited = self.rules.awaited(self.state)
            if awaited:
                return awaited[0]
            deadline = self.rules.deadline(self.state)
            assert deadline is not None, "a game that waits for no seat waits for a deadline"
            self.now = max(self.now, deadline)
            self.state, _ = self.rules.expire(self.state, deadline, self.chance)
        return None

    def _apply(self, seat: int, move: Any) -> None:
        self.state, _ = self.rules.apply(self.state, seat, move, self.now, self.chance)
