"""Quivvit on arrays: rotate one card of the grid, link colours, take the linked cards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from ..fusion import computed_once
from ..kernel import Array, Kernel
from ..randomness import random_words
from .cards import COLOURS, NO_FACE, cards_of, faces_of, full_deck, points_of, rotated
from .draws import draw
from .links import (
    CELLS,
    CELLS_OF_RING,
    EVERY_COLOUR,
    PLACES,
    by_cell,
    in_full_square,
    is_at,
    linked_places,
)
from .observation import observe
from .scoring import rewards
from .table import (
    BONUS,
    NO_COLOUR,
    OVER,
    TURN,
    CardsApart,
    DoubleRotateCards,
    QuivvitTable,
)

QUARTERS: Final = (3, 1, 2)
"""The quarter turns to the right of a rotation to the left, to the right, and by half a turn."""
HALF: Final = QUARTERS.index(2)
ROTATIONS: Final = CELLS * len(QUARTERS)
CLAIM: Final = ROTATIONS
BLOCK: Final = CLAIM + CELLS
DRAW: Final = BLOCK + CELLS
DECLINE: Final = DRAW + 1
ACTIONS: Final = DECLINE + 4

ROUNDS: Final = 5
DRAIN_STOP_CARDS: Final = 15
"""With this many cards or fewer in the deck no further Drain the Deck round begins."""
MAX_DRAIN_TURNS_PER_DECK: Final = 100
"""After this many turns for each deck no further Drain the Deck round begins."""

_LANES_OF_DEAL: Final = 32
_LANES_OF_PLAY: Final = 16
"""Powers of two above the numbers of cells and places: CPUs work faster on such arrays."""


class _Action(NamedTuple):
    """An action of a seat, and what it takes and draws."""

    seat: Array
    action: Array
    is_turn: Array
    """Whether it is a turn, not an answer to the question about drawing at the end."""
    points: Array
    """The points of the cards taken."""
    cards: Array
    """How many cards were taken."""
    is_void: Array
    """Whether the grid cannot be refilled in a Drain the Deck round, which ends the game."""
    value: Array
    """The value of the first card drawn."""
    word: Array
    """A random word for the die."""


@dataclass(frozen=True)
class QuivvitKernel(Kernel[QuivvitTable]):
    """The rules for a number of seats, with the options that need no clock."""

    seats: int
    random_colour: bool = False
    drains: bool = False
    double_rotation: bool = False
    decks: int = 1
    is_clockwise: bool = True

    @property
    def name(self) -> str:
        return "quivvit"

    @property
    def num_seats(self) -> int:
        return self.seats

    @property
    def num_actions(self) -> int:
        return ACTIONS

    # The deal

    def deal(self, key: Array) -> QuivvitTable:
        words = computed_once(random_words(key, _LANES_OF_DEAL))
        deck = np.cumsum(full_deck(self.decks))
        size = deck[-1].item()
        ranks = jnp.asarray(deck, jnp.uint8 if self.decks == 1 else jnp.int16)
        lanes = np.arange(_LANES_OF_DEAL)
        is_drawn = jnp.asarray(lanes < CELLS)
        numbers, left = draw(ranks, words, size - lanes, is_drawn, places=CELLS, largest=size)
        in_grid = computed_once(cards_of(numbers, ranks, _quarters(words)))[:CELLS]
        by_seat = jnp.zeros(self.seats, jnp.int16)
        return QuivvitTable(
            faces=faces_of(in_grid),
            points_in_cell=points_of(in_grid),
            ranks=left,
            points=by_seat,
            cards=by_seat,
            apart=CardsApart(by_seat, by_seat) if self.drains else None,
            doubles=self._double_rotate_cards() if self.double_rotation else None,
            first=((words[CELLS] >> 8) % self.seats).astype(jnp.int8),
            round=jnp.int16(1),
            played=jnp.int8(0),
            phase=jnp.int8(TURN),
            colour=_rolled(words[CELLS]) if self.random_colour else None,
        )

    def _double_rotate_cards(self) -> DoubleRotateCards:
        return DoubleRotateCards(
            held=jnp.ones(self.seats, bool),
            values=jnp.zeros(self.seats, jnp.int8),
            asked=jnp.int8(0),
        )

    # Whose move it is, and which moves are legal

    def turn(self, table: QuivvitTable) -> Array:
        step = 1 if self.is_clockwise else -1
        seat = (table.first.astype(jnp.int32) + step * table.played) % self.seats
        if table.doubles is None:
            return seat
        return jnp.where(table.phase == BONUS, table.doubles.asked, seat)

    def legal(self, table: QuivvitTable, seat: Array) -> Array:
        is_awaited = seat == self.turn(table)
        may_rotate = (table.phase == TURN) & is_awaited & (table.faces != NO_FACE)
        claims = half = jnp.zeros(CELLS, bool)
        answers = jnp.zeros(2, bool)
        if table.doubles is not None:
            half = may_rotate & table.doubles.held[seat]
            claims = half & in_full_square(table.faces, self._colours(table))
            answers |= (table.phase == BONUS) & is_awaited
        rotations = jnp.stack((may_rotate, may_rotate, half), axis=1).reshape(-1)
        blocks, others = jnp.zeros(CELLS, bool), jnp.zeros(ACTIONS - DECLINE - 1, bool)
        return jnp.concatenate((rotations, claims, blocks, answers, others))

    def _colours(self, table: QuivvitTable) -> Array | int:
        """Return the colours that count, each as a bit."""
        if table.colour is None:
            return EVERY_COLOUR
        return jnp.uint16(1) << jnp.maximum(table.colour, 0).astype(jnp.uint16)

    # An action

    def play(
        self, table: QuivvitTable, seat: Array, action: Array, key: Array | None
    ) -> QuivvitTable:
        assert key is not None, "drawing cards takes a key"
        words = computed_once(random_words(key, _LANES_OF_PLAY))
        is_turn = table.phase == TURN
        cell, quarters = cell_and_quarters(action)
        face, linked = self._rotated(table, cell, quarters)
        taken = jnp.where(is_turn, linked, 0)
        number = jax.lax.population_count(taken)
        is_void = (table.round > ROUNDS) & (number > table.ranks[-1])
        # A card drawn at the end takes the first place; it is not laid in the grid.
        drawn_in = jnp.where(action == DRAW, 1, jnp.where(is_void, 0, taken))
        cards, ranks = self._drawn(table.ranks, drawn_in.astype(jnp.int16), words)

        is_taken, laid = is_at(taken, cell), by_cell(cards, cell)
        points = jnp.where(is_taken, table.points_in_cell, 0).sum(dtype=jnp.int16)
        faces = jnp.where(jnp.arange(CELLS) == cell, face, table.faces)
        after = replace(
            table,
            faces=jnp.where(is_taken, faces_of(laid), faces),
            points_in_cell=jnp.where(is_taken, points_of(laid), table.points_in_cell),
            ranks=ranks,
        )
        value, word = points_of(cards[0]), words[PLACES]
        done = _Action(seat, action, is_turn, points, number, is_void, value, word)
        return self._after_action(_with_cards_taken(after, done), done)

    def _rotated(self, table: QuivvitTable, cell: Array, quarters: Array) -> tuple[Array, Array]:
        """Return the face of a card after a rotation, and the places that it links, as bits."""
        ring = jnp.asarray(CELLS_OF_RING).at[cell].get(mode="promise_in_bounds")
        around = table.faces.at[ring].get(mode="fill", fill_value=NO_FACE)
        face = rotated(table.faces.at[cell].get(mode="promise_in_bounds"), quarters)
        return face, linked_places(face, around, self._colours(table))

    def _drawn(self, ranks: Array, places: Array, words: Array) -> tuple[Array, Array]:
        """Draw cards for these places, which are given as bits, until the deck is empty.

        Return the card of each place, or 0, and the ranks of what is left.
        """
        lanes = np.arange(_LANES_OF_PLAY, dtype=np.int16)
        size = ranks[-1]
        before = jax.lax.population_count(places & jnp.asarray((1 << lanes) - 1)).astype(size.dtype)
        is_drawn = (places >> lanes & 1 != 0) & (before < size)
        numbers, left = draw(
            ranks, words, size - before, is_drawn, places=PLACES, largest=self._deck_size
        )
        cards = cards_of(numbers, ranks, _quarters(words))
        return computed_once(jnp.where(is_drawn, cards, 0)), left

    @property
    def _deck_size(self) -> int:
        return int(full_deck(self.decks).sum())

    def _after_action(self, table: QuivvitTable, done: _Action) -> QuivvitTable:
        """Go on to the next turn, to the next round, to the draws at the end, or to the end."""
        is_round_over = done.is_turn & (table.played == self.seats - 1)
        is_last = self._is_last_round(table)
        if table.apart is not None:
            table = _with_apart_counted(table, table.apart, is_round_over)
        # Without cards in the grid no seat can play, so the remaining turns and rounds are skipped.
        is_bare = done.is_turn & (table.faces == NO_FACE).all()
        ends = (is_round_over & is_last) | done.is_void | is_bare
        begins = is_round_over & ~ends
        rounds = jnp.where(is_bare, ROUNDS - table.round, begins)
        step = 1 if self.is_clockwise else -1
        played = table.played + (done.is_turn & ~done.is_void)
        played = jnp.where(is_bare, self.seats, jnp.where(begins, 0, played))
        phase = jnp.where(ends, OVER, table.phase)
        if table.doubles is not None:
            doubles = _with_answer(table.doubles, done)
            may_draw = doubles.held & (done.is_turn | (jnp.arange(self.seats) > done.seat))
            asks = may_draw.any() & (table.ranks[-1] > 0)
            phase = jnp.where(ends | ~done.is_turn, jnp.where(asks, BONUS, OVER), phase)
            asked = jnp.argmax(may_draw).astype(jnp.int8)
            table = replace(table, doubles=replace(doubles, asked=asked))
        if table.colour is not None:
            colour = jnp.where(phase == TURN, _rolled(done.word), NO_COLOUR).astype(jnp.int8)
            table = replace(table, colour=colour)
        return replace(
            table,
            first=((table.first + step * rounds) % self.seats).astype(jnp.int8),
            round=(table.round + rounds).astype(jnp.int16),
            played=played.astype(jnp.int8),
            phase=phase.astype(jnp.int8),
        )

    def _is_last_round(self, table: QuivvitTable) -> Array:
        """Return whether the game ends with this round, if all seats have played in it."""
        if table.apart is None:
            return table.round == ROUNDS
        nothing_taken = (table.round > ROUNDS) & (table.apart.cards == 0).all()
        turns = table.round.astype(jnp.int32) * self.seats
        is_long = turns >= MAX_DRAIN_TURNS_PER_DECK * self.decks
        is_drained = table.ranks[-1] <= DRAIN_STOP_CARDS
        return (table.round >= ROUNDS) & (nothing_taken | is_drained | is_long)

    # The end

    def is_over(self, table: QuivvitTable) -> Array:
        return table.phase == OVER

    def rewards(self, table: QuivvitTable) -> Array:
        points = table.points if table.doubles is None else table.points + table.doubles.values
        return rewards(points, table.cards)

    # What a seat knows

    def observe(self, table: QuivvitTable, seat: Array) -> Array:
        return observe(table, seat, self.turn(table))


def _with_cards_taken(table: QuivvitTable, done: _Action) -> QuivvitTable:
    """Return the table with the cards taken added to those of the seat."""
    is_own = jnp.arange(len(table.points)) == done.seat
    points, cards = is_own * done.points, is_own * done.cards
    if table.apart is None:
        return replace(table, points=table.points + points, cards=table.cards + cards)
    counts = table.round <= ROUNDS
    apart = CardsApart(
        table.apart.points + points * ~counts,
        table.apart.cards + cards * ~counts,
    )
    return replace(
        table,
        points=table.points + points * counts,
        cards=table.cards + cards * counts,
        apart=apart,
    )


def _with_apart_counted(
    table: QuivvitTable, apart: CardsApart, is_round_over: Array
) -> QuivvitTable:
    """Return the table with the cards of this Drain the Deck round counted, if it is over."""
    return replace(
        table,
        points=table.points + apart.points * is_round_over,
        cards=table.cards + apart.cards * is_round_over,
        apart=CardsApart(apart.points * ~is_round_over, apart.cards * ~is_round_over),
    )


def _with_answer(doubles: DoubleRotateCards, done: _Action) -> DoubleRotateCards:
    """Return the Double Rotate cards after a half turn, which uses one up, or a draw at the end."""
    is_own = jnp.arange(len(doubles.held)) == done.seat
    is_half = (done.action < ROTATIONS) & (done.action % len(QUARTERS) == HALF)
    draws = is_own & (done.action == DRAW)
    return replace(
        doubles,
        held=doubles.held & ~(is_own & is_half),
        values=jnp.where(draws, done.value, doubles.values),
    )


def cell_and_quarters(action: Array) -> tuple[Array, Array]:
    """Return the cell of a rotation or claim, and the quarter turns to the right."""
    is_claim = action >= CLAIM
    quarters = jnp.asarray(QUARTERS, jnp.int32)[action % len(QUARTERS)]
    cell = jnp.where(is_claim, action - CLAIM, action // len(QUARTERS))
    return jnp.clip(cell, 0, CELLS - 1), jnp.where(is_claim, 0, quarters)


def _quarters(words: Array) -> Array:
    """Return random quarter turns, from bits of the words that do not decide what is drawn."""
    return words & jnp.uint32(3)


def _rolled(word: Array) -> Array:
    """Return the colour that the die shows."""
    return (word % len(COLOURS)).astype(jnp.int8)
