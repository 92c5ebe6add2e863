"""What a game has to provide: its rules as pure functions on the arrays of one table.

The functions are written for one table; `jax.vmap` makes them work on many. They have no Python
branches on values, and the shapes of a table never change. A kernel holds the options, which are
constants for the compiler.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, dataclass_transform

import jax

Array = jax.Array
Table = TypeVar("Table")
T = TypeVar("T")


@dataclass_transform(frozen_default=True)
def arrays(of: type[T]) -> type[T]:
    """Make a class a frozen dataclass of arrays that JAX treats as one value (a pytree)."""
    return jax.tree_util.register_dataclass(dataclass(frozen=True)(of))


class Kernel(ABC, Generic[Table]):
    """The rules of a game with given options. Subclasses are frozen dataclasses of plain values."""

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the game."""

    @property
    @abstractmethod
    def num_seats(self) -> int: ...

    @property
    @abstractmethod
    def num_actions(self) -> int:
        """The number of actions, as in the game's encoding."""

    @property
    def asks_in_rounds(self) -> bool:
        """Whether several seats may act at once, so that they are asked one after the other."""
        return False

    @property
    def wait(self) -> int | None:
        """The action that does nothing for now; `None` if the game has none."""
        return None

    @abstractmethod
    def deal(self, key: Array) -> Table:
        """Return a new table."""

    @abstractmethod
    def play(self, table: Table, seat: Array, action: Array, key: Array | None) -> Table:
        """Return the table after a legal action. With any other action the result is arbitrary.

        The key may be `None` if no action of the game draws or rolls anything.
        """

    @abstractmethod
    def turn(self, table: Table) -> Array:
        """Return the seat that may act, as int32; unused if seats are asked in rounds."""

    def active(self, table: Table) -> Array:
        """Return whether each seat may act. Only used if seats are asked in rounds."""
        raise NotImplementedError

    def awaited(self, table: Table) -> Array:
        """Return whether the game waits for each seat. Only used if seats are asked in rounds."""
        raise NotImplementedError

    @abstractmethod
    def legal(self, table: Table, seat: Array) -> Array:
        """Return whether the seat may take each action; `wait` is left out."""

    @abstractmethod
    def is_over(self, table: Table) -> Array: ...

    @abstractmethod
    def rewards(self, table: Table) -> Array:
        """Return the reward of each seat at the end of a game, as float32."""

    @abstractmethod
    def observe(self, table: Table, seat: Array) -> Array:
        """Return what a seat may know, as int16, as in the game's encoding."""

    def svg(self, table: Table) -> str:
        """Return a picture of one table as SVG; needs the full package."""
        from .engine.pictures import draw

        return draw(self, table)


AnyKernel = Kernel[Any]
