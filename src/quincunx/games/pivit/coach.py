"""Hints for whoever plays alone, and what each round was like, both from the solver.

In a race against others there are no hints: the solver would win it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from quincunx.core.advice import Hint, Judgement
from quincunx.core.match import Entry, Match
from quincunx.core.messages import Arg, Message
from quincunx.core.rules import AnyRules
from quincunx.games.pivit.grid import SHORTEST, Placed, as_grid, lines
from quincunx.games.pivit.moves import Claim, Ready, Stop, Trade
from quincunx.games.pivit.notation import format_grid, format_move
from quincunx.games.pivit.options import PivitOptions
from quincunx.games.pivit.state import State, View
from quincunx.games.pivit.tiles import TEXT, TILE, WILD, Tiles, colour_of, design_of

# The solver needs numba, which takes a while to load: only who asks for advice waits for it.

BRIEF: Final = 60
"""Grids grown for each hand that a trade may lead to: enough to compare trades afterwards."""
COMPARED: Final = 6
"""How many trades of a game are compared with the best; more would keep people waiting."""


def hints(rules: AnyRules, view: View) -> tuple[Hint, ...]:
    """Whether it can be done; then where to begin, a line, one across it, and the whole grid."""
    if view.seat is None or len(view.scores) > 1 or view.phase != "build":
        return ()
    from quincunx.games.pivit.solver import solve

    hand = tuple(sorted(TILE[tile] for tile in view.hands[view.seat] or ()))
    answer = solve(hand, _shortest(view.younger))
    if answer.grid is not None:
        return tuple(_way(hand, answer.grid))
    kind = "undecided" if answer.certificate is None else "impossible"
    return (
        Hint(Message(f"pivit.hint.{kind}")),
        *_trade(hand, view.tokens[view.seat], _shortest(view.younger)),
    )


def _way(hand: Tiles, grid: Placed) -> Iterator[Hint]:
    """From the tile that the fewest others go with to the grid."""
    hardest = min((tile for tile in hand if tile != WILD), key=lambda tile: _mates(hand, tile))
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
    yield Hint(Message("pivit.hint.grid", {"rows": format_grid(grid)}), format_move(Claim(grid)))


def _mates(hand: Tiles, tile: int) -> int:
    """How many kinds of tiles go with this one."""
    kinds = {*hand} - {tile, WILD}
    return sum(
        colour_of(other) == colour_of(tile) or design_of(other) == design_of(tile)
        for other in kinds
    )


def _trade(hand: Tiles, tokens: int, shortest: int) -> Iterator[Hint]:
    from quincunx.games.pivit.solver import best_trade, furthest, unseen_by

    laid = furthest(hand, shortest)
    yield Hint(Message("pivit.hint.furthest", {"count": len(laid), "rows": format_grid(laid)}))
    if not tokens:
        yield Hint(Message("pivit.hint.stop"), format_move(Stop()))
        return
    best = best_trade(hand, unseen_by((hand,)), shortest)
    if best is not None:
        args: dict[str, Arg] = {"tile": TEXT[best.tile], "percent": round(100 * best.solvable)}
        yield Hint(Message("pivit.hint.trade", args), format_move(Trade(best.tile)))


def _shortest(younger: bool) -> int:
    return 2 if younger else SHORTEST


def review(match: Match) -> tuple[Judgement, ...]:
    """For each round and seat whether the hand could be laid, and how long it took; and trades."""
    assert isinstance(match.options, PivitOptions)
    shortest = _shortest(match.options.younger)
    compared = 0
    judgements = []
    for version, entry in enumerate(match.log):
        if isinstance(entry.move, Ready):
            judgements += [*_judged_hand(match, version, entry, shortest)]
        elif isinstance(entry.move, Trade):
            judgements.append(_judged_trade(match, version, entry, shortest, compared < COMPARED))
            compared += 1
    return tuple(judgements)


def _judged_hand(match: Match, version: int, entry: Entry, shortest: int) -> Iterator[Judgement]:
    """What the round that this seat was ready for was like for it."""
    from quincunx.games.pivit.solver import QUICK, solve

    go = _next(match, version, "pivit.event.go")
    if go is None:
        return
    assert entry.seat is not None
    state: State = match.state_at(go)
    scored = _next(match, go, "pivit.event.scored") or match.version
    took = _took(match, go, scored, entry.seat)
    answer = solve(state.hands[entry.seat], shortest, QUICK)
    if took is not None:
        kind = "laid"
    elif answer.grid is not None:
        kind = "missed"
    else:
        kind = "impossible" if answer.certificate is not None else "undecided"
    minutes, seconds = divmod(round((took or 0) / 1000), 60)
    args: dict[str, Arg] = {"minutes": minutes, "seconds": seconds}
    if kind == "missed":
        args = {"grid": format_grid(answer.grid or ())}
    yield Judgement(
        version=go,
        seat=entry.seat,
        move=format_move(entry.move),
        best=(format_move(entry.move),),
        loss=0,
        message=Message(f"pivit.review.{kind}", args),
    )


def _next(match: Match, version: int, event: str) -> int | None:
    """The next version at which that was said."""
    return next(
        (
            number
            for number in range(version + 1, match.version + 1)
            if any(said.public and said.public.id == event for said in match.log[number].events)
        ),
        None,
    )


def _took(match: Match, go: int, scored: int, seat: int) -> int | None:
    """Milliseconds from "go" to the claim that brought the seat a stick; none: it got none."""
    if seat not in match.state_at(scored).sticks:
        return None
    claims = (entry.at for entry in match.log[go:scored] if _is_claim(entry, seat))
    return max(claims, default=0) - match.log[go].at


def _is_claim(entry: Entry, seat: int) -> bool:
    return entry.seat == seat and isinstance(entry.move, Claim)


def _judged_trade(
    match: Match, version: int, entry: Entry, shortest: int, compare: bool
) -> Judgement:
    """A trade, by the chance for a hand that can be laid that a better one would have had."""
    from quincunx.core.compiled import COMPILES
    from quincunx.games.pivit.solver import QUICK, prospects, solve, unseen_by

    assert entry.seat is not None
    hand: Tiles = match.state_at(version - 1).hands[entry.seat]
    best, loss, kind = entry.move, 0.0, "traded"
    args: dict[str, Arg] = {}
    if solve(hand, shortest, QUICK).grid is not None:
        kind, loss = "needless", 1.0
    elif compare and COMPILES:
        found = prospects(hand, unseen_by((hand,)), shortest, BRIEF)
        chance = {each.tile: each.solvable + each.undecided / 2 for each in found}
        loss = chance[found[0].tile] - chance[entry.move.tile]
        best = Trade(found[0].tile)
        kind = "best_trade" if loss == 0 else "better_trade"
        args = {"tile": TEXT[found[0].tile], "percent": round(100 * chance[found[0].tile])}
        args["own"] = round(100 * chance[entry.move.tile])
    return Judgement(
        version=version - 1,
        seat=entry.seat,
        move=format_move(entry.move),
        best=(format_move(best),),
        loss=loss,
        message=Message(f"pivit.review.{kind}", args),
    )
