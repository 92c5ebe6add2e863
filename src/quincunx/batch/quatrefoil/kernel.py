"""Quatrefoil on arrays: four seats place five tokens, and each knows a quarter of the target."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import jax
import jax.numpy as jnp
import numpy as np

from ..kernel import Array, Kernel
from ..randomness import random_words
from .arrangements import ARRANGEMENTS, ENTRY_OF_PUSH, GOAL, NEXT, PUSHES, PUSHES_AND_TWISTS
from .cards import OWNERS, POSITION_CARDS, POSITIONS, SEATS, SIGNALS, known_cards
from .observation import observe
from .par import par_table
from .table import FinishedDeals, QuatrefoilTable

STACK: Final = PUSHES_AND_TWISTS
SIGNAL: Final = STACK + 1
WAIT: Final = STACK + 3
ACTIONS: Final = WAIT + 1
MAX_ACTIONS: Final = 500
"""The most pushes and twists of a game, divided equally among its deals."""
MAX_OVER_PAR: Final = 10
"""The worst score of a deal."""

_ALL_SEATS: Final = (1 << SEATS) - 1
_IS_PUSH_OR_TWIST: Final = np.arange(ACTIONS) < PUSHES_AND_TWISTS
_DUAL: Final = np.array(
    [
        [
            action < PUSHES_AND_TWISTS and (action >= PUSHES or ENTRY_OF_PUSH[action] == position)
            for action in range(ACTIONS)
        ]
        for position in range(POSITIONS)
    ]
)
"""_DUAL[position]: the pushes and twists of the seat with that position card."""


@dataclass(frozen=True, kw_only=True)
class QuatrefoilKernel(Kernel[QuatrefoilTable]):
    """The base game, its variants and Dual, for one deal or several; without a clock."""

    colours_open: bool = False
    positions_open: bool = False
    is_dual: bool = False
    signals_by_hand: bool = False
    max_actions: int = MAX_ACTIONS
    """The most pushes and twists of a deal."""
    deals: int = 1

    name = "quatrefoil"
    num_seats = SEATS
    num_actions = ACTIONS
    wait = WAIT

    @property
    def asks_in_rounds(self) -> bool:
        return self.is_dual or self.signals_by_hand

    @property
    def pars(self) -> np.ndarray:
        """The number of actions that experts need, by goal and owners of a deal."""
        return par_table(
            colours_open=self.colours_open,
            positions_open=self.positions_open,
            is_dual=self.is_dual,
        )

    # The course of the game

    def deal(self, key: Array) -> QuatrefoilTable:
        arrangements, cards = len(ARRANGEMENTS), len(POSITION_CARDS)
        # The remainders of 32-bit words are uniform to within one part in a million.
        first, second = random_words(key, 2)
        dealt = (first % arrangements).astype(jnp.uint8)
        zeros = jnp.zeros(self.deals, jnp.uint8)
        is_series = self.deals > 1
        return QuatrefoilTable(
            dealt=dealt,
            tokens=dealt,
            target=(second % arrangements).astype(jnp.uint8),
            positions=(first // arrangements % cards).astype(jnp.uint8),
            seat=(second // arrangements % SEATS * (not self.is_dual)).astype(jnp.int8),
            actions=jnp.int16(0),
            is_over=jnp.bool_(False),
            shown=jnp.uint8(0) if self.signals_by_hand else None,
            finished=FinishedDeals(
                dealt=zeros,
                tokens=zeros,
                target=zeros,
                positions=zeros,
                first=zeros,
                actions=zeros.astype(jnp.int16),
                count=jnp.int8(0),
                total=jnp.int8(0),
            )
            if is_series
            else None,
        )

    def play(
        self, table: QuatrefoilTable, seat: Array, action: Array, key: Array | None
    ) -> QuatrefoilTable:
        acts, stacks = action < PUSHES_AND_TWISTS, action == STACK
        moved = jnp.asarray(NEXT)[table.tokens, jnp.minimum(action, PUSHES_AND_TWISTS - 1)]
        shown = table.shown
        if shown is not None:
            shows = jnp.where(action == SIGNAL, 1 << seat, 0).astype(jnp.uint8)
            shown = jnp.where(acts, 0, shown | shows).astype(jnp.uint8)
        after = replace(
            table,
            tokens=jnp.where(acts, moved, table.tokens),
            seat=((table.seat + acts) % SEATS).astype(jnp.int8),
            actions=table.actions + acts,
            shown=shown,
            is_over=stacks,
        )
        if table.finished is None:
            return after
        return self._with_series(after, table.finished, stacks, key)

    def _with_series(
        self, table: QuatrefoilTable, finished: FinishedDeals, stacks: Array, key: Array | None
    ) -> QuatrefoilTable:
        """Return the table of a series after an action; `stacks` is whether it ended a deal."""
        assert key is not None, "a stack deals the next deal of a series, which takes a key"
        scored = self._add_deal(table, finished)
        is_over = stacks & (scored.count == self.deals)
        following = self.deal(key)
        if not self.is_dual:
            following = replace(following, seat=_after(self._first(table)))
        deals_on = stacks & ~is_over
        return replace(
            jax.tree.map(
                lambda new, old: jnp.where(deals_on, new, old),
                replace(following, finished=scored),
                replace(table, finished=scored),
            ),
            finished=jax.tree.map(lambda new, old: jnp.where(stacks, new, old), scored, finished),
            is_over=is_over,
        )

    def _first(self, table: QuatrefoilTable) -> Array:
        """Return the seat that began the deal."""
        return ((table.seat - table.actions) % SEATS).astype(jnp.int8)

    def _add_deal(self, table: QuatrefoilTable, finished: FinishedDeals) -> FinishedDeals:
        """Return the finished deals with the deal of this table added."""
        first = self._first(table)
        goal = jnp.asarray(GOAL)[table.dealt, table.target]
        par = jnp.asarray(self.pars)[goal, jnp.asarray(OWNERS)[table.positions, first]]
        is_solved = table.tokens == table.target
        score = jnp.where(is_solved, jnp.minimum(table.actions - par, MAX_OVER_PAR), MAX_OVER_PAR)
        is_this = jnp.arange(self.deals) == finished.count
        return FinishedDeals(
            dealt=jnp.where(is_this, table.dealt, finished.dealt),
            tokens=jnp.where(is_this, table.tokens, finished.tokens),
            target=jnp.where(is_this, table.target, finished.target),
            positions=jnp.where(is_this, table.positions, finished.positions),
            first=jnp.where(is_this, first.astype(jnp.uint8), finished.first),
            actions=jnp.where(is_this, table.actions, finished.actions),
            count=finished.count + jnp.int8(1),
            total=finished.total + score.astype(jnp.int8),
        )

    # Whose turn it is

    def turn(self, table: QuatrefoilTable) -> Array:
        return table.seat.astype(jnp.int32)

    def active(self, table: QuatrefoilTable) -> Array:
        if self.is_dual:
            return jnp.broadcast_to(~table.is_over, SEATS)
        assert table.shown is not None
        has_shown = (table.shown >> jnp.arange(SEATS) & 1) == 1
        return self.awaited(table) | (~has_shown & ~table.is_over)

    def awaited(self, table: QuatrefoilTable) -> Array:
        if self.is_dual:
            return self.active(table)
        return (jnp.arange(SEATS) == table.seat) & ~table.is_over

    def legal(self, table: QuatrefoilTable, seat: Array) -> Array:
        may_act = table.actions < self.max_actions
        actions = np.arange(ACTIONS)
        if self.is_dual:
            position = jnp.asarray(POSITION_CARDS)[table.positions, seat]
            return (jnp.asarray(_DUAL)[position] & may_act | (actions == STACK)) & ~table.is_over
        on_turn = seat == table.seat
        mask = (_IS_PUSH_OR_TWIST & may_act | (actions == STACK)) & on_turn
        if table.shown is not None:
            mask |= (actions == SIGNAL) & ((table.shown >> seat & 1) == 0)
        return mask & ~table.is_over

    # The end

    def is_over(self, table: QuatrefoilTable) -> Array:
        return table.is_over

    def rewards(self, table: QuatrefoilTable) -> Array:
        ended = table if table.finished is None else table.finished
        is_solved = (ended.tokens == ended.target).all()
        return jnp.broadcast_to(jnp.where(is_solved, 1.0, -1.0).astype(jnp.float32), SEATS)

    # What a seat knows

    def observe(self, table: QuatrefoilTable, seat: Array) -> Array:
        shown = self._signals_shown(table)
        goal = jnp.asarray(GOAL)[table.tokens, table.target]
        return observe(
            table,
            seat,
            known_cards=known_cards(
                colours_open=self.colours_open,
                positions_open=self.positions_open,
                is_dual=self.is_dual,
            ),
            signals_shown=shown,
            signals_up=jnp.asarray(SIGNALS)[goal, table.positions] & shown,
            shows_turn=not self.is_dual,
            max_actions=self.max_actions,
        )

    def _signals_shown(self, table: QuatrefoilTable) -> Array:
        """Return a bit for each seat, set if its signal is shown."""
        if self.is_dual:
            return jnp.uint8(0)
        if table.shown is None:
            return jnp.uint8(_ALL_SEATS)
        return jnp.where(table.is_over, jnp.uint8(_ALL_SEATS), table.shown)


def _after(seat: Array) -> Array:
    """Return the next seat."""
    return ((seat + 1) % SEATS).astype(jnp.int8)
