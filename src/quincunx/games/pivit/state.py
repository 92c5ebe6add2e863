"""What there is in a game of Pivit, and what of it a viewer sees."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from quincunx.core.rules import Fault
from quincunx.games.pivit.grid import PlacedTiles
from quincunx.games.pivit.tiles import Tiles

HAND_SIZE: Final = 24
"""The tiles of a hand."""
PivitPhase = Literal["ready", "countdown", "build", "race", "over"]
PlacedText = tuple[int, int, str]


class PendingClaim(msgspec.Struct, frozen=True):
    """A claim that counts a moment later, when no earlier one can arrive any more."""

    seat: int
    grid: PlacedTiles
    at: int
    time: int
    """When it was made, as far as is known: its arrival less its credit."""


class PivitState(msgspec.Struct, frozen=True):
    """All there is. Tiles that lie face down are in the middle until they are turned over."""

    scores: tuple[int, ...]
    middle: tuple[int, ...]
    hands: tuple[Tiles, ...]
    tokens: tuple[int, ...]
    sticks: tuple[int | None, ...]
    """By stick, the highest first, who holds it; none: it lies in the middle."""
    grids: tuple[PlacedTiles | None, ...]
    """By seat, the grid that its stick or its pending claim is for."""
    refused: tuple[PlacedTiles | None, ...]
    """By seat, the grid that it withdrew or that was found wrong."""
    ready: tuple[bool, ...]
    stops: tuple[bool, ...]
    """By seat, whether it would end the round."""
    found_wrong: tuple[bool, ...]
    """By seat, whether its grid was found wrong at the check of this round."""
    withdrawals: tuple[int, ...]
    """By seat, how often it has withdrawn in this round."""
    resumes: tuple[int, ...]
    """By seat, how often it has gone on building in this round after a wish to stop."""
    round: int = 0
    phase: PivitPhase = "ready"
    pending: tuple[PendingClaim, ...] = ()
    began_at: int = 0
    ends_at: int | None = None
    """When the countdown, the minute or the round is over."""
    first_took: int | None = None
    """Milliseconds from "go" to the first grid of the round."""
    gained: tuple[int, ...] = ()
    """By seat, the points of the last round."""


class PivitView(msgspec.Struct, frozen=True):
    """What a viewer sees: their own tiles, and what the others have shown."""

    seat: int | None
    referee: str
    younger: bool
    scores: tuple[int, ...]
    target: int
    hands: tuple[tuple[str, ...] | None, ...]
    middle: int
    """How many tiles lie there."""
    tokens: tuple[int, ...]
    values: tuple[int, ...]
    """Of the sticks."""
    sticks: tuple[int | None, ...]
    pending: tuple[int, ...]
    """The seats whose claim counts in a moment, in the order of their arrival."""
    grids: tuple[tuple[PlacedText, ...] | None, ...]
    """By seat, a grid that is claimed and may be seen."""
    wilds: tuple[tuple[PlacedText, ...], ...]
    """By seat, what the wild tiles of such a grid stand for."""
    claimed: tuple[bool, ...]
    """By seat, whether its grid is claimed, seen or not."""
    withdrawn: tuple[bool, ...]
    """By seat, whether a claim of it was withdrawn or found wrong."""
    refused: tuple[PlacedText, ...] | None
    """One's own grid of that kind: it cannot be claimed again as it is."""
    ready: tuple[bool, ...]
    stops: tuple[bool, ...]
    round: int
    phase: PivitPhase
    began_at: int
    ends_at: int | None
    first_took: int | None
    gained: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int = 0
    """After this round the most points win, whatever they are. 0 in records of older rules."""
    wrong: tuple[tuple[PlacedText, ...] | None, ...] = ()
    """By seat, the grid that was found wrong at the check of this round."""
    faults: tuple[tuple[Fault, ...], ...] = ()
    """By seat, what is wrong with that grid."""
    withdrawals: tuple[int, ...] = ()
    """By seat, how often it has withdrawn in this round."""
    resumes: tuple[int, ...] = ()
    """By seat, how often it has gone on building in this round after a wish to stop."""
    stopped: tuple[bool, ...] = ()
    """By seat, whether it has stopped for good in this round."""


Coordinate = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
DraftTile = tuple[Coordinate, Coordinate, Annotated[str, msgspec.Meta(max_length=2)]]


class PivitDraft(msgspec.Struct, frozen=True):
    """The grid as far as a seat has built it, anywhere on the plane."""

    tiles: Annotated[tuple[DraftTile, ...], msgspec.Meta(max_length=HAND_SIZE)] = ()
