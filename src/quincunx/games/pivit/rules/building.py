"""What the players do while they build: trade, claim, withdraw and vote."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.errors import IllegalMove
from quincunx.core.events import Event, Events, public_event
from quincunx.core.messages import Message
from quincunx.core.moves import ListedMoves, Moves
from quincunx.core.support.tuples import replace_item
from quincunx.games.pivit.faults import to_refusal
from quincunx.games.pivit.grid import (
    MAX_COORDINATE,
    GridFault,
    PivitGrid,
    as_grid,
    grid_faults,
    is_placed,
    normalise,
)
from quincunx.games.pivit.moves import (
    ClaimGrid,
    DeclareReady,
    PivitMove,
    TradeTile,
    VoteToResume,
    VoteToStop,
    WithdrawClaim,
    is_credit,
)
from quincunx.games.pivit.random_grids import any_grid, correct_grid
from quincunx.games.pivit.rules.config import MAX_CREDIT_MS, MAX_RESUMES, PivitConfig
from quincunx.games.pivit.state import PendingClaim, PivitPhase, PivitState
from quincunx.games.pivit.tiles import TEXT, PivitTiles, subtract, text_of

CLAIM_SAMPLE_PROBABILITY: Final = 0.1
TRADE_SAMPLE_PROBABILITY: Final = 0.5

_NO_MOVES: Final[ListedMoves[PivitMove]] = ListedMoves(())
_READY: Final[ListedMoves[PivitMove]] = ListedMoves((DeclareReady(),))
_WITHDRAW: Final[ListedMoves[PivitMove]] = ListedMoves((WithdrawClaim(),))


# Who can act


def building_seats(state: PivitState) -> tuple[int, ...]:
    """Return the seats without a claimed grid while grids are being built."""
    if state.phase not in ("build", "race"):
        return ()
    return tuple(seat for seat, grid in enumerate(state.grids) if grid is None)


def has_choices(config: PivitConfig, state: PivitState, seat: int) -> bool:
    """Return whether a player who builds or holds a stick has any move left in this round."""
    if state.grids[seat] is not None:
        return state.withdrawals[seat] < config.max_withdrawals
    return not has_stopped_for_good(state, seat)


def has_stopped_for_good(state: PivitState, seat: int) -> bool:
    """Return whether the seat has voted to stop and has used up its resumes."""
    return state.stops[seat] and state.resumes[seat] >= MAX_RESUMES


def active_seats(config: PivitConfig, state: PivitState) -> tuple[int, ...]:
    """Return the seats that have a legal move."""
    seats = range(config.seats)
    match state.phase:
        case "ready":
            return tuple(seat for seat in seats if not state.ready[seat])
        case "build" if config.checks_at_scoring:
            claiming = {claim.seat for claim in state.pending}
            return tuple(
                seat for seat in seats if seat not in claiming and has_choices(config, state, seat)
            )
        case "build" | "race":
            return tuple(seat for seat in building_seats(state) if has_choices(config, state, seat))
        case _:
            return ()


# Legal moves


class BuildMoves(Moves[PivitMove]):
    """The moves of a player who builds. Claims are not listed: there are far too many grids."""

    complete = False

    def __init__(
        self, config: PivitConfig, state: PivitState, seat: int, listed: tuple[PivitMove, ...]
    ) -> None:
        self._config, self._state, self._seat = config, state, seat
        self._listed = listed

    def __contains__(self, move: object) -> bool:
        if isinstance(move, ClaimGrid):
            return claim_refusal(self._config, self._state, self._seat, move) is None
        return move in self._listed

    def __iter__(self) -> Iterator[PivitMove]:
        return iter(self._listed)

    def sample(self, rng: Random) -> PivitMove:
        if rng.random() < CLAIM_SAMPLE_PROBABILITY:
            claim = _sample_claim(self._config, self._state, self._seat, rng)
            if claim is not None and claim in self:
                return claim
        # The vote is listed first and drawn as often as all trades, so that random rounds end.
        trades = rng.random() < TRADE_SAMPLE_PROBABILITY
        return self._listed[int(rng.random() * len(self._listed)) if trades else 0]


def legal_moves(config: PivitConfig, state: PivitState, seat: int) -> Moves[PivitMove]:
    """Return the legal moves of a seat."""
    if seat not in active_seats(config, state):
        return _NO_MOVES
    if state.phase == "ready":
        return _READY
    if state.grids[seat] is not None:
        return _WITHDRAW
    moves: list[PivitMove] = [VoteToResume() if state.stops[seat] else VoteToStop()]
    if state.tokens[seat]:
        moves += [TradeTile(tile) for tile in sorted(set(state.hands[seat]))]
    return BuildMoves(config, state, seat, tuple(moves))


def _sample_claim(
    config: PivitConfig, state: PivitState, seat: int, rng: Random
) -> ClaimGrid | None:
    hand = state.hands[seat]
    if hides_claims(config, state.phase):
        return ClaimGrid(any_grid(hand, rng))
    grid = correct_grid(hand, rng)
    return None if grid is None else ClaimGrid(grid)


# Trades


def trade(
    state: PivitState, seat: int, move: TradeTile, chance: Chance
) -> tuple[PivitState, Events]:
    """Exchange a tile. The new tile is drawn first, so the player never gets the same one back."""
    hand = state.hands[seat]
    if move.tile not in hand:
        raise IllegalMove(
            "pivit.refusal.not_yours",
            rule="pivit:L92",
            offending=(text_of(move.tile),),
            tile=text_of(move.tile),
        )
    if not state.tokens[seat]:
        raise IllegalMove("pivit.refusal.no_token", rule="pivit:L90a")
    (got,) = chance.draw("middle", state.middle, 1, to=seat)
    given = hand.index(move.tile)
    middle = list(subtract(state.middle, (got,)))
    middle[move.tile] += 1
    state = msgspec.structs.replace(
        state,
        hands=replace_item(state.hands, seat, tuple(sorted(replace_item(hand, given, got)))),
        middle=tuple(middle),
        tokens=replace_item(state.tokens, seat, state.tokens[seat] - 1),
    )
    seen_by_others = Message("pivit.event.traded", {"seat": seat})
    seen_by_player = Message(
        "pivit.event.traded_these", {"seat": seat, "given": TEXT[move.tile], "got": TEXT[got]}
    )
    return state, (Event(seen_by_others, {seat: seen_by_player}),)


# Claims


def hides_claims(config: PivitConfig, phase: PivitPhase) -> bool:
    """Return whether claimed grids are neither shown nor checked yet."""
    return config.checks_at_scoring and phase == "build"


def visible_faults(
    config: PivitConfig, phase: PivitPhase, grid: PivitGrid, hand: PivitTiles
) -> Iterator[GridFault]:
    """Yield the faults of a grid that its player may know now.

    Before the check at scoring that is only whether these are the player's tiles, and all of them.
    """
    for fault in grid_faults(grid, hand, pairs_allowed=config.pairs_allowed):
        if not hides_claims(config, phase) or fault.reason in ("foreign", "unused"):
            yield fault


def claim_refusal(
    config: PivitConfig, state: PivitState, seat: int, claim: ClaimGrid
) -> IllegalMove | None:
    """Return why the grid cannot be claimed, or `None` if it can."""
    if not is_placed(claim.grid) or not is_credit(claim.credit):
        return IllegalMove("pivit.refusal.not_placed", rule="pivit:L80c")
    grid, hand = as_grid(claim.grid), state.hands[seat]
    if claim.grid != normalise(grid) or max(map(max, grid), default=0) > MAX_COORDINATE:
        return IllegalMove("pivit.refusal.not_placed", rule="pivit:L80c")
    if claim.grid == state.refused[seat]:
        return IllegalMove("pivit.refusal.same_grid", rule="pivit:R7")
    fault = next(visible_faults(config, state.phase, grid, hand), None)
    return None if fault is None else to_refusal(fault)


def check_not_too_late(state: PivitState, at: int) -> None:
    """Raise `IllegalMove` if the round, the last minute or the race ended before `at`."""
    if state.ends_at is not None and at > state.ends_at:
        raise IllegalMove("pivit.refusal.too_late", rule="pivit:R14")


def claim(
    config: PivitConfig, state: PivitState, seat: int, move: ClaimGrid, at: int
) -> tuple[PivitState, Events]:
    """Record a claim; it is settled when no earlier claim can arrive any more."""
    made_at = at - min(move.credit, MAX_CREDIT_MS)
    check_not_too_late(state, made_at)
    refusal = claim_refusal(config, state, seat, move)
    if refusal is not None:
        raise refusal
    state = msgspec.structs.replace(
        state,
        pending=(*state.pending, PendingClaim(seat, move.grid, at, made_at)),
        grids=replace_item(state.grids, seat, move.grid),
        stops=replace_item(state.stops, seat, False),
    )
    return state, (public_event("pivit.event.done", seat=seat),)


def withdraw(state: PivitState, seat: int) -> tuple[PivitState, Events]:
    """Return the player's stick to the middle; the player builds again."""
    state = msgspec.structs.replace(
        state,
        sticks=tuple(None if holder == seat else holder for holder in state.sticks),
        refused=replace_item(state.refused, seat, state.grids[seat]),
        grids=replace_item(state.grids, seat, None),
        withdrawals=replace_item(state.withdrawals, seat, state.withdrawals[seat] + 1),
    )
    return state, (public_event("pivit.event.withdrew", seat=seat),)


# Votes to stop


def vote(state: PivitState, seat: int, *, stop: bool) -> PivitState:
    """Record a vote to stop the round, or its revocation."""
    if state.stops[seat] == stop:
        raise IllegalMove("pivit.refusal.said_already", rule="pivit:R8")
    resumes = state.resumes[seat] + (0 if stop else 1)
    return msgspec.structs.replace(
        state,
        stops=replace_item(state.stops, seat, stop),
        resumes=replace_item(state.resumes, seat, resumes),
    )


def all_vote_to_stop(state: PivitState) -> bool:
    """Return whether every player who still builds has voted to stop."""
    return all(state.stops[seat] for seat in building_seats(state))
