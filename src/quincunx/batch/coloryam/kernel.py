"""ColorYam on arrays: six coloured dice, three rolls, ten lines, and second chances."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import jax.numpy as jnp

from ..kernel import Array, Kernel
from ..randomness import random_words
from .dice import ALL_DICE, DICE, ROLLS, ROLLS_PER_ATTEMPT, faces_of_number
from .observation import observe
from .scoring import line_points, rewards
from .sheet import (
    ABOVE,
    COLORYAM_LINES,
    EMPTY,
    HAS_CHALLENGE,
    LINES,
    X,
    first_open_line,
    free_field,
    meets_challenge,
    random_challenges,
)
from .table import ColorYamTable

CROSS: Final = ALL_DICE + 1
ENTER: Final = ALL_DICE + 2
ACTIONS: Final = ALL_DICE + 3


@dataclass(frozen=True)
class ColorYamKernel(Kernel[ColorYamTable]):
    """The rules of ColorYam for one to five seats."""

    seats: int
    challenges: tuple[int, ...] | None
    """The codes of the sheet’s challenges; `None` if every game draws its own."""
    beginner: bool = False

    @property
    def name(self) -> str:
        return "coloryam"

    @property
    def num_seats(self) -> int:
        return self.seats

    @property
    def num_actions(self) -> int:
        return ACTIONS

    def deal(self, key: Array) -> ColorYamTable:
        return ColorYamTable(
            challenges=random_challenges(key) if self.challenges is None else None,
            entries=jnp.full((self.seats, LINES), EMPTY, jnp.int8),
            seat=jnp.int8(0),
            line=jnp.int8(0),
            dice=jnp.ones(DICE, jnp.int8),
            rolls=jnp.int8(0),
            second_chances=jnp.int8(0),
            is_choosing=jnp.bool_(False),
        )

    def play(
        self, table: ColorYamTable, seat: Array, action: Array, key: Array | None
    ) -> ColorYamTable:
        assert key is not None, "rolling dice takes a key"
        # One word decides the dice and which seat begins the next line. Its quotient and its
        # remainder are uniform to within one part in 15,000.
        (word,) = random_words(key, 1)
        chooses = table.is_choosing
        thrown = faces_of_number(word % ROLLS) + 1
        is_kept = (action >> jnp.arange(DICE)) & 1 == 1
        dice = jnp.where(chooses | is_kept, table.dice, thrown)
        stops = action == ALL_DICE
        rolls = jnp.where(chooses | stops, table.rolls, table.rolls + 1)
        ends = ~chooses & (stops | (rolls == ROLLS_PER_ATTEMPT))

        own, total = table.entries[seat], dice.sum(dtype=jnp.int8)
        may_enter = self.beginner | (total > own[COLORYAM_LINES].max())
        field, is_free = free_field(own, table.line)
        is_met = meets_challenge(self._challenges(table), table.line, dice)
        has_challenge = jnp.asarray(HAS_CHALLENGE)[table.line]
        misses = ends & has_challenge & ~is_met & may_enter & is_free
        tries_again = chooses & (action == ENTER)
        completes = (ends & ~misses) | (chooses & (action == CROSS))
        fits = ends & jnp.where(has_challenge, is_met, may_enter)

        written = jnp.where(tries_again, field, jnp.where(completes, table.line, LINES))
        entry = jnp.where(tries_again | fits, total, X).astype(jnp.int8)
        # Writing to the line after the last one has no effect.
        entries = table.entries.at[seat, written].set(entry, mode="drop")
        starts_afresh = tries_again | completes
        line = first_open_line(entries)
        next_seat = self._next_seat(entries, table.line, line, seat, word // ROLLS)
        return replace(
            table,
            entries=entries,
            seat=jnp.where(completes, next_seat, seat).astype(jnp.int8),
            line=line,
            dice=dice,
            rolls=jnp.where(starts_afresh, 0, rolls).astype(jnp.int8),
            second_chances=jnp.where(completes, 0, table.second_chances + tries_again).astype(
                jnp.int8
            ),
            is_choosing=misses,
        )

    def _challenges(self, table: ColorYamTable) -> Array:
        if table.challenges is not None:
            return table.challenges
        return jnp.asarray(self.challenges, jnp.int16)

    def _next_seat(
        self, entries: Array, line_before: Array, line: Array, seat: Array, word: Array
    ) -> Array:
        """Return the seat on turn after `seat` completed a line; any seat if the game is over."""
        if self.seats == 1:
            return seat
        above = jnp.where(jnp.asarray(ABOVE)[line], line_points(entries), 0)
        points = above.sum(1, dtype=jnp.int8)
        # Tied seats roll dice until one is ahead, so each is equally likely to begin.
        is_best = points == points.max()
        chosen = word % is_best.sum(dtype=jnp.uint32)
        seats = jnp.arange(self.seats)
        best_before = (is_best & (seats[:, None] > seats)).sum(1, dtype=jnp.uint32)
        begins = jnp.where(is_best & (best_before == chosen), seats, 0).sum()
        first = jnp.where(line == line_before, seat, begins)
        waits = entries[:, jnp.minimum(line, LINES - 1)] == EMPTY
        distance = jnp.where(waits, (seats - first) % self.seats, self.seats)
        return (first + distance.min()) % self.seats

    def turn(self, table: ColorYamTable) -> Array:
        return table.seat.astype(jnp.int32)

    def legal(self, table: ColorYamTable, seat: Array) -> Array:
        actions = jnp.arange(ACTIONS)
        after_failure = actions >= CROSS
        before_roll = actions == 0
        rolls_or_stops = jnp.where(table.rolls == 0, before_roll, ~after_failure)
        mask = jnp.where(table.is_choosing, after_failure, rolls_or_stops)
        return mask & (seat == table.seat) & ~self.is_over(table)

    def is_over(self, table: ColorYamTable) -> Array:
        return table.line == LINES

    def rewards(self, table: ColorYamTable) -> Array:
        return rewards(table.entries)

    def observe(self, table: ColorYamTable, seat: Array) -> Array:
        challenges = self._challenges(table)
        is_met = meets_challenge(challenges, table.line, table.dice)
        return observe(table, seat, challenges, is_met, self.beginner)
