"""Pivit: everyone at once builds a crossword grid of 24 tiles, and the first take the sticks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.errors import IllegalMove
from quincunx.core.events import Event, Events, public_event
from quincunx.core.messages import Message
from quincunx.core.moves import ListedMoves, Moves
from quincunx.core.observation import Observation
from quincunx.core.outcome import Outcome
from quincunx.core.rules import Fault, Rules
from quincunx.core.support.tuples import replace_item
from quincunx.core.viewers import Viewer, sees
from quincunx.games.pivit.faults import to_fault, to_refusal
from quincunx.games.pivit.grid import (
    MAX_COORDINATE,
    GridFault,
    PlacedTiles,
    as_grid,
    choose_wilds,
    grid_faults,
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
)
from quincunx.games.pivit.options import PivitOptions
from quincunx.games.pivit.random_grids import any_grid, right_grid
from quincunx.games.pivit.rules.determinisation import sample_state
from quincunx.games.pivit.state import (
    HAND_SIZE,
    PendingClaim,
    PivitDraft,
    PivitState,
    PivitView,
    PlacedText,
)
from quincunx.games.pivit.tiles import FULL_MIDDLE, KINDS, TEXT, TILE, Tiles, subtract, text_of

TOKENS_PER_ROUND: Final = 2
TARGET_SCORE: Final = 24
TARGET_SCORE_TWO_SEATS: Final = 20
STICK_VALUES: Final = {1: (4,), 2: (4, 2), 3: (4, 2), 4: (4, 2, 1)}
"""By seats, their values. Two players have none, but score as if they had."""
COUNTDOWN_MS: Final = 3_000
MINUTE_MS: Final = 60_000
MAX_ROUNDS: Final = 20
"""After so many rounds the most points win; a game in which players score has at most 14."""
MAX_WITHDRAWALS: Final = 5
"""How often a player may withdraw in a round."""
MAX_RESUMES: Final = 5
"""How often a player may take back the wish to stop in a round; the next wish is final."""
MAX_CREDIT_MS: Final = 200
"""The most milliseconds that a slow line is credited with, and so the time until a claim counts."""


class BuildMoves(Moves[PivitMove]):
    """What can be done while building; grids to claim are found only when one is asked for."""

    complete = False

    def __init__(
        self, rules: PivitRules, state: PivitState, seat: int, listed: tuple[PivitMove, ...]
    ) -> None:
        self._rules, self._state, self._seat = rules, state, seat
        self._listed = listed

    def __contains__(self, move: object) -> bool:
        if isinstance(move, ClaimGrid):
            return self._rules.refusal(self._state, self._seat, move) is None
        return move in self._listed

    def __iter__(self) -> Iterator[PivitMove]:
        return iter(self._listed)

    def sample(self, rng: Random) -> PivitMove:
        if rng.random() < _SAMPLED_CLAIMS:
            claim = self._rules.sample_claim(self._state, self._seat, rng)
            if claim is not None and claim in self:
                return claim
        # The vote comes first: as often as a trade, so that random rounds come to an end.
        number = int(rng.random() * len(self._listed)) if rng.random() < _SAMPLED_TRADES else 0
        return self._listed[number]


_SAMPLED_CLAIMS: Final = 0.1
_SAMPLED_TRADES: Final = 0.5
_NOTHING: Final[ListedMoves[PivitMove]] = ListedMoves(())
_READY: Final[ListedMoves[PivitMove]] = ListedMoves((DeclareReady(),))
_WITHDRAW: Final[ListedMoves[PivitMove]] = ListedMoves((WithdrawClaim(),))


class PivitRules(Rules[PivitState, PivitMove, PivitView, PivitDraft]):
    """For 2 to 4 seats, or alone with one hand as a puzzle."""

    state_type = PivitState
    view_type = PivitView
    draft_type = PivitDraft

    def __init__(self, options: PivitOptions, seats: int) -> None:
        self.options = options
        self.seats = seats
        self.values = STICK_VALUES[seats]
        self.target = TARGET_SCORE_TWO_SEATS if seats == 2 else TARGET_SCORE
        self.unseen_claims = options.referee == "at-scoring"
        self.rounds = 1 if seats == 1 else MAX_ROUNDS
        self.max_withdrawals = MAX_WITHDRAWALS if self.unseen_claims else 0

    @property
    def max_log_entries(self) -> int:
        """The deal, and in each round all that each seat can do and the clock can bring about."""
        races = 1 if self.unseen_claims else 0
        claims = self.max_withdrawals + 1 + races
        stops = MAX_RESUMES + claims
        settled = claims
        of_a_seat = (
            1 + TOKENS_PER_ROUND + claims + settled + self.max_withdrawals + stops + MAX_RESUMES
        )
        go_and_ends = 2 + races
        return 1 + self.rounds * (self.seats * of_a_seat + go_and_ends)

    @property
    def is_real_time(self) -> bool:
        return True

    # How the game goes

    def setup(self, chance: Chance) -> tuple[PivitState, Events]:
        nobody = (None,) * self.seats
        no = (False,) * self.seats
        state = PivitState(
            scores=(0,) * self.seats,
            middle=FULL_MIDDLE,
            hands=((),) * self.seats,
            tokens=(TOKENS_PER_ROUND,) * self.seats,
            sticks=(None,) * len(self.values),
            grids=nobody,
            refused=nobody,
            ready=no,
            stops=no,
            found_wrong=no,
            withdrawals=(0,) * self.seats,
            resumes=(0,) * self.seats,
        )
        return state, (public_event("pivit.event.face_down"),)

    def active(self, state: PivitState) -> tuple[int, ...]:
        match state.phase:
            case "ready":
                return tuple(seat for seat in range(self.seats) if not state.ready[seat])
            case "build" if self.unseen_claims:
                waiting = {claim.seat for claim in state.pending}
                return tuple(
                    seat
                    for seat in range(self.seats)
                    if seat not in waiting and self._has_choices(state, seat)
                )
            case "build" | "race":
                return tuple(
                    seat for seat in self._building(state) if self._has_choices(state, seat)
                )
            case _:
                return ()

    def awaited(self, state: PivitState) -> tuple[int, ...]:
        """Whoever would stop keeps nobody waiting."""
        if state.phase == "ready":
            return self.active(state)
        return tuple(seat for seat in self._building(state) if not state.stops[seat])

    def _has_choices(self, state: PivitState, seat: int) -> bool:
        """Whether a player who builds or holds a stick has anything left to do in this round."""
        if state.grids[seat] is not None:
            return state.withdrawals[seat] < self.max_withdrawals
        return not self._has_stopped_for_good(state, seat)

    def _has_stopped_for_good(self, state: PivitState, seat: int) -> bool:
        return state.stops[seat] and state.resumes[seat] >= MAX_RESUMES

    def _building(self, state: PivitState) -> tuple[int, ...]:
        if state.phase not in ("build", "race"):
            return ()
        return tuple(seat for seat in range(self.seats) if state.grids[seat] is None)

    def moves(self, state: PivitState, seat: int) -> Moves[PivitMove]:
        if seat not in self.active(state):
            return _NOTHING
        if state.phase == "ready":
            return _READY
        if state.grids[seat] is not None:
            return _WITHDRAW
        moves: list[PivitMove] = [VoteToResume() if state.stops[seat] else VoteToStop()]
        if state.tokens[seat]:
            moves += [TradeTile(tile) for tile in sorted(set(state.hands[seat]))]
        return BuildMoves(self, state, seat, tuple(moves))

    def apply(
        self, state: PivitState, seat: int, move: PivitMove, at: int, chance: Chance
    ) -> tuple[PivitState, Events]:
        if isinstance(move, DeclareReady) != (state.phase == "ready"):
            raise IllegalMove("pivit.refusal.not_now", rule="pivit:L80b")
        if isinstance(move, DeclareReady):
            return self._ready(state, seat, at)
        if isinstance(move, WithdrawClaim) and state.grids[seat] is None:
            raise IllegalMove("pivit.refusal.no_stick", rule="pivit:R7")
        if not isinstance(move, WithdrawClaim) and state.grids[seat] is not None:
            rule = "pivit:R5" if isinstance(move, TradeTile) else "pivit:R7"
            raise IllegalMove("pivit.refusal.has_stick", rule=rule)
        if not isinstance(move, ClaimGrid):
            self._check_time(state, at)
        match move:
            case TradeTile():
                return self._trade(state, seat, move, chance)
            case ClaimGrid():
                return self._claim(state, seat, move, at)
            case WithdrawClaim():
                return self._withdraw(state, seat)
            case VoteToStop() | VoteToResume():
                return self._vote(state, seat, isinstance(move, VoteToStop), at)

    def refusal_out_of_turn(
        self, state: PivitState, seat: int, move: PivitMove
    ) -> IllegalMove | None:
        if state.phase not in ("build", "race") or isinstance(move, DeclareReady):
            return None
        if state.grids[seat] is None:
            return IllegalMove("pivit.refusal.stopped", rule="pivit:R18", most=MAX_RESUMES)
        if any(claim.seat == seat for claim in state.pending):
            return IllegalMove("pivit.refusal.claim_pending", rule="pivit:R9")
        if isinstance(move, WithdrawClaim) and self.unseen_claims and state.phase == "build":
            most = self.max_withdrawals
            return IllegalMove("pivit.refusal.no_withdrawal", rule="pivit:R18", most=most)
        return IllegalMove("pivit.refusal.has_finished", rule="pivit:R7")

    def deadline(self, state: PivitState) -> int | None:
        times = [claim.at + MAX_CREDIT_MS for claim in state.pending]
        if state.ends_at is not None:
            times.append(
                state.ends_at if state.phase == "countdown" else state.ends_at + MAX_CREDIT_MS
            )
        return min(times, default=None)

    def expire(self, state: PivitState, at: int, chance: Chance) -> tuple[PivitState, Events]:
        events: list[Event] = []
        if state.phase == "countdown":
            state = self._go(state, at, events, chance)
        elif any(claim.at + MAX_CREDIT_MS <= at for claim in state.pending):
            state = self._settle(state, at, events)
        else:
            events.append(public_event("pivit.event.time_up"))
            state = self._finish(state, at, events)
        return state, tuple(events)

    # A round begins

    def _ready(self, state: PivitState, seat: int, at: int) -> tuple[PivitState, Events]:
        state = msgspec.structs.replace(state, ready=replace_item(state.ready, seat, True))
        if all(state.ready):
            state = self._face_down(state, at)
        return state, (public_event("pivit.event.ready", seat=seat),)

    def _face_down(self, state: PivitState, at: int) -> PivitState:
        """All tiles are mixed again; a moment later they are turned over."""
        nobody, no = (None,) * self.seats, (False,) * self.seats
        return msgspec.structs.replace(
            state,
            middle=FULL_MIDDLE,
            hands=((),) * self.seats,
            tokens=(TOKENS_PER_ROUND,) * self.seats,
            sticks=(None,) * len(self.values),
            grids=nobody,
            refused=nobody,
            ready=no,
            stops=no,
            found_wrong=no,
            withdrawals=(0,) * self.seats,
            resumes=(0,) * self.seats,
            phase="countdown",
            ends_at=at + COUNTDOWN_MS,
            first_took=None,
            gained=(),
        )

    def _go(self, state: PivitState, at: int, events: list[Event], chance: Chance) -> PivitState:
        """All turn their tiles over."""
        middle, hands = state.middle, []
        for seat in range(self.seats):
            drawn = chance.draw("middle", middle, HAND_SIZE, to=seat)
            middle = subtract(middle, drawn)
            hands.append(tuple(sorted(drawn)))
        limit = self.options.limit
        events.append(public_event("pivit.event.go", round=state.round + 1))
        if self.seats > 1 and state.round + 1 == self.rounds:
            events.append(public_event("pivit.event.last_round"))
        return msgspec.structs.replace(
            state,
            middle=middle,
            hands=tuple(hands),
            round=state.round + 1,
            phase="build",
            began_at=at,
            ends_at=None if limit is None else at + limit * MINUTE_MS,
        )

    # While building

    def _check_time(self, state: PivitState, time: int) -> None:
        if state.ends_at is not None and time > state.ends_at:
            raise IllegalMove("pivit.refusal.too_late", rule="pivit:R14")

    def _trade(
        self, state: PivitState, seat: int, move: TradeTile, chance: Chance
    ) -> tuple[PivitState, Events]:
        """The other tile is drawn before this one lies among them: it is another one."""
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
        said = Message("pivit.event.traded", {"seat": seat})
        told = Message(
            "pivit.event.traded_these",
            {"seat": seat, "given": TEXT[move.tile], "got": TEXT[got]},
        )
        return state, (Event(said, {seat: told}),)

    def refusal(self, state: PivitState, seat: int, claim: ClaimGrid) -> IllegalMove | None:
        """Why the grid cannot be claimed: at scoring it only has to hold all tiles, and be new."""
        grid, hand = as_grid(claim.grid), state.hands[seat]
        if claim.grid != normalise(grid) or max(map(max, grid), default=0) > MAX_COORDINATE:
            return IllegalMove("pivit.refusal.not_placed", rule="pivit:L80c")
        if claim.grid == state.refused[seat]:
            return IllegalMove("pivit.refusal.same_grid", rule="pivit:R7")
        unchecked = self.unseen_claims and state.phase == "build"
        for wrong in self._wrongs(grid, hand, unchecked):
            return to_refusal(wrong)
        return None

    def _wrongs(self, grid: Any, hand: Tiles, unchecked: bool) -> Iterator[GridFault]:
        for wrong in grid_faults(grid, hand, pairs_allowed=self.options.younger):
            if not unchecked or wrong.reason in ("foreign", "unused"):
                yield wrong

    def _claim(
        self, state: PivitState, seat: int, move: ClaimGrid, at: int
    ) -> tuple[PivitState, Events]:
        time = at - min(move.credit, MAX_CREDIT_MS)
        self._check_time(state, time)
        refusal = self.refusal(state, seat, move)
        if refusal is not None:
            raise refusal
        state = msgspec.structs.replace(
            state,
            pending=(*state.pending, PendingClaim(seat, move.grid, at, time)),
            grids=replace_item(state.grids, seat, move.grid),
            stops=replace_item(state.stops, seat, False),
        )
        return state, (public_event("pivit.event.done", seat=seat),)

    def _withdraw(self, state: PivitState, seat: int) -> tuple[PivitState, Events]:
        state = msgspec.structs.replace(
            state,
            sticks=tuple(None if holder == seat else holder for holder in state.sticks),
            refused=replace_item(state.refused, seat, state.grids[seat]),
            grids=replace_item(state.grids, seat, None),
            withdrawals=replace_item(state.withdrawals, seat, state.withdrawals[seat] + 1),
        )
        return state, (public_event("pivit.event.withdrew", seat=seat),)

    def _vote(self, state: PivitState, seat: int, stop: bool, at: int) -> tuple[PivitState, Events]:
        if state.stops[seat] == stop:
            raise IllegalMove("pivit.refusal.said_already", rule="pivit:R8")
        resumes = state.resumes[seat] + (0 if stop else 1)
        state = msgspec.structs.replace(
            state,
            stops=replace_item(state.stops, seat, stop),
            resumes=replace_item(state.resumes, seat, resumes),
        )
        events = [public_event("pivit.event.stop" if stop else "pivit.event.resume", seat=seat)]
        if all(state.stops[other] for other in self._building(state)):
            events.append(public_event("pivit.event.stopped"))
            state = self._finish(state, at, events)
        return state, tuple(events)

    # Sticks

    def _settle(self, state: PivitState, at: int, events: list[Event]) -> PivitState:
        """The claim that arrived first counts now, after those that were made before it."""
        due = min(state.pending, key=lambda claim: claim.at)
        state = self._award(state, due.time, events)
        if None in state.sticks:
            return self._go_on(state, due.at, at, events)
        if self.unseen_claims and state.phase == "build":
            return self._check_all(state, at, events, race=True)
        return self._score(state, events)

    def _go_on(
        self, state: PivitState, claimed_at: int, at: int, events: list[Event]
    ) -> PivitState:
        """There are sticks left; whether anybody wants them is another question."""
        building = self._building(state)
        if building and all(state.stops[seat] for seat in building):
            events.append(public_event("pivit.event.stopped"))
            return self._finish(state, at, events)
        return self._last_minute(state, claimed_at, events) if self.seats == 2 else state

    def _award(self, state: PivitState, until: int, events: list[Event]) -> PivitState:
        """The highest sticks go to the claims made until then, in the order of their making.

        A claim for which none is left stays: it is in the race, if there is one.
        """
        order = sorted(
            (claim for claim in state.pending if claim.time <= until), key=lambda claim: claim.time
        )
        sticks = list(state.sticks)
        given = order[: sticks.count(None)]
        for claim in given:
            stick = sticks.index(None)
            sticks[stick] = claim.seat
            events.append(
                public_event("pivit.event.stick", seat=claim.seat, value=self.values[stick])
            )
        took = state.first_took
        if order and took is None:
            took = order[0].time - state.began_at
        return msgspec.structs.replace(
            state,
            pending=tuple(claim for claim in state.pending if claim not in given),
            sticks=tuple(sticks),
            first_took=took,
        )

    def _last_minute(self, state: PivitState, at: int, events: list[Event]) -> PivitState:
        """The other of two has a minute from when the grid was found right."""
        other = 1 - next(seat for seat in state.sticks if seat is not None)
        ends_at = at + MINUTE_MS if state.ends_at is None else min(at + MINUTE_MS, state.ends_at)
        events.append(public_event("pivit.event.minute", seat=other))
        return msgspec.structs.replace(state, ends_at=ends_at)

    def _check_all(
        self, state: PivitState, at: int, events: list[Event], *, race: bool
    ) -> PivitState:
        """The right grids move up to the highest sticks; the others may race for what is left."""
        right: list[int | None] = []
        grids, refused = list(state.grids), list(state.refused)
        found_wrong = list(state.found_wrong)
        holders = [seat for seat in state.sticks if seat is not None]
        for seat in (*holders, *(claim.seat for claim in state.pending)):
            amiss = [*self._amiss(grids[seat], state.hands[seat])]
            if amiss:
                grids[seat], refused[seat], found_wrong[seat] = None, grids[seat], True
                reasons = tuple(dict.fromkeys(wrong.reason for wrong in amiss))
                events.append(public_event("pivit.event.wrong_because", seat=seat, reasons=reasons))
            elif seat in holders:
                right.append(seat)
                events.append(public_event("pivit.event.right", seat=seat))
        sticks = (*right, *[None] * (len(self.values) - len(right)))
        events += [
            public_event("pivit.event.stick", seat=seat, value=self.values[stick])
            for stick, seat in enumerate(sticks)
            if seat is not None and seat != state.sticks[stick]
        ]
        state = msgspec.structs.replace(
            state,
            sticks=sticks,
            grids=tuple(grids),
            refused=tuple(refused),
            found_wrong=tuple(found_wrong),
            pending=tuple(claim for claim in state.pending if grids[claim.seat] is not None),
        )
        if None not in sticks or not race:
            return self._score(state, events)
        events.append(public_event("pivit.event.race"))
        return msgspec.structs.replace(
            state, phase="race", ends_at=at + MINUTE_MS, stops=(False,) * self.seats
        )

    def _amiss(self, grid: PlacedTiles | None, hand: Tiles) -> Iterator[GridFault]:
        """All that is wrong with a claimed grid."""
        return grid_faults(as_grid(grid or ()), hand, pairs_allowed=self.options.younger)

    # A round ends

    def _finish(self, state: PivitState, at: int, events: list[Event]) -> PivitState:
        """Time is up, or nobody wants to go on: what has been claimed by now counts."""
        state = self._award(state, at, events)
        if self.unseen_claims and state.phase == "build":
            return self._check_all(state, at, events, race=False)
        return self._score(state, events)

    def _score(self, state: PivitState, events: list[Event]) -> PivitState:
        gained = list(state.tokens)
        for value, seat in zip(self.values, state.sticks, strict=True):
            if seat is not None:
                gained[seat] += value
        scores = tuple(map(sum, zip(state.scores, gained, strict=True)))
        events.append(public_event("pivit.event.scored", points=tuple(gained)))
        out_of_rounds = state.round >= self.rounds
        over = max(scores) >= self.target or out_of_rounds
        if out_of_rounds and self.seats > 1 and max(scores) < self.target:
            events.append(public_event("pivit.event.rounds_over", rounds=self.rounds))
        if over:
            events.append(public_event("pivit.event.over"))
        return msgspec.structs.replace(
            state,
            scores=scores,
            gained=tuple(gained),
            phase="over" if over else "ready",
            pending=(),
            ends_at=None,
        )

    def outcome(self, state: PivitState) -> Outcome | None:
        if state.phase != "over":
            return None
        if self.seats == 1:
            return _alone(state)
        winners = self._winners(state)
        kind = "shared" if len(winners) > 1 else "points"
        reason = Message(f"pivit.outcome.{kind}", {"seats": winners, "points": max(state.scores)})
        return Outcome(winners, state.scores, reason)

    def _winners(self, state: PivitState) -> tuple[int, ...]:
        best = max(state.scores)
        return tuple(seat for seat, score in enumerate(state.scores) if score == best)

    # Who knows what

    def view(self, state: PivitState, viewer: Viewer) -> PivitView:
        shown = state.phase in ("ready", "over")
        hands = tuple(
            _texts(hand) if shown or sees(viewer, seat) else None
            for seat, hand in enumerate(state.hands)
        )
        grids = tuple(
            grid if shown or not self._hidden(state) or sees(viewer, seat) else None
            for seat, grid in enumerate(state.grids)
        )
        wrong = tuple(
            grid if found else None
            for grid, found in zip(state.refused, state.found_wrong, strict=True)
        )
        mine = viewer if viewer is not None and viewer >= 0 else None
        refused = None if mine is None else state.refused[mine]
        return PivitView(
            seat=mine,
            referee=self.options.referee,
            younger=self.options.younger,
            scores=state.scores,
            target=self.target,
            hands=hands,
            middle=sum(state.middle),
            tokens=state.tokens,
            values=self.values,
            sticks=state.sticks,
            pending=tuple(claim.seat for claim in state.pending),
            grids=tuple(None if grid is None else _shown(grid) for grid in grids),
            wilds=tuple(_wilds(grid) for grid in grids),
            claimed=tuple(grid is not None for grid in state.grids),
            withdrawn=tuple(grid is not None for grid in state.refused),
            refused=None if refused is None else _shown(refused),
            ready=state.ready,
            stops=state.stops,
            round=state.round,
            phase=state.phase,
            began_at=state.began_at,
            ends_at=state.ends_at,
            first_took=state.first_took,
            gained=state.gained,
            winners=self._winners(state) if state.phase == "over" else (),
            rounds=self.rounds,
            wrong=tuple(None if grid is None else _shown(grid) for grid in wrong),
            faults=tuple(self._faults(grid) for grid in wrong),
            withdrawals=state.withdrawals,
            resumes=state.resumes,
            stopped=tuple(self._has_stopped_for_good(state, seat) for seat in range(self.seats)),
        )

    def _faults(self, grid: PlacedTiles | None) -> tuple[Fault, ...]:
        """What is wrong with a grid of all tiles of a hand."""
        hand = tuple(sorted(tile for _, _, tile in grid or ()))
        return tuple(map(to_fault, self._amiss(grid, hand)))

    def _hidden(self, state: PivitState) -> bool:
        """Whether claimed grids are not to be seen before they are checked."""
        return self.unseen_claims and state.phase == "build"

    def conceal(self, move: PivitMove, seat: int, viewer: Viewer) -> PivitMove | None:
        hidden = isinstance(move, TradeTile) or (isinstance(move, ClaimGrid) and self.unseen_claims)
        return None if hidden else move

    def determinise(
        self, view: PivitView, observations: Sequence[Observation[PivitMove]], rng: Random
    ) -> PivitState:
        return sample_state(view, observations, rng)

    def makes_stale(self, happened: PivitMove | None, move: PivitMove) -> bool:
        """Everyone acts at once: what another does takes nothing from what one has in hand."""
        return False

    def with_latency_credit(self, move: PivitMove, delay: int) -> PivitMove:
        if isinstance(move, ClaimGrid):
            return msgspec.structs.replace(move, credit=min(delay, MAX_CREDIT_MS))
        return move

    # Drafts

    def drafting(self, state: PivitState, seat: int) -> bool:
        return seat in self._building(state) and self._has_choices(state, seat)

    def drafts_are_public(self, state: PivitState) -> bool:
        return state.phase in ("ready", "over")

    def keeps_draft(self, move: PivitMove) -> bool:
        return True

    def check(self, view: PivitView, draft: PivitDraft) -> tuple[Fault, ...]:
        """Before the check at scoring nothing is said but whose tiles these are."""
        hand = () if view.seat is None else view.hands[view.seat] or ()
        grid = {(x, y): TILE.get(tile, KINDS) for x, y, tile in draft.tiles}
        if len(grid) < len(draft.tiles) or KINDS in grid.values():
            return (Fault(Message("pivit.refusal.not_placed")),)
        unchecked = self.unseen_claims and view.phase == "build"
        tiles = tuple(TILE[tile] for tile in hand)
        return tuple(to_fault(wrong) for wrong in self._wrongs(grid, tiles, unchecked))

    def progress(self, draft: PivitDraft) -> int:
        return len(draft.tiles)

    def sample_draft(self, view: PivitView, rng: Random) -> PivitDraft:
        """The first tiles of the hand in a row, so many that the number alone is random."""
        hand = () if view.seat is None else view.hands[view.seat] or ()
        count = int(rng.random() * (HAND_SIZE + 1))
        return PivitDraft(tuple((x, 0, tile) for x, tile in enumerate(hand[:count])))

    def sample_claim(self, state: PivitState, seat: int, rng: Random) -> ClaimGrid | None:
        hand = state.hands[seat]
        if self.unseen_claims and state.phase == "build":
            return ClaimGrid(any_grid(hand, rng))
        grid = right_grid(hand, rng)
        return None if grid is None else ClaimGrid(grid)

    def audit(self, state: PivitState) -> None:
        everywhere = list(state.middle)
        for hand in state.hands:
            for tile in hand:
                everywhere[tile] += 1
        assert everywhere == [*FULL_MIDDLE], "no tile is lost or made"
        assert all(0 <= tokens <= TOKENS_PER_ROUND for tokens in state.tokens)
        holders = [seat for seat in state.sticks if seat is not None]
        assert len(set(holders)) == len(holders), "nobody is credited twice"
        waiting = {claim.seat for claim in state.pending}
        assert not waiting & {*holders}
        if state.phase in ("build", "race"):
            claimed = {seat for seat in range(self.seats) if state.grids[seat] is not None}
            assert claimed == {*holders} | waiting
        assert state.round <= self.rounds
        assert all(0 <= count <= self.max_withdrawals for count in state.withdrawals)
        assert all(0 <= count <= MAX_RESUMES for count in state.resumes)
        for seat, grid in enumerate(state.grids):
            if grid is not None:
                assert tuple(sorted(tile for _, _, tile in grid)) == state.hands[seat]


def _alone(state: PivitState) -> Outcome:
    """Against the clock: the seconds are the score."""
    if state.first_took is None:
        return Outcome((), (0,), Message("pivit.outcome.unsolved"))
    took = round(state.first_took / 1000)
    minutes, seconds = divmod(took, 60)
    reason = Message("pivit.outcome.solved", {"minutes": minutes, "seconds": seconds})
    return Outcome((0,), (took,), reason)


def _texts(hand: Tiles) -> tuple[str, ...]:
    return tuple(TEXT[tile] for tile in hand)


def _shown(grid: PlacedTiles) -> tuple[PlacedText, ...]:
    return tuple((x, y, TEXT[tile]) for x, y, tile in grid)


def _wilds(grid: PlacedTiles | None) -> tuple[PlacedText, ...]:
    chosen = choose_wilds(as_grid(grid)) if grid else None
    return tuple((x, y, TEXT[tile]) for (x, y), tile in sorted((chosen or {}).items()))
