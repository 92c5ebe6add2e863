"""Matches with scripted tiles, and grids that are known to be right or wrong.

Four hands can be laid as blocks: each row has one colour, each column one design. Tiles are drawn
from the middle as scripted; after these hands the middle is left with six blue, six purple and six
wild tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

import quincunx
from quincunx.core.events import Events
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
"""The 36 plain kinds and the wild one."""
ROWS: Final = ("royg", "bpro", "ygbp", "royg")
"""By seat, the colours of its block."""
COUNTDOWN: Final = 3_000
CAP: Final = 200
MINUTE: Final = 60_000


# The table


def new(seats: int, **options: object) -> quincunx.Match:
    """Return a match in which no player is ready yet."""
    made = make_options(PIVIT.options, options, game="pivit")
    return quincunx.Match(PIVIT, made, seats, chance=ForcedChance(("middle",)))


def begin(match: quincunx.Match, *hands: str) -> quincunx.Match:
    """Start a round with these hands, or with the seats' blocks."""
    for seat in range(match.seats):
        match.play("ready", seat)
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
    """Script the next tiles from the middle; after them tiles are random."""
    chance_of(match).script["middle"] = numbers(ALL, tiles)


# Hands and grids


def block(seat: int) -> str:
    """Return the tiles of the seat's block, in the order of a correct grid, row by row."""
    return " ".join(colour + design for colour in ROWS[seat] for design in "123456")


def rows(tiles: str, width: int = 6) -> str:
    """Return the tiles as a grid of rows."""
    words = tiles.split()
    return " / ".join(" ".join(words[i : i + width]) for i in range(0, len(words), width))


def right(seat: int) -> str:
    return rows(block(seat))


def another_right(seat: int) -> str:
    """Return a correct grid of the same tiles with the rows in another order."""
    return " / ".join(reversed(right(seat).split(" / ")))


def wrong(seat: int) -> str:
    """Return a wrong grid: the first two tiles of the first row are swapped."""
    first, second, *rest = block(seat).split()
    return rows(" ".join([second, first, *rest]))


def another_wrong(seat: int) -> str:
    """Return a wrong grid: the last two tiles of the last row are swapped."""
    *rest, first, second = block(seat).split()
    return rows(" ".join([*rest, second, first]))


def of(grid: str) -> PlacedTiles:
    """Return the grid as data."""
    found = parse_grid(grid)
    assert found
    return found


def shown(grid: str) -> tuple[tuple[int, int, str], ...]:
    """Return the grid as views show it."""
    return tuple((x, y, ALL[tile]) for x, y, tile in of(grid))


def cells(grid: str) -> dict[tuple[int, int], int]:
    return {(x, y): tile for x, y, tile in of(grid)}


# What happens


def wait(match: quincunx.Match, milliseconds: int) -> Events:
    return match.tick(match.now + milliseconds)


def claim(
    match: quincunx.Match, seat: int, grid: str = "", credit: int = 0, after: int = 0
) -> Events:
    """Claim a grid, by default the seat's block, after this many milliseconds."""
    move = ClaimGrid(of(grid or right(seat)), credit)
    return match.play(move, seat, at=match.now + after)


def take(match: quincunx.Match, seat: int, grid: str = "") -> Events:
    """Claim a grid and wait until the claim is settled."""
    events = claim(match, seat, grid)
    return (*events, *wait(match, CAP))


def trade(match: quincunx.Match, seat: int, tile: str, got: str = "") -> Events:
    tiles_next(match, got)
    return match.play(f"trade {tile}", seat)


def stop_all(match: quincunx.Match) -> Events:
    """Let every seat that still builds vote to stop."""
    events: Events = ()
    for seat in match.awaited:
        events = match.play("stop", seat)
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
    """Set the seat's draft."""
    return match.draft(seat, PivitDraft(shown(grid)))


def faults(found: Sequence[Fault]) -> list[tuple[str, str]]:
    """Return the reason and the cells of each fault."""
    assert all(quincunx.render(fault.message) for fault in found)
    return [(fault.message.id.rpartition(".")[2], " ".join(fault.cells)) for fault in found]


# What can be seen


def phase(match: quincunx.Match) -> str:
    found: str = match.view(None).phase
    return found


def sticks(match: quincunx.Match) -> tuple[int | None, ...]:
    """Return the holders of the sticks, the highest first."""
    found: tuple[int | None, ...] = match.view(None).sticks
    return found


def gained(match: quincunx.Match) -> tuple[int, ...]:
    """Return the points of the last round."""
    found: tuple[int, ...] = match.view(None).gained
    return found


def hand(match: quincunx.Match, seat: int) -> str:
    """Return a hand as its player sees it."""
    return " ".join(match.view(seat).hands[seat])


def everywhere(match: quincunx.Match) -> Counter[str]:
    """Return all tiles of the game, wherever they are."""
    tiles = Counter(ALL[tile] for held in match.state.hands for tile in held)
    return tiles + Counter(dict(zip(ALL, match.state.middle, strict=True)))
