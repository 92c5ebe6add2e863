"""Observations and actions as numbers: the contract that environments for learning are built on.

An `Encoding` belongs to the rules of one table. It turns what a seat may know into one vector of
whole numbers, made of named features with fixed shapes, and its moves into numbered actions, of
which a mask says which are allowed. Where the moves are too many to list, a move is made in several
actions: a *draft* holds what the seat has built so far. Everything is computed from the state by
simple steps, so that a backend on arrays can compute the same.

This module needs numpy, which takes longer to import than the rest of the engine. A game therefore
imports its encoding when it is first asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from math import prod
from typing import Any, Final, Generic, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from quincunx.core.errors import QuincunxError

S = TypeVar("S")
M = TypeVar("M")
D = TypeVar("D")
Values = TypeVar("Values", tuple[Any, ...], list[Any])

Vector = NDArray[np.int16]
"""An observation."""
Mask = NDArray[np.int8]
"""By action, 1 if it is allowed and 0 otherwise."""

WAIT: Final = "wait"
"""The name of the action that does nothing for now; only games in which seats can wait have it."""
MAX_SECONDS: Final = 3600
"""The longest time left that an observation shows; the longest deadline is an hour away."""
_MS_PER_SECOND: Final = 1000


class IllegalAction(QuincunxError):
    """An action that the mask does not allow."""


class Field(msgspec.Struct, frozen=True):
    """A named part of a vector: a feature of the observation, or a group of actions."""

    name: str
    shape: tuple[int, ...]
    about: str
    """What it says, for the documentation."""
    low: int = 0
    high: int = 1
    """The smallest and the largest value; for actions they have no meaning."""

    @property
    def size(self) -> int:
        return prod(self.shape)


class Layout:
    """Fields one after the other in a vector.

    >>> layout = Layout(Field("hand", (2, 3), "Cards."), Field("turn", (), "Whether it is mine."))
    >>> layout.size, layout.first("turn")
    (7, 6)
    """

    def __init__(self, *fields: Field) -> None:
        self.fields = fields
        ends = np.cumsum([field.size for field in fields]).tolist()
        self.size: int = ends[-1]
        self.slices: Mapping[str, slice] = {
            field.name: slice(end - field.size, end)
            for field, end in zip(fields, ends, strict=True)
        }

    def first(self, name: str) -> int:
        """Return the index of the first number of a field."""
        start: int = self.slices[name].start
        return start

    def split(self, vector: NDArray[Any]) -> dict[str, NDArray[Any]]:
        """Return the fields of a vector by name, in their shapes."""
        return {
            field.name: vector[..., self.slices[field.name]].reshape(
                (*vector.shape[:-1], *field.shape)
            )
            for field in self.fields
        }

    @cached_property
    def low(self) -> Vector:
        """The smallest value of each number."""
        return self._filled([field.low for field in self.fields])

    @cached_property
    def high(self) -> Vector:
        """The largest value of each number."""
        return self._filled([field.high for field in self.fields])

    def _filled(self, values: Iterable[int]) -> Vector:
        sizes = [field.size for field in self.fields]
        return np.repeat(np.array([*values], np.int16), sizes)

    def place(self, number: int) -> tuple[Field, tuple[int, ...]]:
        """Return the field of a number and its place in it: what an action means."""
        for field in self.fields:
            if number < self.slices[field.name].stop:
                inside = number - self.first(field.name)
                return field, tuple(int(at) for at in np.unravel_index(inside, field.shape))
        raise IndexError(number)


class Encoding(ABC, Generic[S, M, D]):
    """The observations and actions of a game with given rules, generic in state, move and draft.

    In features with one number for each seat, the observing seat comes first and the others follow
    in the order of the seats.
    """

    features: Layout
    """The features of an observation."""
    actions: Layout
    """The groups of actions."""
    no_draft: D
    """A draft with nothing in it."""

    @cached_property
    def wait(self) -> int | None:
        """The action that does nothing for now; `None` if the game has none.

        It never makes a move, and the mask leaves it out: the environment decides who may wait.
        """
        return self.actions.first(WAIT) if WAIT in self.actions.slices else None

    @abstractmethod
    def observe(self, state: S, seat: int, draft: D, at: int) -> Vector:
        """Return what a seat may know at table time `at`, and what it has drafted itself."""

    @abstractmethod
    def mask(self, state: S, seat: int, draft: D) -> Mask:
        """Return the actions that are allowed; none if the seat may not act."""

    @abstractmethod
    def encode(self, state: S, seat: int, move: M) -> tuple[int, ...]:
        """Return the actions that make a legal move, beginning with an empty draft."""

    @abstractmethod
    def step(self, state: S, seat: int, draft: D, action: int) -> tuple[D, M | None]:
        """Return the draft after an allowed action, and the move if that completes it."""

    def keep_draft(self, state: S, seat: int, draft: D) -> D:
        """Return what remains of a draft after something has happened."""
        return self.no_draft

    def decode(self, state: S, seat: int, actions: Iterable[int]) -> M:
        """Return the move that these actions make; raise `IllegalAction` if they make none."""
        draft = self.no_draft
        for action in actions:
            self.check(self.mask(state, seat, draft), action)
            draft, move = self.step(state, seat, draft, action)
            if move is not None:
                return move
        raise IllegalAction("core.error.unfinished_actions")

    def check(self, mask: Mask, action: int) -> None:
        """Raise `IllegalAction` if the mask does not allow the action."""
        if not (0 <= action < len(mask) and mask[action]):
            raise IllegalAction("core.error.illegal_action", action=int(action))

    def name(self, action: int) -> str:
        """Return the name of an action with its place in its group, such as `rotate 12 0`."""
        field, place = self.actions.place(action)
        return " ".join((field.name, *map(str, place)))

    def allowed(self, state: S, seat: int) -> Iterator[int]:
        """Yield the actions that are allowed with an empty draft."""
        yield from map(int, np.flatnonzero(self.mask(state, seat, self.no_draft)))


AnyEncoding = Encoding[Any, Any, Any]


class SingleActionEncoding(Encoding[S, M, None]):
    """An encoding in which every action is a whole move."""

    no_draft = None

    @abstractmethod
    def action_of(self, state: S, move: M) -> int:
        """Return the action of a move."""

    @abstractmethod
    def move_of(self, state: S, action: int) -> M:
        """Return the move of an allowed action."""

    def encode(self, state: S, seat: int, move: M) -> tuple[int, ...]:
        return (self.action_of(state, move),)

    def step(self, state: S, seat: int, draft: None, action: int) -> tuple[None, M | None]:
        return None, self.move_of(state, action)


def from_seat(values: Values, seat: int) -> Values:
    """Return values by seat, beginning with that of `seat`.

    >>> from_seat((10, 20, 30), 1)
    (20, 30, 10)
    """
    return values[seat:] + values[:seat]


def seconds_left(ends_at: int | None, at: int) -> int:
    """Return the seconds until a deadline, rounded up; 0 if there is none."""
    if ends_at is None or ends_at <= at:
        return 0
    return min(-(-(ends_at - at) // _MS_PER_SECOND), MAX_SECONDS)


def one_hot(size: int, index: int | None) -> list[int]:
    """Return a list with a 1 at the index; only zeros if it is `None`."""
    values = [0] * size
    if index is not None:
        values[index] = 1
    return values


def seconds_field(about: str) -> Field:
    """Return the feature that shows the time left."""
    return Field("seconds_left", (), about, high=MAX_SECONDS)
