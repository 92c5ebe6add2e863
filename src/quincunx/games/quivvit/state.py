"""The state of a game of Quivvit, and the view that every player and spectator gets of it."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from quincunx.games.quivvit.grid import Link

QuivvitPhase = Literal["block", "turn", "bonus", "over"]
Pile = tuple[int, ...]
"""The kinds of the cards taken, in the order in which they were taken."""
TurnAction = Literal["left", "right", "half", "claim", "time"]
"""How the card was rotated or claimed; `time` if the timer ran out first."""
BLOCK_HELD: Final = -1
"""In `QuivvitState.blocks`: the seat still holds its Color Block card."""
NO_BLOCK_CARD: Final = -2
"""In `QuivvitState.blocks`: the game is played without Color Block cards."""


class FinishedTurn(msgspec.Struct, frozen=True):
    """The turn that ended last, kept so that viewers can see what happened."""

    seat: int
    way: TurnAction
    cell: int | None = None
    colour: int | None = None
    """The colour on the die."""
    cells: tuple[int, ...] = ()
    """The cells whose cards were taken."""
    cards: tuple[int, ...] = ()
    """The cards taken, as they were oriented; only the rotated card if none was taken."""
    laid: tuple[int, ...] = ()
    """The cells that were refilled."""


class QuivvitState(msgspec.Struct, frozen=True):
    """The complete state. The deck has no order: each card is drawn at random when needed."""

    grid: tuple[int, ...]
    """The card in each cell and in `OUTSIDE`, or `NO_CARD`."""
    deck: tuple[int, ...]
    """The number of cards of each kind that are left."""
    piles: tuple[Pile, ...]
    apart: tuple[Pile, ...]
    """By seat, the cards taken in this Drain the Deck round, which may turn out not to count."""
    blocks: tuple[int, ...]
    """By seat, the cell that its Color Block card covers, `BLOCK_HELD` or `NO_BLOCK_CARD`."""
    doubles: tuple[bool, ...]
    """By seat, whether it holds a Double Rotate card."""
    first: int
    """The seat that began this round."""
    round: int = 1
    played: int = 0
    """How many turns of this round are over."""
    phase: QuivvitPhase = "turn"
    waiting: tuple[int, ...] = ()
    """The seats that have yet to answer: whether to block, or whether to draw at the end."""
    quiet: tuple[bool, ...] = ()
    """By seat, whether it has switched the questions about blocking off."""
    changes: tuple[int, ...] = ()
    """By seat, how often it has switched them off or on in this round."""
    colour: int | None = None
    """The colour on the die."""
    ends_at: int | None = None
    """The game time, in milliseconds, at which the answers or the turn are due."""
    bonuses: tuple[int | None, ...] = ()
    """By seat, the value drawn for a Double Rotate card at the end."""
    last: FinishedTurn | None = None


class FinishedTurnView(msgspec.Struct, frozen=True):
    """The turn that ended last, with its links and in the texts that players read."""

    seat: int
    way: TurnAction
    cell: str | None
    colour: str | None
    links: tuple[Link, ...]
    cells: tuple[str, ...]
    cards: tuple[str, ...]
    points: int
    laid: tuple[str, ...]


class QuivvitView(msgspec.Struct, frozen=True):
    """What every player and spectator sees: everything but the cards to come."""

    seat: int | None
    grid: tuple[str | None, ...]
    """The cards as text, row by row."""
    deck: tuple[int, ...]
    """The number of cards of each kind that are left: players can work it out by counting."""
    piles: tuple[Pile, ...]
    points: tuple[int, ...]
    cards: tuple[int, ...]
    apart: tuple[Pile, ...]
    apart_points: tuple[int, ...]
    blocks: tuple[str | None, ...]
    """By seat, the cell that its Color Block card covers."""
    may_block: tuple[bool, ...]
    """By seat, whether it still holds its Color Block card."""
    doubles: tuple[bool, ...]
    teams: tuple[int, ...]
    """By seat, the size of its team."""
    member: int | None
    """The number of the team member who rotates in this turn."""
    order: tuple[int, ...]
    """The seats in the order in which they play in this round."""
    round: int
    played: int
    turn: int | None
    """The seat on turn."""
    draining: bool
    phase: QuivvitPhase
    waiting: tuple[int, ...]
    quiet: tuple[bool, ...]
    random_color: bool
    """Whether the die decides which colour counts."""
    colour: str | None
    ends_at: int | None
    bonuses: tuple[int | None, ...]
    last: FinishedTurnView | None
    winners: tuple[int, ...]
    changes: tuple[int, ...] = ()
    """By seat, how often it has switched the questions about blocking off or on in this round."""
