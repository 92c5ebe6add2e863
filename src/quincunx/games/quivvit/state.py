"""What there is in a game of Quivvit, and what everybody sees of it."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from quincunx.games.quivvit.cards import CARD, COLOURS, NO_CARD, TEXT, WORTH
from quincunx.games.quivvit.grid import CELL, CELLS, NAMES, Link, described

Phase = Literal["block", "turn", "bonus", "over"]
Pile = tuple[int, ...]
"""The kinds of the cards taken, in the order in which they were taken."""
HowPlayed = Literal["left", "right", "half", "claim", "time"]
"""How the card was turned; `time`: too late."""
HELD: Final = -1
NONE: Final = -2


class FinishedTurn(msgspec.Struct, frozen=True):
    """The turn that ended last: people want to see it."""

    seat: int
    way: HowPlayed
    cell: int | None = None
    colour: int | None = None
    """What the die showed."""
    cells: tuple[int, ...] = ()
    """Where cards were taken."""
    cards: tuple[int, ...] = ()
    """These cards, as they lay; the one card that was turned if nothing was taken."""
    laid: tuple[int, ...] = ()
    """Where new cards came up."""


class QuivvitState(msgspec.Struct, frozen=True):
    """All there is; only the order of the deck is hidden, and it has none until it is drawn."""

    grid: tuple[int, ...]
    """A card for each cell, or `NO_CARD`; one place more, always without a card."""
    deck: tuple[int, ...]
    piles: tuple[Pile, ...]
    apart: tuple[Pile, ...]
    """Taken in this Drain the Deck round, which may not count."""
    blocks: tuple[int, ...]
    """By seat, the cell that its Color Block card covers; `HELD`, or `NONE` without the rule."""
    doubles: tuple[bool, ...]
    """By seat, whether it holds a Double Rotate card."""
    first: int
    """Who begins this round."""
    round: int = 1
    played: int = 0
    """How many turns of this round are over."""
    phase: Phase = "turn"
    waiting: tuple[int, ...] = ()
    """Who has yet to answer: whether to block, or whether to draw at the end."""
    quiet: tuple[bool, ...] = ()
    """By seat, whether it does not want to be asked about blocking."""
    changes: tuple[int, ...] = ()
    """By seat, how often it said in this round whether it wants to be asked."""
    colour: int | None = None
    """What the die shows."""
    ends_at: int | None = None
    """When the time for the answers, or for the turn, is up."""
    bonuses: tuple[int | None, ...] = ()
    """By seat, the value drawn for a Double Rotate card at the end."""
    last: FinishedTurn | None = None


class FinishedTurnView(msgspec.Struct, frozen=True):
    """The turn that ended last, with all that linked in it."""

    seat: int
    way: HowPlayed
    cell: str | None
    colour: str | None
    links: tuple[Link, ...]
    cells: tuple[str, ...]
    cards: tuple[str, ...]
    points: int
    laid: tuple[str, ...]


class QuivvitView(msgspec.Struct, frozen=True):
    """What everybody sees."""

    seat: int | None
    grid: tuple[str | None, ...]
    """By cell, row by row."""
    deck: tuple[int, ...]
    """How many cards of each kind have not come up: whoever counts knows."""
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
    """By seat, how many people it holds."""
    member: int | None
    """Which member of the team on turn is to rotate."""
    order: tuple[int, ...]
    """The seats in the order of this round."""
    round: int
    played: int
    turn: int | None
    """The seat on turn."""
    draining: bool
    phase: Phase
    waiting: tuple[int, ...]
    quiet: tuple[bool, ...]
    random_color: bool
    """Whether a die says which colour counts."""
    colour: str | None
    ends_at: int | None
    bonuses: tuple[int | None, ...]
    last: FinishedTurnView | None
    winners: tuple[int, ...]
    changes: tuple[int, ...] = ()
    """By seat, how often it said in this round whether it wants to be asked about blocking."""


def shown(turn: FinishedTurn) -> FinishedTurnView:
    """Only cards that were taken have linked, so these are enough to see how."""
    grid = [NO_CARD] * (CELLS + 1)
    for cell, card in zip(turn.cells, turn.cards, strict=False):
        grid[cell] = card
    links: tuple[Link, ...] = ()
    if turn.cell is not None and turn.cells:
        links = described(grid, turn.cell, grid[turn.cell], turn.colour)
    return FinishedTurnView(
        seat=turn.seat,
        way=turn.way,
        cell=None if turn.cell is None else NAMES[turn.cell],
        colour=None if turn.colour is None else COLOURS[turn.colour],
        links=links,
        cells=tuple(NAMES[cell] for cell in turn.cells),
        cards=tuple(TEXT[card] for card in turn.cards),
        points=sum(WORTH[card] for card in turn.cards) if turn.cells else 0,
        laid=tuple(NAMES[cell] for cell in turn.laid),
    )


def remembered(last: FinishedTurnView) -> FinishedTurn:
    return FinishedTurn(
        seat=last.seat,
        way=last.way,
        cell=None if last.cell is None else CELL[last.cell],
        colour=None if last.colour is None else COLOURS.index(last.colour),
        cells=tuple(CELL[cell] for cell in last.cells),
        cards=tuple(CARD[card] for card in last.cards),
        laid=tuple(CELL[cell] for cell in last.laid),
    )
