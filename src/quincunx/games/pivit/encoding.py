"""Observations and actions of Pivit as numbers. A grid is built tile by tile.

A seat chooses a tile of its hand and then a cell of the board for it; choosing a cell with a tile
lifts that tile. It can claim the grid once all tiles lie and the rules allow the claim. What it has
built stays when it trades, and when it withdraws its claim.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from quincunx.core.encoding import (
    WAIT,
    Encoding,
    Field,
    Layout,
    Mask,
    Vector,
    from_seat,
    one_hot,
    seconds_field,
    seconds_left,
)
from quincunx.games.pivit.grid import MAX_COORDINATE, Cell, PlacedTiles, as_grid, normalise
from quincunx.games.pivit.moves import (
    ClaimGrid,
    DeclareReady,
    PivitMove,
    TradeTile,
    VoteToResume,
    VoteToStop,
    WithdrawClaim,
)
from quincunx.games.pivit.rules import MAX_RESUMES, MAX_WITHDRAWALS, TOKENS_PER_ROUND, PivitRules
from quincunx.games.pivit.rules.building import claim_refusal, hides_claims
from quincunx.games.pivit.state import PivitPhase, PivitState
from quincunx.games.pivit.tiles import COPIES, KINDS, WILDS, PivitTiles

SIDE: Final = MAX_COORDINATE + 1
"""The columns and rows of the board on which a grid is built."""
CENTRE: Final[Cell] = (SIDE // 2, SIDE // 2)
"""The cell of the first tile where tiles are laid side by side."""
PHASES: Final[tuple[PivitPhase, ...]] = ("ready", "countdown", "build", "race", "over")
_MAX_SCORE: Final = 100
_MIDDLE: Final = 114
_MAX_STICK_VALUE: Final = 4

ACTIONS: Final = Layout(
    Field("ready", (), "Say that the next round may start."),
    Field("claim", (), "Claim a stick with the grid."),
    Field("withdraw", (), "Return the stick and build again."),
    Field("stop", (), "Vote to end the round."),
    Field("resume", (), "Revoke that vote."),
    Field("trade", (KINDS,), "Pay a token and exchange a tile for one from the middle."),
    Field("choose", (KINDS,), "Choose the tile to place next."),
    Field("cell", (SIDE, SIDE), "By row and column: place the chosen tile, or lift the one there."),
    Field(WAIT, (), "Do nothing for now."),
)
_TRADE, _CHOOSE, _CELL = (ACTIONS.first(name) for name in ("trade", "choose", "cell"))
_PLAIN: Final[dict[int, PivitMove]] = {
    ACTIONS.first("ready"): DeclareReady(),
    ACTIONS.first("withdraw"): WithdrawClaim(),
    ACTIONS.first("stop"): VoteToStop(),
    ACTIONS.first("resume"): VoteToResume(),
}
_ACTION_OF: Final = {move: action for action, move in _PLAIN.items()}
_CLAIM: Final = ACTIONS.first("claim")


class PivitBuilding(msgspec.Struct, frozen=True):
    """The grid that a seat is building, and the tile that it has chosen to place next."""

    tiles: PlacedTiles = ()
    chosen: int | None = None


_NOTHING_BUILT: Final = PivitBuilding()


class PivitEncoding(Encoding[PivitState, PivitMove, PivitBuilding]):
    """The encoding of a table of Pivit."""

    actions = ACTIONS
    no_draft = _NOTHING_BUILT

    def __init__(self, rules: PivitRules) -> None:
        self._rules = rules
        self.features = _features(rules.seats, len(rules.config.stick_values))

    def observe(self, state: PivitState, seat: int, draft: PivitBuilding, at: int) -> Vector:
        hand = state.hands[seat]
        built = np.zeros((SIDE, SIDE), np.int16)
        for x, y, tile in draft.tiles:
            built[y, x] = tile + 1
        return np.concatenate(
            (
                built.ravel(),
                _counts(hand),
                _counts(_unplaced(hand, draft)),
                np.array(one_hot(KINDS, draft.chosen), np.int16),
                self._visible_tiles(state, seat),
                np.array(self._scalars(state, seat, at), np.int16),
            )
        )

    def _visible_tiles(self, state: PivitState, seat: int) -> Vector:
        """Count the tiles of the grids that the seat can see, its own apart."""
        if hides_claims(self._rules.config, state.phase):
            return np.zeros(KINDS, np.int16)
        grids = [grid for other, grid in enumerate(state.grids) if other != seat and grid]
        return _counts(tuple(tile for grid in grids for _, _, tile in grid))

    def _scalars(self, state: PivitState, seat: int, at: int) -> list[int]:
        seats = range(self._rules.seats)
        holders = [from_seat([holder == each for each in seats], seat) for holder in state.sticks]
        pending = {claim.seat for claim in state.pending}
        return [
            *from_seat(state.scores, seat),
            *from_seat(state.tokens, seat),
            *from_seat([grid is not None for grid in state.grids], seat),
            *from_seat([each in pending for each in seats], seat),
            *from_seat([grid is not None for grid in state.refused], seat),
            *from_seat(state.ready, seat),
            *from_seat(state.stops, seat),
            *from_seat(state.withdrawals, seat),
            *from_seat(state.resumes, seat),
            *[holds for holder in holders for holds in holder],
            *self._rules.config.stick_values,
            *one_hot(len(PHASES), PHASES.index(state.phase)),
            state.round,
            sum(state.middle),
            seconds_left(state.ends_at, at),
        ]

    def mask(self, state: PivitState, seat: int, draft: PivitBuilding) -> Mask:
        mask = np.zeros(ACTIONS.size, np.int8)
        # The moves that are listed are all but claims.
        for move in self._rules.legal_moves(state, seat):
            action = _TRADE + move.tile if isinstance(move, TradeTile) else _ACTION_OF[move]
            mask[action] = 1
        if not self._is_building(state, seat):
            return mask
        left = _unplaced(state.hands[seat], draft)
        for tile in left:
            mask[_CHOOSE + tile] = tile != draft.chosen
        mask[_CELL : _CELL + SIDE * SIDE] = self._cells(state, draft).ravel()
        mask[_CLAIM] = not left and self._may_claim(state, seat, draft)
        return mask

    def _is_building(self, state: PivitState, seat: int) -> bool:
        return (
            state.phase in ("build", "race")
            and seat in self._rules.active(state)
            and (state.grids[seat] is None)
        )

    def _cells(self, state: PivitState, draft: PivitBuilding) -> NDArray[np.bool_]:
        """Return the cells with a tile, and those in which the chosen tile can be placed."""
        tiles = np.zeros((SIDE, SIDE), bool)
        for x, y, _ in draft.tiles:
            tiles[y, x] = True
        if draft.chosen is None:
            return tiles
        if hides_claims(self._rules.config, state.phase):
            return np.ones((SIDE, SIDE), bool)
        beside = tiles.copy()
        if not draft.tiles:
            beside[CENTRE] = True
        beside[1:] |= tiles[:-1]
        beside[:-1] |= tiles[1:]
        beside[:, 1:] |= tiles[:, :-1]
        beside[:, :-1] |= tiles[:, 1:]
        return beside

    def _may_claim(self, state: PivitState, seat: int, draft: PivitBuilding) -> bool:
        return claim_refusal(self._rules.config, state, seat, _claim(draft)) is None

    def encode(self, state: PivitState, seat: int, move: PivitMove) -> tuple[int, ...]:
        if isinstance(move, TradeTile):
            return (_TRADE + move.tile,)
        if not isinstance(move, ClaimGrid):
            return (_ACTION_OF[move],)
        steps: list[int] = []
        for (x, y), tile in self._placing_order(state, move.grid):
            steps += [_CHOOSE + tile, _CELL + y * SIDE + x]
        return (*steps, _CLAIM)

    def _placing_order(self, state: PivitState, tiles: PlacedTiles) -> Iterator[tuple[Cell, int]]:
        """Yield cells and tiles so that each can be placed after those before it."""
        grid = as_grid(tiles)
        if hides_claims(self._rules.config, state.phase):
            yield from grid.items()
            return
        first = next(iter(grid))
        right, down = CENTRE[0] - first[0], CENTRE[1] - first[1]
        reached, waiting = {first}, [first]
        while waiting:
            x, y = waiting.pop(0)
            yield (x + right, y + down), grid[x, y]
            for cell in ((x + 1, y), (x, y + 1), (x - 1, y), (x, y - 1)):
                if cell in grid and cell not in reached:
                    reached.add(cell)
                    waiting.append(cell)

    def step(
        self, state: PivitState, seat: int, draft: PivitBuilding, action: int
    ) -> tuple[PivitBuilding, PivitMove | None]:
        if action in _PLAIN:
            return draft, _PLAIN[action]
        if action == _CLAIM:
            return draft, _claim(draft)
        if action < _CHOOSE:
            return draft, TradeTile(action - _TRADE)
        if action < _CELL:
            return PivitBuilding(draft.tiles, action - _CHOOSE), None
        y, x = divmod(action - _CELL, SIDE)
        others = tuple(placed for placed in draft.tiles if placed[:2] != (x, y))
        if len(others) < len(draft.tiles):
            return PivitBuilding(others, draft.chosen), None
        assert draft.chosen is not None, "the mask allows a free cell only for a chosen tile"
        return PivitBuilding((*draft.tiles, (x, y, draft.chosen))), None

    def keep_draft(self, state: PivitState, seat: int, draft: PivitBuilding) -> PivitBuilding:
        """Keep what the seat has built in this round, without tiles that it has traded."""
        if state.phase not in ("build", "race"):
            return _NOTHING_BUILT
        hand, kept = Counter(state.hands[seat]), []
        for placed in draft.tiles:
            if hand[placed[2]]:
                hand[placed[2]] -= 1
                kept.append(placed)
        chosen = draft.chosen if draft.chosen is not None and hand[draft.chosen] else None
        return PivitBuilding(tuple(kept), chosen)


def _features(seats: int, sticks: int) -> Layout:
    most_of_a_kind = max(COPIES, WILDS)

    def tiles(name: str, about: str) -> Field:
        return Field(name, (KINDS,), about, high=most_of_a_kind)

    return Layout(
        Field(
            "board",
            (SIDE, SIDE),
            "By row and column, the tile that the seat has placed, counted from 1; 0 for none.",
            high=KINDS,
        ),
        tiles("hand", "The tiles of the hand by kind; the wild kind is the last."),
        tiles("left", "Those that are not on the board."),
        Field("chosen", (KINDS,), "The tile that is chosen to be placed next."),
        tiles("seen", "The tiles in other seats’ grids, as far as they are shown."),
        Field("scores", (seats,), "The points of each seat.", high=_MAX_SCORE),
        Field("tokens", (seats,), "The tokens of each seat.", high=TOKENS_PER_ROUND),
        Field("claimed", (seats,), "Whether each seat has claimed a grid."),
        Field("pending", (seats,), "Whether that claim is still to be settled."),
        Field("refused", (seats,), "Whether each seat has withdrawn a grid or had one refused."),
        Field("ready", (seats,), "Whether each seat is ready for the next round."),
        Field("stops", (seats,), "Whether each seat votes to end the round."),
        Field(
            "withdrawals",
            (seats,),
            "How often each seat has withdrawn in this round.",
            high=MAX_WITHDRAWALS,
        ),
        Field(
            "resumes",
            (seats,),
            "How often each seat has revoked its vote in this round.",
            high=MAX_RESUMES,
        ),
        Field("sticks", (sticks, seats), "By stick, the highest first, the seat that holds it."),
        Field("stick_values", (sticks,), "The values of the sticks.", high=_MAX_STICK_VALUE),
        Field("phase", (len(PHASES),), f"The phase: {', '.join(PHASES)}."),
        Field("round", (), "The number of the round, from 1; 0 before the first.", high=_MAX_SCORE),
        Field("middle", (), "The number of tiles in the middle.", high=_MIDDLE),
        seconds_field("The seconds left in this phase; 0 without a limit."),
    )


def _claim(draft: PivitBuilding) -> ClaimGrid:
    return ClaimGrid(normalise(as_grid(draft.tiles)))


def _unplaced(hand: PivitTiles, draft: PivitBuilding) -> PivitTiles:
    return tuple((Counter(hand) - Counter(tile for _, _, tile in draft.tiles)).elements())


def _counts(tiles: PivitTiles) -> Vector:
    return np.bincount(np.array(tiles, np.int64), minlength=KINDS).astype(np.int16)
