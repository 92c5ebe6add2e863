"""Hints from the solver for a player alone.

There are no hints in a race against others: the solver would win it.
"""

from __future__ import annotations

from collections.abc import Iterator

from quincunx.core.analysis import Hint
from quincunx.core.messages import Arg, Message
from quincunx.core.rules import AnyRules
from quincunx.games.pivit.grid import PlacedTiles, as_grid, format_grid, lines, min_line_length
from quincunx.games.pivit.moves import ClaimGrid, TradeTile, VoteToStop
from quincunx.games.pivit.state import PivitView
from quincunx.games.pivit.tiles import TEXT, TILE, WILD, PivitTiles, colour_of, design_of

# The solver loads numba, so it is imported only when a player asks for a hint.


def hints(rules: AnyRules, view: PivitView) -> tuple[Hint, ...]:
    """Say whether the hand can be laid, then show a first tile, two lines, and the whole grid."""
    if view.seat is None or len(view.scores) > 1 or view.phase != "build":
        return ()
    if view.claimed[view.seat]:
        return ()
    from quincunx.games.pivit.solver import solve

    hand = tuple(sorted(TILE[tile] for tile in view.hands[view.seat] or ()))
    solution = solve(hand, min_line_length(view.younger))
    if solution.grid is not None:
        return tuple(_grid_hints(hand, solution.grid))
    kind = "undecided" if solution.certificate is None else "impossible"
    return (
        Hint(Message(f"pivit.hint.{kind}")),
        *_trade_hints(hand, view.tokens[view.seat], min_line_length(view.younger)),
    )


def _grid_hints(hand: PivitTiles, grid: PlacedTiles) -> Iterator[Hint]:
    """Yield hints from the tile that matches the fewest others up to the whole grid."""
    hardest = min(
        (tile for tile in hand if tile != WILD), key=lambda tile: _matching_kinds(hand, tile)
    )
    cells = as_grid(grid)
    cell = next(cell for cell in sorted(cells) if cells[cell] == hardest)
    first = next(line for line in lines(cells) if cell in line)
    across = next((other for other in lines(cells) if other != first and {*other} & {*first}), ())
    yield Hint(Message("pivit.hint.possible"))
    yield Hint(Message("pivit.hint.begin", {"tile": TEXT[hardest]}))
    yield Hint(Message("pivit.hint.line", {"tiles": tuple(TEXT[cells[each]] for each in first)}))
    if across:
        (shared,) = {*across} & {*first}
        tiles = tuple(TEXT[cells[each]] for each in across)
        yield Hint(Message("pivit.hint.across", {"tile": TEXT[cells[shared]], "tiles": tiles}))
    yield Hint(Message("pivit.hint.grid", {"rows": format_grid(grid)}), str(ClaimGrid(grid)))


def _matching_kinds(hand: PivitTiles, tile: int) -> int:
    """Return how many other kinds of the hand match this tile."""
    kinds = {*hand} - {tile, WILD}
    return sum(
        colour_of(other) == colour_of(tile) or design_of(other) == design_of(tile)
        for other in kinds
    )


def _trade_hints(hand: PivitTiles, tokens: int, shortest: int) -> Iterator[Hint]:
    from quincunx.games.pivit.solver import best_trade, largest_grid, unseen_by

    laid = largest_grid(hand, shortest)
    yield Hint(Message("pivit.hint.furthest", {"count": len(laid), "rows": format_grid(laid)}))
    if not tokens:
        yield Hint(Message("pivit.hint.stop"), str(VoteToStop()))
        return
    best = best_trade(hand, unseen_by((hand,)), shortest)
    if best is not None:
        args: dict[str, Arg] = {"tile": TEXT[best.tile], "percent": round(100 * best.solvable)}
        yield Hint(Message("pivit.hint.trade", args), str(TradeTile(best.tile)))
