"""What a viewer sees of a state."""

from __future__ import annotations

from quincunx.core.rules import Fault
from quincunx.core.viewers import Viewer, sees
from quincunx.games.pivit.faults import to_fault
from quincunx.games.pivit.grid import PlacedTiles, as_grid, choose_wilds
from quincunx.games.pivit.rules.building import has_stopped_for_good, hides_claims
from quincunx.games.pivit.rules.config import PivitConfig
from quincunx.games.pivit.rules.rounds import faults_of, winners
from quincunx.games.pivit.state import PivitState, PivitView, PlacedText
from quincunx.games.pivit.tiles import TEXT, PivitTiles


def view_of(config: PivitConfig, state: PivitState, viewer: Viewer) -> PivitView:
    """Build the view from the parts of the state that the viewer may know."""
    mine = viewer if viewer is not None and viewer >= 0 else None
    grids = _visible_grids(config, state, viewer)
    wrong = tuple(
        grid if found_wrong else None
        for grid, found_wrong in zip(state.refused, state.found_wrong, strict=True)
    )
    return PivitView(
        seat=mine,
        referee=config.referee,
        younger=config.pairs_allowed,
        scores=state.scores,
        target=config.target_score,
        hands=_visible_hands(state, viewer),
        middle=sum(state.middle),
        tokens=state.tokens,
        values=config.stick_values,
        sticks=state.sticks,
        pending=tuple(claim.seat for claim in state.pending),
        grids=tuple(map(_grid_texts, grids)),
        wilds=tuple(map(_wild_texts, grids)),
        claimed=tuple(grid is not None for grid in state.grids),
        withdrawn=tuple(grid is not None for grid in state.refused),
        refused=None if mine is None else _grid_texts(state.refused[mine]),
        ready=state.ready,
        stops=state.stops,
        round=state.round,
        phase=state.phase,
        began_at=state.began_at,
        ends_at=state.ends_at,
        first_took=state.first_took,
        gained=state.gained,
        winners=winners(state) if state.phase == "over" else (),
        rounds=config.max_rounds,
        wrong=tuple(map(_grid_texts, wrong)),
        faults=tuple(_described_faults(config, grid) for grid in wrong),
        withdrawals=state.withdrawals,
        resumes=state.resumes,
        stopped=tuple(has_stopped_for_good(state, seat) for seat in range(config.seats)),
    )


def _between_rounds(state: PivitState) -> bool:
    """Return whether all hands and grids of the last round are shown."""
    return state.phase in ("ready", "over")


def _visible_hands(state: PivitState, viewer: Viewer) -> tuple[tuple[str, ...] | None, ...]:
    return tuple(
        _hand_texts(hand) if _between_rounds(state) or sees(viewer, seat) else None
        for seat, hand in enumerate(state.hands)
    )


def _visible_grids(
    config: PivitConfig, state: PivitState, viewer: Viewer
) -> tuple[PlacedTiles | None, ...]:
    are_public = _between_rounds(state) or not hides_claims(config, state.phase)
    return tuple(
        grid if are_public or sees(viewer, seat) else None for seat, grid in enumerate(state.grids)
    )


def _described_faults(config: PivitConfig, grid: PlacedTiles | None) -> tuple[Fault, ...]:
    """Return the faults of a grid that holds all tiles of its player's hand."""
    hand = tuple(sorted(tile for _, _, tile in grid or ()))
    return tuple(map(to_fault, faults_of(config, grid, hand)))


def _hand_texts(hand: PivitTiles) -> tuple[str, ...]:
    return tuple(TEXT[tile] for tile in hand)


def _grid_texts(grid: PlacedTiles | None) -> tuple[PlacedText, ...] | None:
    return None if grid is None else tuple((x, y, TEXT[tile]) for x, y, tile in grid)


def _wild_texts(grid: PlacedTiles | None) -> tuple[PlacedText, ...]:
    """Return what the wild tiles of a grid stand for."""
    chosen = choose_wilds(as_grid(grid)) if grid else None
    return tuple((x, y, TEXT[tile]) for (x, y), tile in sorted((chosen or {}).items()))
