"""Solve a hand written as text: `r1 r2 r3 … **`, 24 tiles in any order.

A grid that has been started may follow after a colon: `… : r1 r2 r3 / .. g2`. Its tiles are some of
those before the colon, and stay where they are. The word `younger` before the tiles selects the
variation for younger players, in which lines of two tiles are allowed.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from quincunx.core.analysis import Solution
from quincunx.core.chance import Chance
from quincunx.core.errors import MalformedPosition, NoPosition
from quincunx.core.events import Event, Events
from quincunx.core.messages import Message
from quincunx.games.pivit.faults import to_fault
from quincunx.games.pivit.grid import (
    PlacedTiles,
    as_grid,
    choose_wilds,
    format_grid,
    min_line_length,
    normalise,
)
from quincunx.games.pivit.notation import format_hand, parse_grid
from quincunx.games.pivit.rules import PivitRules
from quincunx.games.pivit.rules.rounds import first_state, start_building
from quincunx.games.pivit.state import HAND_SIZE, PivitState, PivitView
from quincunx.games.pivit.tiles import FULL_MIDDLE, TEXT, TILE, PivitTiles

# The solver loads numba, so it is imported only when a position is solved.

YOUNGER: Final = "younger"
MAX_LISTED_TRADES: Final = 3
"""How many trades are listed in the text output."""


class PivitPosition(NamedTuple):
    """A hand, and the tiles of it that are already placed."""

    hand: PivitTiles
    started: PlacedTiles
    younger: bool = False


def parse_position(text: str) -> PivitPosition:
    first, *rest = text.split(maxsplit=1) or [""]
    younger = first.lower() == YOUNGER
    if younger:
        text = "".join(rest)
    tiles, _, grid = text.replace("|", ":").partition(":")
    hand = _parse_hand(tiles)
    started = parse_grid(grid)
    if started is None:
        raise MalformedPosition("pivit.refusal.unknown_grid", text=grid.strip())
    foreign = next((tile for tile in TEXT if _count(started, tile) > hand.count(TILE[tile])), None)
    if foreign:
        raise MalformedPosition("pivit.refusal.foreign", tiles=(foreign,))
    return PivitPosition(hand, started, younger)


def position_text(view: PivitView) -> str | None:
    """Return the hand of a player alone; `None` if there are several hands, or none yet."""
    hand = view.hands[0]
    if len(view.hands) > 1 or not hand:
        return None
    tiles = tuple(sorted(TILE[text] for text in hand))
    return format_position(PivitPosition(tiles, (), view.younger))


def setup_position(rules: PivitRules, text: str, chance: Chance) -> tuple[PivitState, Events]:
    """Set a game up at a position: the round of a player alone with that hand has just begun."""
    if rules.seats > 1:
        raise NoPosition("pivit.refusal.position_seats", seats=rules.seats)
    position = parse_position(text)
    if position.started:
        raise MalformedPosition("pivit.refusal.position_started")
    if position.younger != rules.options.younger:
        value = "true" if position.younger else "false"
        raise MalformedPosition("core.error.position_needs_option", option=YOUNGER, value=value)
    events: list[Event] = []
    before = first_state(rules.config)
    return start_building(rules.config, before, (position.hand,), 0, events), tuple(events)


def format_position(position: PivitPosition) -> str:
    words = [YOUNGER] if position.younger else []
    words.append(format_hand(position.hand))
    if position.started:
        words += [":", format_grid(position.started)]
    return " ".join(words)


def _parse_hand(text: str) -> PivitTiles:
    words = text.lower().split()
    for word in words:
        if word not in TILE:
            raise MalformedPosition("pivit.refusal.unknown_tile", text=word)
        if words.count(word) > FULL_MIDDLE[TILE[word]]:
            most = FULL_MIDDLE[TILE[word]]
            raise MalformedPosition("pivit.refusal.too_many", tile=word, most=most)
    if len(words) != HAND_SIZE:
        raise MalformedPosition("pivit.refusal.not_a_hand", count=len(words), hand=HAND_SIZE)
    return tuple(sorted(TILE[word] for word in words))


def _count(grid: PlacedTiles, text: str) -> int:
    return sum(TEXT[tile] == text for _, _, tile in grid)


def solve(text: str) -> Solution:
    """Return a grid of all tiles, or a proof that there is none and the best trades, or neither."""
    from quincunx.games.pivit import solver
    from quincunx.games.pivit.solver.completion import permanent_fault, try_all_completions

    hand, started, younger = parse_position(text)
    shortest = min_line_length(younger)
    data: dict[str, Any] = {
        "hand": format_hand(hand).split(),
        "younger": younger,
        "solvable": None,
    }
    if started:
        fault = permanent_fault(as_grid(started))
        if fault is not None:
            data |= {"solvable": False, "because": fault.reason}
            return Solution(data, (Message("pivit.solution.hopeless"), to_fault(fault).message))
        grid: PlacedTiles | None = solver.complete_grid(hand, as_grid(started), shortest)
        certificate = None if grid and len(grid) == len(hand) else solver.disproof(hand, shortest)
    else:
        grid, certificate = solver.solve(hand, shortest, tries=solver.PATIENT_TRIES)
    if certificate is not None:
        return _impossible(data, hand, certificate, shortest)
    if started and not (grid and len(grid) == len(hand)):
        tried = try_all_completions(hand, as_grid(started), pairs_allowed=younger)
        if tried.decided and tried.grid is None:
            data |= {"solvable": False, "because": "tried"}
            return Solution(data, (Message("pivit.solution.tried"),))
        grid = tried.grid or grid
    if grid and len(grid) == len(hand):
        data |= {"solvable": True, "grid": _placed_texts(grid), "wilds": _wilds(grid)}
        return Solution(data, (Message("pivit.solution.possible"), *_rows(grid)))
    laid = grid if started and grid else started or solver.largest_grid(hand, shortest)
    data |= {"laid": _placed_texts(laid)}
    return Solution(data, (Message("pivit.solution.undecided", {"count": len(laid)}), *_rows(laid)))


def _impossible(
    data: dict[str, Any], hand: PivitTiles, certificate: tuple[str, ...], shortest: int
) -> Solution:
    from quincunx.core.support.jit import HAS_NUMBA
    from quincunx.games.pivit.solver import trade_prospects, unseen_by

    found = trade_prospects(hand, unseen_by((hand,)), shortest) if HAS_NUMBA else ()
    trades = [
        {"tile": TEXT[each.tile], "solvable": each.solvable, "undecided": each.undecided}
        for each in found
    ]
    data |= {"solvable": False, "certificate": list(certificate), "trades": trades}
    best = (
        Message(
            "pivit.solution.trade",
            {"tile": TEXT[each.tile], "percent": round(100 * each.solvable, 1)},
        )
        for each in found[:MAX_LISTED_TRADES]
    )
    proof = Message("pivit.solution.impossible", {"steps": len(certificate)})
    return Solution(data, (proof, *best))


def _placed_texts(grid: PlacedTiles) -> list[list[int | str]]:
    return [[x, y, TEXT[tile]] for x, y, tile in grid]


def _wilds(grid: PlacedTiles) -> list[list[int | str]]:
    """Return what the wild tiles stand for."""
    chosen = choose_wilds(as_grid(grid)) or {}
    return [[x, y, TEXT[tile]] for (x, y), tile in sorted(chosen.items())]


def _rows(grid: PlacedTiles) -> tuple[Message, ...]:
    """Return the grid as text, one message for each row."""
    rows = format_grid(normalise(as_grid(grid))).split(" / ") if grid else []
    return tuple(Message("pivit.solution.row", {"row": row}) for row in rows)
