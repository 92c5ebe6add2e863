"""Pivit: all players build a grid of 24 tiles at once, and the fastest take the sticks."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.errors import IllegalMove
from quincunx.core.events import Event, Events, public_event
from quincunx.core.messages import Message
from quincunx.core.moves import Moves
from quincunx.core.observation import Observation
from quincunx.core.outcome import Outcome
from quincunx.core.rules import Fault, Rules
from quincunx.core.support.tuples import replace_item
from quincunx.core.viewers import Viewer
from quincunx.games.pivit.faults import to_fault
from quincunx.games.pivit.moves import (
    ClaimGrid,
    DeclareReady,
    PivitMove,
    TradeTile,
    VoteToResume,
    VoteToStop,
    WithdrawClaim,
)
from quincunx.games.pivit.options import PivitOptions
from quincunx.games.pivit.rules import building, rounds
from quincunx.games.pivit.rules.config import (
    MAX_CREDIT_MS,
    MAX_RESUMES,
    TOKENS_PER_ROUND,
    PivitConfig,
)
from quincunx.games.pivit.rules.determinisation import sample_state
from quincunx.games.pivit.rules.views import view_of
from quincunx.games.pivit.state import HAND_SIZE, PivitDraft, PivitState, PivitView
from quincunx.games.pivit.tiles import FULL_MIDDLE, KINDS, TILE


class PivitRules(Rules[PivitState, PivitMove, PivitView, PivitDraft]):
    """For 2 to 4 seats, or for one seat as a puzzle with a single hand."""

    state_type = PivitState
    view_type = PivitView
    draft_type = PivitDraft

    def __init__(self, options: PivitOptions, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.config = PivitConfig(options, seats)

    @property
    def max_log_entries(self) -> int:
        return self.config.max_log_entries

    @property
    def is_real_time(self) -> bool:
        return True

    # The course of the game

    def setup(self, chance: Chance) -> tuple[PivitState, Events]:
        return rounds.first_state(self.config), (public_event("pivit.event.face_down"),)

    def active(self, state: PivitState) -> tuple[int, ...]:
        return building.active_seats(self.config, state)

    def awaited(self, state: PivitState) -> tuple[int, ...]:
        """Return the seats that the game waits for: not those that have voted to stop."""
        if state.phase == "ready":
            return self.active(state)
        return tuple(seat for seat in building.building_seats(state) if not state.stops[seat])

    def legal_moves(self, state: PivitState, seat: int) -> Moves[PivitMove]:
        return building.legal_moves(self.config, state, seat)

    def apply(
        self, state: PivitState, seat: int, move: PivitMove, at: int, chance: Chance
    ) -> tuple[PivitState, Events]:
        self._check_phase(state, seat, move)
        if not isinstance(move, DeclareReady | ClaimGrid):
            building.check_not_too_late(state, at)
        match move:
            case DeclareReady():
                return self._declare_ready(state, seat, at)
            case TradeTile():
                return building.trade(state, seat, move, chance)
            case ClaimGrid():
                return building.claim(self.config, state, seat, move, at)
            case WithdrawClaim():
                return building.withdraw(state, seat)
            case VoteToStop() | VoteToResume():
                return self._vote(state, seat, at, stop=isinstance(move, VoteToStop))

    def _check_phase(self, state: PivitState, seat: int, move: PivitMove) -> None:
        if isinstance(move, DeclareReady) != (state.phase == "ready"):
            raise IllegalMove("pivit.refusal.not_now", rule="pivit:L80b")
        if isinstance(move, DeclareReady):
            return
        has_claimed = state.grids[seat] is not None
        if isinstance(move, WithdrawClaim) and not has_claimed:
            raise IllegalMove("pivit.refusal.no_stick", rule="pivit:R7")
        if not isinstance(move, WithdrawClaim) and has_claimed:
            rule = "pivit:R5" if isinstance(move, TradeTile) else "pivit:R7"
            raise IllegalMove("pivit.refusal.has_stick", rule=rule)

    def _declare_ready(self, state: PivitState, seat: int, at: int) -> tuple[PivitState, Events]:
        state = msgspec.structs.replace(state, ready=replace_item(state.ready, seat, True))
        if all(state.ready):
            state = rounds.start_countdown(self.config, state, at)
        return state, (public_event("pivit.event.ready", seat=seat),)

    def _vote(
        self, state: PivitState, seat: int, at: int, *, stop: bool
    ) -> tuple[PivitState, Events]:
        state = building.vote(state, seat, stop=stop)
        events = [public_event("pivit.event.stop" if stop else "pivit.event.resume", seat=seat)]
        if building.all_vote_to_stop(state):
            events.append(public_event("pivit.event.stopped"))
            state = rounds.end_round(self.config, state, at, events)
        return state, tuple(events)

    def refusal_out_of_turn(
        self, state: PivitState, seat: int, move: PivitMove
    ) -> IllegalMove | None:
        if state.phase not in ("build", "race") or isinstance(move, DeclareReady):
            return None
        if state.grids[seat] is None:
            return IllegalMove("pivit.refusal.stopped", rule="pivit:R18", most=MAX_RESUMES)
        if any(claim.seat == seat for claim in state.pending):
            return IllegalMove("pivit.refusal.claim_pending", rule="pivit:R9")
        if isinstance(move, WithdrawClaim) and building.hides_claims(self.config, state.phase):
            most = self.config.max_withdrawals
            return IllegalMove("pivit.refusal.no_withdrawal", rule="pivit:R18", most=most)
        return IllegalMove("pivit.refusal.has_finished", rule="pivit:R7")

    def deadline(self, state: PivitState) -> int | None:
        times = [claim.at + MAX_CREDIT_MS for claim in state.pending]
        if state.ends_at is not None:
            credit = 0 if state.phase == "countdown" else MAX_CREDIT_MS
            times.append(state.ends_at + credit)
        return min(times, default=None)

    def expire(self, state: PivitState, at: int, chance: Chance) -> tuple[PivitState, Events]:
        events: list[Event] = []
        if state.phase == "countdown":
            state = rounds.start_round(self.config, state, at, events, chance)
        elif any(claim.at + MAX_CREDIT_MS <= at for claim in state.pending):
            state = rounds.settle_claims(self.config, state, at, events)
        else:
            events.append(public_event("pivit.event.time_up"))
            state = rounds.end_round(self.config, state, at, events)
        return state, tuple(events)

    def outcome(self, state: PivitState) -> Outcome | None:
        if state.phase != "over":
            return None
        if self.seats == 1:
            return _puzzle_outcome(state)
        winners = rounds.winners(state)
        kind = "shared" if len(winners) > 1 else "points"
        reason = Message(f"pivit.outcome.{kind}", {"seats": winners, "points": max(state.scores)})
        return Outcome(winners, state.scores, reason)

    # Hidden information

    def view(self, state: PivitState, viewer: Viewer) -> PivitView:
        return view_of(self.config, state, viewer)

    def conceal(self, move: PivitMove, seat: int, viewer: Viewer) -> PivitMove | None:
        is_hidden_claim = isinstance(move, ClaimGrid) and self.config.checks_at_scoring
        return None if isinstance(move, TradeTile) or is_hidden_claim else move

    def determinise(
        self, view: PivitView, observations: Sequence[Observation[PivitMove]], rng: Random
    ) -> PivitState:
        return sample_state(view, observations, rng)

    def makes_stale(self, happened: PivitMove | None, move: PivitMove) -> bool:
        """All players act at once, and no move of one affects the tiles of another."""
        return False

    def with_latency_credit(self, move: PivitMove, delay: int) -> PivitMove:
        if isinstance(move, ClaimGrid):
            return msgspec.structs.replace(move, credit=min(delay, MAX_CREDIT_MS))
        return move

    # Drafts

    def drafting(self, state: PivitState, seat: int) -> bool:
        is_building = seat in building.building_seats(state)
        return is_building and building.has_choices(self.config, state, seat)

    def drafts_are_public(self, state: PivitState) -> bool:
        return state.phase in ("ready", "over")

    def keeps_draft(self, move: PivitMove) -> bool:
        return True

    def check(self, view: PivitView, draft: PivitDraft) -> tuple[Fault, ...]:
        hand = () if view.seat is None else view.hands[view.seat] or ()
        grid = {(x, y): TILE.get(tile, KINDS) for x, y, tile in draft.tiles}
        if len(grid) < len(draft.tiles) or KINDS in grid.values():
            return (Fault(Message("pivit.refusal.not_placed")),)
        tiles = tuple(TILE[tile] for tile in hand)
        faults = building.visible_faults(self.config, view.phase, grid, tiles)
        return tuple(map(to_fault, faults))

    def progress(self, draft: PivitDraft) -> int:
        return len(draft.tiles)

    def sample_draft(self, view: PivitView, rng: Random) -> PivitDraft:
        """Return the first tiles of the hand in a row; only their number is random."""
        hand = () if view.seat is None else view.hands[view.seat] or ()
        count = int(rng.random() * (HAND_SIZE + 1))
        return PivitDraft(tuple((x, 0, tile) for x, tile in enumerate(hand[:count])))

    # Invariants

    def audit(self, state: PivitState) -> None:
        counts = list(state.middle)
        for hand in state.hands:
            for tile in hand:
                counts[tile] += 1
        assert counts == [*FULL_MIDDLE], "every tile is in the middle or in one hand"
        assert all(0 <= tokens <= TOKENS_PER_ROUND for tokens in state.tokens)
        holders = [seat for seat in state.sticks if seat is not None]
        assert len(set(holders)) == len(holders), "a seat holds at most one stick"
        pending = {claim.seat for claim in state.pending}
        assert not pending & {*holders}
        if state.phase in ("build", "race"):
            claimed = {seat for seat in range(self.seats) if state.grids[seat] is not None}
            assert claimed == {*holders} | pending
        assert state.round <= self.config.max_rounds
        assert all(0 <= count <= self.config.max_withdrawals for count in state.withdrawals)
        assert all(0 <= count <= MAX_RESUMES for count in state.resumes)
        for seat, grid in enumerate(state.grids):
            if grid is not None:
                assert tuple(sorted(tile for _, _, tile in grid)) == state.hands[seat]


def _puzzle_outcome(state: PivitState) -> Outcome:
    """Return the outcome of a game alone: the score is the time in seconds."""
    if state.first_took is None:
        return Outcome((), (0,), Message("pivit.outcome.unsolved"))
    took = round(state.first_took / 1000)
    minutes, seconds = divmod(took, 60)
    reason = Message("pivit.outcome.solved", {"minutes": minutes, "seconds": seconds})
    return Outcome((0,), (took,), reason)
