"""A table where the tiles come as a test wants, with grids that are known to be right or wrong.

Four hands can be laid as blocks: each row all of one colour, each column all of one design. Tiles
come from the middle as told; what is left of the middle is six blue, six purple and six wild ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import quincunx
from quincunx.core.options import make_options
from quincunx.core.rules import Fault
from quincunx.games.pivit import PIVIT
from quincunx.games.pivit.grid import PlacedTiles
from quincunx.games.pivit.moves import ClaimGrid
from quincunx.games.pivit.notation import parse_grid
from quincunx.games.pivit.state import PivitDraft
from tests.games.forced_chance import ForcedChance, numbers
from tests.games.refusals import illegal_move

ALL: Final = (*(colour + design for colour in "roygbp" for design in "123456"), "**")
"""The thirty-six tiles and the wild one, kind by kind."""
ROWS: Final = ("royg", "bpro", "ygbp", "royg")
"""By seat, the colours of its block."""
COUNTDOWN: Final = 3_000
CAP: Final = 200
MINUTE: Final = 60_000

Events = Sequence[quincunx.Event]


# The table


def new(seats: int, **options: object) -> quincunx.Match:
    """Before the first "ready"."""
    made = make_options(PIVIT.options, options, game="pivit")
    return quincunx.Match(PIVIT, made, seats, chance=ForcedChance(("middle",)))


def begin(match: quincunx.Match, *hands: str) -> quincunx.Match:
    """All are ready, and have turned over these tiles; where none are named, their blocks."""
    for seat in range(match.seats):
        match.play(seat, "ready")
    tiles_next(match, " ".join(hands or map(block, range(match.seats))))
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


def tiles_next(match: quincunx.Match, tiles: str) -> None:
    """Script the tiles that come from the middle next; after them they come at random."""
    chance_of(match).script["middle"] = numbers(ALL, tiles)


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
    tiles_next(match, got)
    return match.play(seat, f"trade {tile}")


def stop_all(match: quincunx.Match) -> Events:
    """Everyone who is still building agrees to stop."""
    events: Events = ()
    for seat in match.awaited:
        events = match.play(seat, "stop")
    return events


def expect_refusal(
    match: quincunx.Match,
    seat: int,
    move: object,
    reason: str,
    rule: str,
    offending: str = "",
    after: int = 0,
) -> None:
    """Check that the move is refused for this reason by this rule, naming the offending cells."""
    wait(match, after)
    error = illegal_move(match, seat, move)
    assert (error.reason, error.rule) == (reason, f"pivit:{rule}")
    assert error.offending == tuple(offending.split())


def draft(match: quincunx.Match, seat: int, grid: str) -> tuple[Fault, ...]:
    """That seat builds so far."""
    return match.draft(seat, PivitDraft(shown(grid)))


def faults(found: Sequence[Fault]) -> list[tuple[str, str]]:
    """The reason of each fault, and its cells."""
    assert all(quincunx.render(fault.message) for fault in found)
    return [(fault.message.id.rpartition(".")[2], " ".join(fault.cells)) for fault in found]


# What can be seen


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
