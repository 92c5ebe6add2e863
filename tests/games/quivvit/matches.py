"""Helpers: games with scripted chance, and linking computed independently, square by square.

A position is written cell by cell: `set_grid(match, c3="RGBY2", d3="BYRG1")` leaves the
rest of the grid empty. A card's text is its colours, clockwise from the top left corner, and its
value.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import Any, Final

import msgspec

import quincunx
from quincunx.core.chance import Deck
from quincunx.core.events import Events
from quincunx.games.quivvit.cards import CARD_BY_TEXT, KINDS, NO_CARD, ORIENTATIONS
from tests.games.forced_chance import ForcedChance
from tests.games.refusals import illegal_move

CELLS: Final = tuple(f"{column}{row}" for row in "12345" for column in "abcde")
"""Row by row."""
MS_PER_SECOND: Final = 1000

CardsByCell = Mapping[str, str]
"""The cards by cell."""


def new_chance() -> ForcedChance:
    return ForcedChance(("first", "deck", "flip", "die"), is_public=True)


def table(seats: int = 2, first: int = 0, /, **options: Any) -> quincunx.Match:
    """Return a new game in which that seat begins."""
    chance = new_chance()
    chance.script["first"] = [first]
    return quincunx.new("quivvit", seats=seats, options=options, chance=chance)


def script_chance(match: quincunx.Match, cards: str = "", die: str = "") -> None:
    """Script the next cards, in their orientations, and the next colours of the die."""
    assert isinstance(match.chance, ForcedChance)
    scripted = [CARD_BY_TEXT[card] for card in cards.split()]
    match.chance.script["deck"] = [card // ORIENTATIONS for card in scripted]
    match.chance.script["flip"] = [card % ORIENTATIONS for card in scripted]
    match.chance.script["die"] = ["RGBY".index(colour) for colour in die]


def set_grid(match: quincunx.Match, deck: Deck | None = None, /, **cards: str) -> quincunx.Match:
    """Put only these cards on the grid; the deck stays the same unless it is given."""
    grid = tuple(CARD_BY_TEXT[cards[cell]] if cell in cards else NO_CARD for cell in CELLS)
    assert set(cards) <= set(CELLS)
    set_fields(match, grid=(*grid, NO_CARD))
    return match if deck is None else set_fields(match, deck=deck)


def set_fields(match: quincunx.Match, **fields: Any) -> quincunx.Match:
    """Change fields of the current state, and return the match."""
    match._log.states[-1] = msgspec.structs.replace(match.state, **fields)
    return match


def uniform_grid(card: str = "RGBY1", **others: str) -> dict[str, str]:
    """Return a grid with the same card in every cell, except for some.

    Four equal cards show four colours at their meeting point. A quarter turn of such a card takes
    its four neighbours; a quarter turn of a1 links nothing.
    """
    return {**dict.fromkeys(CELLS, card), "b1": "RBYG1", "a2": "GRBY1", **others}


def deck_of(*cards: str, **counts: int) -> Deck:
    """Return a deck of these cards, or of so many of each: `deck_of(RGBY1=5)`."""
    deck = [0] * KINDS
    for card in cards:
        deck[CARD_BY_TEXT[card] // ORIENTATIONS] += 1
    for card, count in counts.items():
        deck[CARD_BY_TEXT[card] // ORIENTATIONS] += count
    return tuple(deck)


EMPTY: Final = deck_of()


def cards_on_grid(match: quincunx.Match) -> dict[str, str]:
    """Return the cards on the grid by cell, as in the view."""
    grid = zip(CELLS, match.view(None).grid, strict=True)
    return {cell: card for cell, card in grid if card is not None}


def deck_size(match: quincunx.Match) -> int:
    """Return the number of cards in the deck."""
    return sum(match.view(None).deck)


def chance_streams(match: quincunx.Match) -> list[str]:
    """Return the streams of chance that the last log entry used."""
    return [result.stream for result in match.log[-1].chance]


def legal_moves(match: quincunx.Match, seat: int) -> set[str]:
    return {str(move) for move in match.legal_moves(seat)}


def play(match: quincunx.Match, *moves: str) -> Events:
    """Play each move as the first awaited seat; return the events of the last one."""
    events: Events = ()
    for move in moves:
        events = match.play(move, match.awaited[0])
    return events


def rotate(match: quincunx.Match, linking: bool) -> Events:
    """Make the first rotation of the seat on turn that links something, or nothing."""
    view, grid = match.view(None), uncovered_cards(match)
    for cell, way in product(grid, ("left", "right")):
        if bool(taken_cells(grid, cell, rotated_text(grid[cell], way), view.colour)) == linking:
            return match.play(f"{cell} {way}", view.turn)
    raise AssertionError("there is no such rotation")


def uncovered_cards(match: quincunx.Match) -> dict[str, str]:
    """Return the cards that can be rotated and linked."""
    blocks = match.view(None).blocks
    return {cell: card for cell, card in cards_on_grid(match).items() if cell not in blocks}


def expect_refusal(match: quincunx.Match, seat: int, move: str, reason: str, rule: str) -> None:
    """Check that the move is refused for this reason by this rule, and is not listed."""
    error = illegal_move(match, seat, move)
    assert (error.reason, error.rule) == (reason, f"quivvit:{rule}")
    assert move not in legal_moves(match, seat)


# Linking, square by square: the grid has ten by ten squares


def rotated_text(card: str, way: str) -> str:
    """Return the card after a rotation; `claim` does not rotate it."""
    quarters = {"claim": 0, "right": 1, "half": 2, "left": 3}[way]
    return card[4 - quarters : 4] + card[: 4 - quarters] + card[4:]


def taken_cells(grid: CardsByCell, cell: str, card: str, only: str | None = None) -> set[str]:
    """Return the cells taken when `card` is in `cell`: all whose squares its own squares reach.

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


def _squares(grid: CardsByCell) -> dict[tuple[int, int], tuple[str, str]]:
    """Return, by row and column, the cell and the colour of each square."""
    squares = {}
    for cell, card in grid.items():
        row, column = 2 * (int(cell[1]) - 1), 2 * "abcde".index(cell[0])
        for corner, (down, right) in enumerate(((0, 0), (0, 1), (1, 1), (1, 0))):
            squares[row + down, column + right] = (cell, card[corner])
    return squares


def points_of(grid: CardsByCell, cells: set[str]) -> int:
    return sum(int(grid[cell][4:]) for cell in cells)
