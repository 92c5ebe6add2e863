"""A table where chance does as a test wants, and linking worked out once more, square by square.

A position is written cell by cell: `lay(match, c3="RGBY2", d3="BYRG1")` leaves the rest of the grid
empty. A card's text is its colours, clockwise from the top left corner, and its value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final

import msgspec

import quincunx
from quincunx.core.chance import Deck
from quincunx.games.quivvit.cards import CARD_BY_TEXT, KINDS, NO_CARD, ORIENTATIONS
from tests.games.forced_chance import ForcedChance
from tests.games.refusals import illegal_move

CELLS: Final = tuple(f"{column}{row}" for row in "12345" for column in "abcde")
"""Row by row."""
SECOND: Final = 1000

Grid = Mapping[str, str]
"""The cards by cell."""
Events = Sequence[quincunx.Event]


def new_chance() -> ForcedChance:
    return ForcedChance(("first", "deck", "flip", "die"), is_public=True)


def table(seats: int = 2, first: int = 0, /, **options: Any) -> quincunx.Match:
    """A new game in which that seat begins."""
    chance = new_chance()
    chance.script["first"] = [first]
    return quincunx.new("quivvit", seats=seats, options=options, chance=chance)


def tell(match: quincunx.Match, cards: str = "", die: str = "") -> None:
    """The cards that come up next, as they will lie, and the colours that the die will show."""
    assert isinstance(match.chance, ForcedChance)
    told = [CARD_BY_TEXT[card] for card in cards.split()]
    match.chance.script["deck"] = [card // ORIENTATIONS for card in told]
    match.chance.script["flip"] = [card % ORIENTATIONS for card in told]
    match.chance.script["die"] = ["RGBY".index(colour) for colour in die]


def lay(match: quincunx.Match, deck: Deck | None = None, /, **cards: str) -> quincunx.Match:
    """Only these cards lie there; the deck stays as it is, or is that one."""
    grid = tuple(CARD_BY_TEXT[cards[cell]] if cell in cards else NO_CARD for cell in CELLS)
    assert set(cards) <= set(CELLS)
    change(match, grid=(*grid, NO_CARD))
    return match if deck is None else change(match, deck=deck)


def change(match: quincunx.Match, **fields: Any) -> quincunx.Match:
    """The same match, in a state that differs in these fields."""
    match._states[-1] = msgspec.structs.replace(match.state, **fields)
    return match


def full(card: str = "RGBY1", **others: str) -> dict[str, str]:
    """The same card in every cell, but for some. Four alike show four colours where they meet.

    A quarter turn of such a card takes its four neighbours; one of a1 can link nothing.
    """
    return {**dict.fromkeys(CELLS, card), "b1": "RBYG1", "a2": "GRBY1", **others}


def deck_of(*cards: str, **counts: int) -> Deck:
    """A deck of these cards, or of so many of each: `deck_of(RGBY1=5)`."""
    deck = [0] * KINDS
    for card in cards:
        deck[CARD_BY_TEXT[card] // ORIENTATIONS] += 1
    for card, count in counts.items():
        deck[CARD_BY_TEXT[card] // ORIENTATIONS] += count
    return tuple(deck)


EMPTY: Final = deck_of()


def lies(match: quincunx.Match) -> dict[str, str]:
    """The cards on the grid as everybody sees them."""
    grid = zip(CELLS, match.view(None).grid, strict=True)
    return {cell: card for cell, card in grid if card is not None}


def left(match: quincunx.Match) -> int:
    """How many cards the deck has."""
    return sum(match.view(None).deck)


def streams(match: quincunx.Match) -> list[str]:
    """What chance was asked for last."""
    return [result.stream for result in match.log[-1].chance]


def legal(match: quincunx.Match, seat: int) -> set[str]:
    return {match.game.format_move(move) for move in match.moves(seat)}


def play(match: quincunx.Match, *moves: str) -> Events:
    """Each move by whoever is first awaited; what is said of the last one."""
    events: Events = ()
    for move in moves:
        events = match.play(match.awaited[0], move)
    return events


def rotate(match: quincunx.Match, linking: bool) -> Events:
    """Whoever is on turn makes the first rotation that links something, or nothing."""
    view, grid = match.view(None), uncovered(match)
    for cell, way in product(grid, ("left", "right")):
        if bool(taken(grid, cell, turned(grid[cell], way), view.colour)) == linking:
            return match.play(view.turn, f"{cell} {way}")
    raise AssertionError("there is no such rotation")


def uncovered(match: quincunx.Match) -> dict[str, str]:
    """The cards that can be rotated and linked."""
    blocks = match.view(None).blocks
    return {cell: card for cell, card in lies(match).items() if cell not in blocks}


def expect_refusal(match: quincunx.Match, seat: int, move: str, reason: str, rule: str) -> None:
    """Check that the move is refused for this reason by this rule, and is not listed."""
    error = illegal_move(match, seat, move)
    assert (error.reason, error.rule) == (reason, f"quivvit:{rule}")
    assert move not in legal(match, seat)


# Linking, square by square: the grid is a board of ten by ten squares


def turned(card: str, way: str) -> str:
    """The card after a turn; `claim` leaves it as it lies."""
    quarters = {"claim": 0, "right": 1, "half": 2, "left": 3}[way]
    return card[4 - quarters : 4] + card[: 4 - quarters] + card[4:]


def taken(grid: Grid, cell: str, card: str, only: str | None = None) -> set[str]:
    """Where cards are taken when `card` lies in `cell`: all whose squares its own squares reach.

    Squares reach each other along an edge, if they show the same colour.
    """
    squares = _squares({**grid, cell: card})
    reached = [place for place in squares if squares[place] == (cell, squares[place][1])]
    reached = [place for place in reached if only in (None, squares[place][1])]
    for row, column in reached:
        for place in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            alike = place in squares and squares[place][1] == squares[row, column][1]
            if alike and place not in reached:
                reached.append(place)
    cells = {squares[place][0] for place in reached}
    return cells if len(cells) > 1 else set()


def _squares(grid: Grid) -> dict[tuple[int, int], tuple[str, str]]:
    """By row and column, the cell that a square belongs to and its colour."""
    squares = {}
    for cell, card in grid.items():
        row, column = 2 * (int(cell[1]) - 1), 2 * "abcde".index(cell[0])
        for corner, (down, right) in enumerate(((0, 0), (0, 1), (1, 1), (1, 0))):
            squares[row + down, column + right] = (cell, card[corner])
    return squares


def worth(grid: Grid, cells: set[str]) -> int:
    return sum(int(grid[cell][4:]) for cell in cells)
