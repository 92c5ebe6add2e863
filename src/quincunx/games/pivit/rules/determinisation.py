"""Sample a whole state that agrees with what one viewer knows."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from quincunx.core.messages import Message
from quincunx.core.observation import Observation
from quincunx.games.pivit.grid import PlacedTiles
from quincunx.games.pivit.moves import ClaimGrid, PivitMove, TradeTile
from quincunx.games.pivit.random_grids import any_grid
from quincunx.games.pivit.state import PendingClaim, PivitState, PivitView, PlacedText
from quincunx.games.pivit.tiles import FULL_MIDDLE, KINDS, TILE, PivitTiles, subtract


def sample_state(
    view: PivitView, observations: Sequence[Observation[PivitMove]], rng: Random
) -> PivitState:
    """Return a random state that agrees with the view and the observations."""
    hands, middle = _hands(view, observations, rng)
    grids = tuple(
        _parse_grid(grid) if grid is not None else any_grid(hand, rng) if claimed else None
        for grid, hand, claimed in zip(view.grids, hands, view.claimed, strict=True)
    )
    refused = [
        any_grid(hand, rng) if withdrawn else None
        for hand, withdrawn in zip(hands, view.withdrawn, strict=True)
    ]
    for seat, wrong in enumerate(view.wrong):
        if wrong is not None:
            refused[seat] = _parse_grid(wrong)
    if view.seat is not None and view.refused is not None:
        refused[view.seat] = _parse_grid(view.refused)
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
        pending=_pending_claims(view, observations, grids),
        began_at=view.began_at,
        ends_at=view.ends_at,
        first_took=view.first_took,
        gained=view.gained,
        found_wrong=tuple(grid is not None for grid in view.wrong),
        withdrawals=view.withdrawals,
        resumes=view.resumes,
    )


def _known_tiles(
    view: PivitView, observations: Sequence[Observation[PivitMove]], rng: Random
) -> list[PivitTiles]:
    """Return by seat the tiles of its hand that the viewer has seen; a grid shows all of them.

    A player who trades after the check gives away some tile of the grid that was found wrong.
    """
    hands: list[PivitTiles] = []
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
) -> tuple[tuple[PivitTiles, ...], tuple[int, ...]]:
    """Complete the known hands at random, and return what is left for the middle."""
    known = _known_tiles(view, observations, rng)
    unseen = subtract(FULL_MIDDLE, [tile for hand in known for tile in hand])
    unknown = [tile for tile, count in enumerate(unseen) for _ in range(count)]
    rng.shuffle(unknown)
    # Tiles that the viewer traded away are probably still in the middle, so they come last.
    for tile in _traded_away(view, observations):
        if tile in unknown:
            unknown.remove(tile)
            unknown.append(tile)
    in_hand = (sum(FULL_MIDDLE) - view.middle) // len(known)
    hands: list[PivitTiles] = []
    for hand in known:
        size = in_hand - len(hand)
        hands.append(tuple(sorted((*hand, *unknown[:size]))))
        unknown = unknown[size:]
    return tuple(hands), tuple(unknown.count(kind) for kind in range(KINDS))


def _traded_away(view: PivitView, observations: Sequence[Observation[PivitMove]]) -> list[int]:
    """Return the tiles that the viewer has traded away in this round."""
    traded: list[int] = []
    for seen in reversed(observations):
        if any(event.id == "pivit.event.go" for event in seen.events):
            break
        if seen.seat == view.seat and isinstance(seen.move, TradeTile):
            traded.append(seen.move.tile)
    return traded


def _pending_claims(
    view: PivitView,
    observations: Sequence[Observation[PivitMove]],
    grids: tuple[PlacedTiles | None, ...],
) -> tuple[PendingClaim, ...]:
    """Return the pending claims as the viewer has seen them."""
    claims = []
    for seat in view.pending:
        seen = next(s for s in reversed(observations) if s.seat == seat and _is_claim(s))
        credit = seen.move.credit if isinstance(seen.move, ClaimGrid) else 0
        grid = grids[seat]
        assert grid is not None
        claims.append(PendingClaim(seat, grid, seen.at, seen.at - credit))
    return tuple(claims)


def _is_claim(seen: Observation[PivitMove]) -> bool:
    return any(event.id == "pivit.event.done" for event in seen.events)


def _parse_grid(grid: tuple[PlacedText, ...]) -> PlacedTiles:
    return tuple((x, y, TILE[tile]) for x, y, tile in grid)
