"""Read a convention from its file, and look up the move that it prescribes.

A file holds only prescriptions: the move for each hand that the acting seat may hold. The possible
hands follow from the rules and from the earlier prescriptions, so the reader derives them again
(see `search.encode`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Final

from quincunx.games.quatrefoil.conventions.situations import (
    ALL_UP,
    DISTANCE,
    HAND_OF,
    MOVES,
    NEXT_SITUATION,
    SEATS,
    SIGNALS,
    SITUATIONS,
    SLOTS,
    apply_move,
    beliefs_after,
    group_by_hand,
    hand_number,
    open_cards,
    opening_beliefs,
)
from quincunx.games.quatrefoil.moves import QuatrefoilMove

FOLDER: Final = Path(__file__).parent

LETTERS: Final = "abcdefghij"
"""The letters for moves in the files, in the order of `MOVES`."""

PublicHistory = Sequence[tuple[QuatrefoilMove, int]]
"""Every action since the deal, and the signals after it."""


@dataclass(slots=True)
class ConventionNode:
    """A point of the game as all players see it: the prescription, and the nodes that follow."""

    prescription: dict[int, int]
    """The move for each hand that the acting seat may hold."""
    following: dict[tuple[int, int], ConventionNode] = field(default_factory=dict)
    """The next node by move and by the signals after it."""
    belief: frozenset[int] = frozenset()
    """The situations that are possible here for players who know the convention."""

    def last_move(self, hand: int) -> int:
        """Return the move that solves the most of the possible situations.

        The last action under a limit need not follow the prescription, because no later action
        depends on what it tells the others.
        """
        possible = [situation for situation in self.belief if HAND_OF[situation] == hand]
        solved = {
            move: sum(DISTANCE[NEXT_SITUATION[move][situation]] == 0 for situation in possible)
            for move in range(len(MOVES))
        }
        best = max(solved, key=lambda move: solved[move])
        return best if solved[best] else self.prescription[hand]


def _read_node(belief: frozenset[int], letters: Iterator[str]) -> ConventionNode:
    """Read the node for `belief` and its descendants from the letters."""
    if len(belief) == 1:
        return _solved_node(next(iter(belief)))
    hands = group_by_hand(belief)
    node = ConventionNode({hand: LETTERS.index(next(letters)) for hand in hands}, belief=belief)
    for move in sorted(set(node.prescription.values())):
        sharing = [
            situation
            for hand, situations in hands.items()
            if node.prescription[hand] == move
            for situation in situations
        ]
        for signals, following in beliefs_after(move, sharing).items():
            node.following[move, signals] = _read_node(following, letters)
    return node


def _solved_node(situation: int) -> ConventionNode:
    """Return the node of a single situation: the first move in `MOVES` that leads nearer."""
    move = next(
        move
        for move in range(len(MOVES))
        if DISTANCE[NEXT_SITUATION[move][situation]] < DISTANCE[situation]
    )
    node = ConventionNode({HAND_OF[situation]: move}, belief=frozenset({situation}))
    outcome = NEXT_SITUATION[move][situation]
    if SIGNALS[outcome] != ALL_UP:
        node.following[move, SIGNALS[outcome]] = _solved_node(outcome)
    return node


def _as_seen_by(seat: int, signals: int) -> int:
    """Convert signals by seat into signals by turns away from `seat`."""
    return (signals >> seat | signals << (SEATS - seat)) & ALL_UP


class Convention:
    """A convention for one mode: which cards are open."""

    def __init__(self, mode: str, texts: Sequence[str]) -> None:
        self.mode = mode
        self._roots: dict[tuple[tuple[int, ...], int], ConventionNode] = {}
        for (key, belief), text in zip(opening_beliefs(mode).items(), texts, strict=True):
            if key[1] != ALL_UP:
                letters = iter(text)
                self._roots[key] = _read_node(belief, letters)
                if next(letters, None) is not None:
                    raise ValueError(f"{mode}: letters left over for opening {key}")

    def action(
        self,
        view: tuple[int, ...],
        signals: int,
        history: PublicHistory,
        colour: int,
        position: int,
        *,
        last: bool = False,
    ) -> QuatrefoilMove | None:
        """Return the move of the acting seat, or `None` if a player has left the convention.

        `view` are the open cards (see `open_cards`), `signals` those at the deal, `colour` and
        `position` the seat's own cards. `last` says that this is the last action before the stack.
        """
        if (history[-1][1] if history else signals) == ALL_UP:
            return QuatrefoilMove.STACK
        node: ConventionNode | None = self._roots[view, signals]
        tokens = tuple(SLOTS)
        for turn, (action, bits) in enumerate(history, start=1):
            move = MOVES.index(action)
            tokens = apply_move(move, tokens)
            node = node and node.following.get((move, _as_seen_by(turn % SEATS, bits)))
        if node is None:
            return None
        hand = hand_number(tokens.index(colour), position)
        if hand not in node.prescription:
            return None
        return MOVES[node.last_move(hand) if last else node.prescription[hand]]

    def length(self, situation: int) -> int:
        """Return how many actions four players who follow it need from that deal to the stack."""
        actions, node = 0, self._roots.get(self._opening(situation))
        while SIGNALS[situation] != ALL_UP:
            assert node is not None, "the convention covers every deal"
            move = node.prescription[HAND_OF[situation]]
            situation = NEXT_SITUATION[move][situation]
            actions, node = actions + 1, node.following.get((move, SIGNALS[situation]))
        return actions

    def _opening(self, situation: int) -> tuple[tuple[int, ...], int]:
        return open_cards(self.mode, SITUATIONS[situation]), SIGNALS[situation]


@lru_cache(8)
def load_convention(mode: str) -> Convention:
    """Load the convention for a mode: base, positions-open or colours-open."""
    content = json.loads((FOLDER / f"{mode}.json").read_text("utf-8"))
    return Convention(mode, content["openings"])
