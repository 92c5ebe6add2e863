"""A table where the tiles come as a test wants, with grids that are known to be right or wrong.

Four hands can be laid as blocks: each row all of one colour, each column all of one design. Tiles
come from the middle as told; what is left of the middle is six blue, six purple and six wild ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any, Final

import pytest

import quincunx
from quincunx.core.chance import Chance, Deck, FastChance, Owner
from quincunx.core.messages import catalogue
from quincunx.core.options import make_options
from quincunx.core.rules import Fault
from quincunx.games.pivit import PIVIT
from quincunx.games.pivit.grid import PlacedTiles
from quincunx.games.pivit.moves import ClaimGrid
from quincunx.games.pivit.notation import parse_grid
from quincunx.games.pivit.state import PivitDraft

ALL: Final = (*(colour + design for colour in "roygbp" for design in "123456"), "**")
"""The thirty-six tiles and the wild one, kind by kind."""
ROWS: Final = ("royg", "bpro", "ygbp", "royg")
"""By seat, the colours of its block."""
COUNTDOWN: Final = 3_000
CAP: Final = 200
MINUTE: Final = 60_000

Events = Sequence[quincunx.Event]


class ForcedChance(Chance):
    """Gives the tiles it was told to give next; told nothing more, some at random."""

    def __init__(self, tiles: str = "") -> None:
        super().__init__()
        self.told = tiles.split()
        self.draws: list[tuple[int, Owner, Deck]] = []
        """How many tiles were drawn each time, by whom, and from what."""
        self._random = FastChance(Random(0))

    def _draw(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[int, ...]:
        assert stream == "middle", "there is one heap of tiles"
        self.draws.append((count, to, deck))
        told = tuple(ALL.index(tile) for tile in self.told[:count])
        del self.told[:count]
        left = list(deck)
        for kind in told:
            assert left[kind] > 0, f"the middle has no {ALL[kind]}"
            left[kind] -= 1
        return told + self._random.draw(stream, tuple(left), count - len(told))

    def _roll(self, stream: str, faces: int, count: int, to: Owner) -> tuple[int, ...]:
        raise AssertionError(f"nothing is rolled from {stream} at this table")


# The table


def new(seats: int, **options: object) -> quincunx.Match:
    """Before the first "ready"."""
    made = make_options(PIVIT.options, options, game="pivit")
    return quincunx.Match(PIVIT, made, seats, chance=ForcedChance())


def begin(match: quincunx.Match, *hands: str) -> quincunx.Match:
    """All are ready, and have turned over these tiles; where none are named, their blocks."""
    for seat in range(match.seats):
        match.play(seat, "ready")
    chance_of(match).told = " ".join(hands or map(block, range(match.seats))).split()
    wait(match, COUNTDOWN)
    assert match.state.phase == "build"
    return match


def table(seats: int, *hands: str, **options: object) -> quincunx.Match:
    return begin(new(seats, **options), *hands)


def at_scoring(seats: int, **options: object) -> quincunx.Match:
    return table(seats, referee="at-scoring", **options)


def chance_of(match: quincunx.Match) -> ForcedChance:
    assert isinstance(match.chance, ForcedChance)
    return match.chance


# Hands and grids


def block(seat: int) -> str:
    """The tiles of that seat, and the order in which they make a right grid, row by row."""
    return " ".join(colour + design for colour in ROWS[seat] for design in "123456")


def rows(tiles: str, width: int = 6) -> str:
    """The tiles as a grid of rows."""
    words = tiles.split()
    return " / ".join(" ".join(words[i : i + width]) for i in range(0, len(words), width))


def right(seat: int) -> str:
    return rows(block(seat))


def another_right(seat: int) -> str:
    """The same tiles, the rows in another order."""
    return " / ".join(reversed(right(seat).split(" / ")))


def wrong(seat: int) -> str:
    """All tiles, but the first two of the first row have changed places."""
    first, second, *rest = block(seat).split()
    return rows(" ".join([second, first, *rest]))


def another_wrong(seat: int) -> str:
    """All tiles, but the last two of the last row have changed places."""
    *rest, first, second = block(seat).split()
    return rows(" ".join([*rest, second, first]))


def of(grid: str) -> PlacedTiles:
    """The grid as data."""
    found = parse_grid(grid)
    assert found
    return found


def shown(grid: str) -> tuple[tuple[int, int, str], ...]:
    """The grid as views show it."""
    return tuple((x, y, ALL[tile]) for x, y, tile in of(grid))


def cells(grid: str) -> dict[tuple[int, int], int]:
    return {(x, y): tile for x, y, tile in of(grid)}


# What happens


def wait(match: quincunx.Match, milliseconds: int) -> Events:
    return match.tick(match.now + milliseconds)


def claim(
    match: quincunx.Match, seat: int, grid: str = "", credit: int = 0, after: int = 0
) -> Events:
    """That seat says it is done, so many milliseconds later; with its block if no grid is given."""
    move = ClaimGrid(of(grid or right(seat)), credit)
    return match.play(seat, move, at=match.now + after)


def take(match: quincunx.Match, seat: int, grid: str = "") -> Events:
    """That seat claims, and a moment later has its stick."""
    events = claim(match, seat, grid)
    return (*events, *wait(match, CAP))


def trade(match: quincunx.Match, seat: int, tile: str, got: str = "") -> Events:
    chance_of(match).told = got.split()
    return match.play(seat, f"trade {tile}")


def stop_all(match: quincunx.Match) -> Events:
    """Everyone who is still building agrees to stop."""
    events: Events = ()
    for seat in match.awaited:
        events = match.play(seat, "stop")
    return events


def refused(
    match: quincunx.Match,
    seat: int,
    move: object,
    reason: str,
    rule: str,
    offending: str = "",
    after: int = 0,
) -> None:
    """The move is refused for that reason by that rule, and leaves no trace."""
    wait(match, after)
    before, drawn = (match.version, match.digest()), len(chance_of(match).draws)
    with pytest.raises(quincunx.IllegalMove) as caught:
        match.play(seat, move)
    assert (caught.value.reason, caught.value.rule) == (reason, f"pivit:{rule}")
    assert caught.value.offending == tuple(offending.split())
    assert f"pivit.rule.{rule}" in catalogue("pivit", "en")
    assert quincunx.render(caught.value.message)
    assert (match.version, match.digest()) == before
    assert len(chance_of(match).draws) == drawn, "refused before anything is drawn"


def draft(match: quincunx.Match, seat: int, grid: str) -> tuple[Fault, ...]:
    """That seat builds so far."""
    return match.draft(seat, PivitDraft(shown(grid)))


def faults(found: Sequence[Fault]) -> list[tuple[str, str]]:
    """The reason of each fault, and its cells."""
    assert all(quincunx.render(fault.message) for fault in found)
    return [(fault.message.id.rpartition(".")[2], " ".join(fault.cells)) for fault in found]


# What can be seen


def said(events: Events) -> list[str]:
    """The last part of each public message's id."""
    return [event.public.id.rpartition(".")[2] for event in events if event.public]


def told(events: Events, kind: str) -> list[dict[str, Any]]:
    """The arguments of each public message of that kind."""
    return [
        dict(event.public.args)
        for event in events
        if event.public and event.public.id == f"pivit.event.{kind}"
    ]


def phase(match: quincunx.Match) -> str:
    found: str = match.view(None).phase
    return found


def sticks(match: quincunx.Match) -> tuple[int | None, ...]:
    """Who holds them, the highest first."""
    found: tuple[int | None, ...] = match.view(None).sticks
    return found


def gained(match: quincunx.Match) -> tuple[int, ...]:
    """The points of the round that is over."""
    found: tuple[int, ...] = match.view(None).gained
    return found


def hand(match: quincunx.Match, seat: int) -> str:
    """The tiles as their owner sees them."""
    return " ".join(match.view(seat).hands[seat])


def everywhere(match: quincunx.Match) -> Counter[str]:
    """All tiles of the game, wherever they are."""
    tiles = Counter(ALL[tile] for held in match.state.hands for tile in held)
    return tiles + Counter(dict(zip(ALL, match.state.middle, strict=True)))
