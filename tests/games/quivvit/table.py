"""A table where chance does as a test wants, and linking worked out once more, square by square.

A position is written cell by cell: `lay(match, c3="RGBY2", d3="BYRG1")` leaves the rest of the grid
empty. A card's text is its colours, clockwise from the top left corner, and its value.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import product
from random import Random
from typing import Any, Final

import msgspec
import pytest

import quincunx
from quincunx.core.chance import Chance, Deck, FastChance, Owner
from quincunx.core.messages import catalogue
from quincunx.games.quivvit.cards import CARD, KINDS, NO_CARD, TURNS

CELLS: Final = tuple(f"{column}{row}" for row in "12345" for column in "abcde")
"""Row by row."""
SECOND: Final = 1000

Grid = Mapping[str, str]
"""The cards by cell."""
Events = Sequence[quincunx.Event]


class ForcedChance(Chance):
    """Gives each stream what it was told to give next; told nothing more, something at random."""

    def __init__(self) -> None:
        super().__init__()
        self.told: dict[str, list[int]] = defaultdict(list)
        self._random = FastChance(Random(0))

    def _draw(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[int, ...]:
        assert to is None, "everybody sees the cards that come up"
        told = self._told(stream, count)
        left = list(deck)
        for kind in told:
            assert left[kind] > 0, "the deck has no such card"
            left[kind] -= 1
        return told + self._random.draw(stream, tuple(left), count - len(told))

    def _roll(self, stream: str, faces: int, count: int, to: Owner) -> tuple[int, ...]:
        assert to is None, "everybody sees the die"
        told = self._told(stream, count)
        assert all(0 <= face < faces for face in told), "the die has no such face"
        return told + self._random.roll(stream, faces, count - len(told))

    def _told(self, stream: str, count: int) -> tuple[int, ...]:
        told = tuple(self.told[stream][:count])
        del self.told[stream][:count]
        return told


def table(seats: int = 2, first: int = 0, /, **options: Any) -> quincunx.Match:
    """A new game in which that seat begins."""
    chance = ForcedChance()
    chance.told["first"] = [first]
    return quincunx.new("quivvit", seats=seats, options=options, chance=chance)


def tell(match: quincunx.Match, cards: str = "", die: str = "") -> None:
    """The cards that come up next, as they will lie, and the colours that the die will show."""
    assert isinstance(match.chance, ForcedChance)
    told = [CARD[card] for card in cards.split()]
    match.chance.told["deck"] = [card // TURNS for card in told]
    match.chance.told["flip"] = [card % TURNS for card in told]
    match.chance.told["die"] = ["RGBY".index(colour) for colour in die]


def lay(match: quincunx.Match, deck: Deck | None = None, /, **cards: str) -> quincunx.Match:
    """Only these cards lie there; the deck stays as it is, or is that one."""
    grid = tuple(CARD[cards[cell]] if cell in cards else NO_CARD for cell in CELLS)
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
        deck[CARD[card] // TURNS] += 1
    for card, count in counts.items():
        deck[CARD[card] // TURNS] += count
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


def said(events: Events) -> list[str]:
    """The last part of each public message's id."""
    return [event.public.id.rpartition(".")[2] for event in events if event.public]


def told(events: Events, kind: str) -> list[dict[str, Any]]:
    """The arguments of each message of that kind."""
    return [
        dict(event.public.args)
        for event in events
        if event.public and event.public.id == f"quivvit.event.{kind}"
    ]


def refused(match: quincunx.Match, seat: int, move: str, reason: str, rule: str) -> None:
    """The move is refused for that reason by that rule, is not listed, and leaves no trace."""
    before = (match.version, match.digest(), match.now)
    with pytest.raises(quincunx.IllegalMove) as caught:
        match.play(seat, move)
    assert (caught.value.reason, caught.value.rule) == (reason, f"quivvit:{rule}")
    assert f"quivvit.rule.{rule}" in catalogue("quivvit", "en")
    assert quincunx.render(caught.value.message)
    assert move not in legal(match, seat)
    assert (match.version, match.digest(), match.now) == before


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
