"""The state of a game of Pivit, what a viewer sees of it, and the draft of a grid."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from quincunx.core.rules import Fault
from quincunx.games.pivit.grid import PlacedTiles
from quincunx.games.pivit.tiles import PivitTiles

HAND_SIZE: Final = 24
"""The number of tiles in a hand."""
PivitPhase = Literal["ready", "countdown", "build", "race", "over"]
PlacedText = tuple[int, int, str]
"""Column, row and text of a tile."""


class PendingClaim(msgspec.Struct, frozen=True):
    """A claim that is settled later, when no earlier claim can arrive any more."""

    seat: int
    grid: PlacedTiles
    at: int
    """When the claim arrived."""
    time: int
    """When the claim was made: its arrival minus its credit."""


class PivitState(msgspec.Struct, frozen=True):
    """The whole game. Hands are dealt from the middle when a round starts."""

    scores: tuple[int, ...]
    middle: tuple[int, ...]
    hands: tuple[PivitTiles, ...]
    tokens: tuple[int, ...]
    sticks: tuple[int | None, ...]
    """By stick, the highest first, the seat that holds it; `None` if it is in the middle."""
    grids: tuple[PlacedTiles | None, ...]
    """By seat, the grid of its stick or pending claim."""
    refused: tuple[PlacedTiles | None, ...]
    """By seat, the last grid that it withdrew or that was found wrong."""
    ready: tuple[bool, ...]
    stops: tuple[bool, ...]
    """By seat, whether it votes to end the round."""
    found_wrong: tuple[bool, ...]
    """By seat, whether its grid was found wrong in this round's check."""
    withdrawals: tuple[int, ...]
    """By seat, how often it has withdrawn in this round."""
    resumes: tuple[int, ...]
    """By seat, how often it has revoked a vote to stop in this round."""
    round: int = 0
    phase: PivitPhase = "ready"
    pending: tuple[PendingClaim, ...] = ()
    began_at: int = 0
    ends_at: int | None = None
    """When the countdown, the round, the last minute or the race ends."""
    first_took: int | None = None
    """Milliseconds from the start of the round to its first claim."""
    gained: tuple[int, ...] = ()
    """By seat, the points gained in the last round."""


class PivitView(msgspec.Struct, frozen=True):
    """What a viewer sees: their own tiles, and what the others have shown."""

    seat: int | None
    referee: str
    younger: bool
    scores: tuple[int, ...]
    target: int
    hands: tuple[tuple[str, ...] | None, ...]
    middle: int
    """The number of tiles in the middle."""
    tokens: tuple[int, ...]
    values: tuple[int, ...]
    """The values of the sticks."""
    sticks: tuple[int | None, ...]
    pending: tuple[int, ...]
    """The seats with a pending claim, in the order of arrival."""
    grids: tuple[tuple[PlacedText, ...] | None, ...]
    """By seat, its claimed grid if the viewer may see it."""
    wilds: tuple[tuple[PlacedText, ...], ...]
    """By seat, what the wild tiles of that grid stand for."""
    claimed: tuple[bool, ...]
    """By seat, whether it has claimed a grid, visible or not."""
    withdrawn: tuple[bool, ...]
    """By seat, whether it has withdrawn a claim or had one found wrong."""
    refused: tuple[PlacedText, ...] | None
    """The viewer's own last refused grid, which cannot be claimed again unchanged."""
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
    """The last round of the game; 0 in records of older rules."""
    wrong: tuple[tuple[PlacedText, ...] | None, ...] = ()
    """By seat, the grid that was found wrong in this round's check."""
    faults: tuple[tuple[Fault, ...], ...] = ()
    """By seat, the faults of that grid."""
    withdrawals: tuple[int, ...] = ()
    """By seat, how often it has withdrawn in this round."""
    resumes: tuple[int, ...] = ()
    """By seat, how often it has revoked a vote to stop in this round."""
    stopped: tuple[bool, ...] = ()
    """By seat, whether it has stopped for good in this round."""


Coordinate = Annotated[int, msgspec.Meta(ge=-1_000_000, le=1_000_000)]
DraftTile = tuple[Coordinate, Coordinate, Annotated[str, msgspec.Meta(max_length=2)]]


class PivitDraft(msgspec.Struct, frozen=True):
    """The grid that a player is building, anywhere on the plane."""

    tiles: Annotated[tuple[DraftTile, ...], msgspec.Meta(max_length=HAND_SIZE)] = ()
