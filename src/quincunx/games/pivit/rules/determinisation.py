"""A whole table imagined from what one viewer knows of it."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from quincunx.core.messages import Message
from quincunx.core.observation import Observation
from quincunx.games.pivit.grid import PlacedTiles
from quincunx.games.pivit.moves import ClaimGrid, PivitMove, TradeTile
from quincunx.games.pivit.random_grids import any_grid
from quincunx.games.pivit.state import PendingClaim, PivitState, PivitView, PlacedText
from quincunx.games.pivit.tiles import FULL_MIDDLE, KINDS, TILE, Tiles, subtract


def sample_state(
    view: PivitView, observations: Sequence[Observation[PivitMove]], rng: Random
) -> PivitState:
    """A random state that agrees with what the viewer has seen."""
    hands, middle = _hands(view, observations, rng)
    grids = tuple(
        _read(grid) if grid is not None else any_grid(hand, rng) if claimed else None
        for grid, hand, claimed in zip(view.grids, hands, view.claimed, strict=True)
    )
    refused = [
        any_grid(hand, rng) if withdrawn else None
        for hand, withdrawn in zip(hands, view.withdrawn, strict=True)
    ]
    for seat, wrong in enumerate(view.wrong):
        if wrong is not None:
            refused[seat] = _read(wrong)
    if view.seat is not None and view.refused is not None:
        refused[view.seat] = _read(view.refused)
    return PivitState(
        scores=view.scores,
        middle=middle,
        hands=hands,
        tokens=view.tokens,
        sticks=view.sticks,
        grids=grids,
        refused=tuple(refused),
        ready=view.ready,
        stops=view.stops,
        round=view.round,
        phase=view.phase,
        pending=_claims(view, observations, grids),
        began_at=view.began_at,
        ends_at=view.ends_at,
        first_took=view.first_took,
        gained=view.gained,
        found_wrong=tuple(grid is not None for grid in view.wrong),
        withdrawals=view.withdrawals,
        resumes=view.resumes,
    )


def _known(
    view: PivitView, observations: Sequence[Observation[PivitMove]], rng: Random
) -> list[Tiles]:
    """By seat, tiles of its hand that the viewer has seen; a grid shows all of them.

    A player who trades after the check gives some tile of the grid that was found wrong.
    """
    hands: list[Tiles] = []
    for seat, (hand, grid) in enumerate(zip(view.hands, view.grids, strict=True)):
        shown = hand if grid is None else tuple(tile for _, _, tile in grid)
        if shown is None and (wrong := view.wrong[seat]) is not None:
            kept = len(wrong) - _trades_since_the_check(seat, observations)
            shown = tuple(rng.sample([tile for _, _, tile in wrong], kept))
        hands.append(tuple(TILE[tile] for tile in shown or ()))
    return hands


def _trades_since_the_check(seat: int, observations: Sequence[Observation[PivitMove]]) -> int:
    trades = 0
    for seen in reversed(observations):
        if any(event.id == "pivit.event.race" for event in seen.events):
            break
        trades += seen.seat == seat and any(_is_trade(event) for event in seen.events)
    return trades


def _is_trade(event: Message) -> bool:
    return event.id in ("pivit.event.traded", "pivit.event.traded_these")


def _hands(
    view: PivitView, observations: Sequence[Observation[PivitMove]], rng: Random
) -> tuple[tuple[Tiles, ...], tuple[int, ...]]:
    """Hands of which only a part or nothing is known, and what is left for the middle."""
    known = _known(view, observations, rng)
    unseen = subtract(FULL_MIDDLE, [tile for hand in known for tile in hand])
    loose = [tile for tile, count in enumerate(unseen) for _ in range(count)]
    rng.shuffle(loose)
    # What the viewer has traded away may well lie in the middle still: last in the row.
    for tile in _traded_away(view, observations):
        if tile in loose:
            loose.remove(tile)
            loose.append(tile)
    in_hand = (sum(FULL_MIDDLE) - view.middle) // len(known)
    hands: list[Tiles] = []
    for hand in known:
        size = in_hand - len(hand)
        hands.append(tuple(sorted((*hand, *loose[:size]))))
        loose = loose[size:]
    return tuple(hands), tuple(loose.count(kind) for kind in range(KINDS))


def _traded_away(view: PivitView, observations: Sequence[Observation[PivitMove]]) -> list[int]:
    """What the viewer has put into the middle in this round, where it may still lie."""
    traded: list[int] = []
    for seen in reversed(observations):
        if any(event.id == "pivit.event.go" for event in seen.events):
            break
        if seen.seat == view.seat and isinstance(seen.move, TradeTile):
            traded.append(seen.move.tile)
    return traded


def _claims(
    view: PivitView,
    observations: Sequence[Observation[PivitMove]],
    grids: tuple[PlacedTiles | None, ...],
) -> tuple[PendingClaim, ...]:
    """The pending claims, as far as they have been seen."""
    claims = []
    for seat in view.pending:
        seen = next(s for s in reversed(observations) if s.seat == seat and _is_done(s))
        credit = seen.move.credit if isinstance(seen.move, ClaimGrid) else 0
        grid = grids[seat]
        assert grid is not None
        claims.append(PendingClaim(seat, grid, seen.at, seen.at - credit))
    return tuple(claims)


def _is_done(seen: Observation[PivitMove]) -> bool:
    return any(event.id == "pivit.event.done" for event in seen.events)


def _read(grid: tuple[PlacedText, ...]) -> PlacedTiles:
    return tuple((x, y, TILE[tile]) for x, y, tile in grid)
