"""A bot's plan for the rest of a round: what it builds when, and when it moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, cast

from quincunx.core.bots import PlannedStep, Turn
from quincunx.core.observation import Observation
from quincunx.games.pivit.bots.draft_timing import draft_states, draft_times, speed_up
from quincunx.games.pivit.bots.pace import PivitPace
from quincunx.games.pivit.grid import PlacedTiles, as_grid, grid_faults, min_line_length, normalise
from quincunx.games.pivit.moves import (
    ClaimGrid,
    PivitMove,
    TradeTile,
    VoteToResume,
    VoteToStop,
    WithdrawClaim,
)
from quincunx.games.pivit.rules import MAX_RESUMES, MAX_WITHDRAWALS, MINUTE_MS, PivitRules
from quincunx.games.pivit.state import PivitDraft, PivitView, PlacedText
from quincunx.games.pivit.tiles import TEXT, TILE, PivitTiles

SECOND_MS: Final = 1_000
FAR_FROM_DONE_MS: Final = 3 * MINUTE_MS
"""A bot that needs longer than this joins another player's vote to stop."""

PivitTurn = Turn[PivitMove, PivitView]
TradeChoice = Callable[[PivitTiles, PivitTiles, int, Random], int]
"""Chooses the tile to trade from the hand, the unseen tiles and the shortest length of a line."""


class RoundPlan:
    """A bot's plan for the rest of a round."""

    def __init__(self, turn: PivitTurn, pace: PivitPace, choose_trade: TradeChoice) -> None:
        self.view, self.seen, self.seat = turn.view, turn.observations, turn.seat
        self.pace = pace
        self.choose_trade = choose_trade
        self.limit = cast(PivitRules, turn.rules).options.limit
        self.hand: PivitTiles = tuple(
            sorted(TILE[tile] for tile in self.view.hands[self.seat] or ())
        )
        self.shortest = min_line_length(self.view.younger)
        # Seeded by the hand: unknown to others, and the same whenever the plan is made.
        self.rng = Random(f"{self.seat}/{self.view.round}/{self.view.began_at}/{self.hand}")

    def steps(self) -> Iterator[PlannedStep]:
        from quincunx.games.pivit.solver import BOT_TRIES, solve

        needs = SECOND_MS * self.rng.randint(*self.pace.time_for_grid(self.limit))
        study = SECOND_MS * self.rng.randint(*self.pace.time_for_study(self.limit))
        makes_mistake = self.rng.random() < self.pace.mistake_rate
        notices_mistake = self.rng.random() < self.pace.notice_rate
        grid = solve(self.hand, self.shortest, BOT_TRIES).grid
        if self.view.claimed[self.seat]:
            yield from self._second_look(notices_mistake)
        elif grid is None:
            yield from self._build_partly(study)
        elif self.view.refused is not None:
            yield from self._correct(grid)
        else:
            claims_wrong_grid = (
                makes_mistake and self.view.referee == "at-scoring" and self.view.phase == "build"
            )
            yield from self._build(_with_mistake(grid, self) if claims_wrong_grid else grid, needs)

    def _build(self, grid: PlacedTiles, needs: int) -> Iterator[PlannedStep]:
        started_at = self._started_at()
        if started_at > self.view.began_at:
            needs = needs * 2 // 3
        drafts = [*draft_states(grid, self.rng)]
        done = draft_times(len(drafts), started_at + 2 * SECOND_MS, started_at + needs, self.rng)
        done = speed_up(done, self._last_minute_began_at(), self.pace.sprint)
        claims = done[-1] + self.rng.randint(SECOND_MS, 3 * SECOND_MS)
        yield from self._vote(claims)
        for at, tiles in zip(done, drafts, strict=True):
            yield PlannedStep(at, draft=_draft(tiles))
        yield PlannedStep(claims, move=ClaimGrid(grid))

    def _vote(self, done: int) -> Iterator[PlannedStep]:
        """Join a vote to stop if the grid is far from done; resume if the others do.

        Votes draw random numbers last, so that they do not change the rest of the plan.
        """
        at = max(
            (seen.at for seen in self.seen if isinstance(seen.move, VoteToStop | VoteToResume)),
            default=0,
        )
        others = any(stop for seat, stop in enumerate(self.view.stops) if seat != self.seat)
        stopped = self.view.stops[self.seat]
        if others and not stopped and done - at > FAR_FROM_DONE_MS:
            yield PlannedStep(
                at + self.rng.randint(4 * SECOND_MS, 9 * SECOND_MS), move=VoteToStop()
            )
        elif stopped and not others and self.view.resumes[self.seat] < MAX_RESUMES:
            yield PlannedStep(
                at + self.rng.randint(2 * SECOND_MS, 5 * SECOND_MS), move=VoteToResume()
            )

    def _build_partly(self, study: int) -> Iterator[PlannedStep]:
        """Build as far as possible, then trade or vote to stop."""
        from quincunx.games.pivit.solver import largest_grid

        started_at = self._started_at()
        drafts = [*draft_states(largest_grid(self.hand, self.shortest), self.rng)]
        done = draft_times(len(drafts), started_at + 2 * SECOND_MS, started_at + study, self.rng)
        began_at = self._last_minute_began_at()
        *done, given_up = speed_up(
            [*done, max([started_at + study, *done]) + SECOND_MS], began_at, self.pace.sprint
        )
        for at, tiles in zip(done, drafts, strict=True):
            yield PlannedStep(at, draft=_draft(tiles))
        at = given_up
        if self.view.tokens[self.seat]:
            tile = self.choose_trade(self.hand, self._unseen(), self.shortest, self.rng)
            yield PlannedStep(at, move=TradeTile(tile))
        elif not self.view.stops[self.seat]:
            yield PlannedStep(at, move=VoteToStop())

    def _second_look(self, notices: bool) -> Iterator[PlannedStep]:
        """Withdraw the claim if the bot notices that its grid is wrong."""
        grid = self.view.grids[self.seat]
        if grid is None or self.view.phase != "build" or self.view.referee != "at-scoring":
            return
        if self.view.withdrawals[self.seat] >= MAX_WITHDRAWALS:
            return
        if notices and self.is_wrong({(x, y): TILE[tile] for x, y, tile in grid}):
            at = self._started_at() + self.rng.randint(15 * SECOND_MS, 40 * SECOND_MS)
            yield PlannedStep(at, move=WithdrawClaim())

    def _correct(self, grid: PlacedTiles) -> Iterator[PlannedStep]:
        """Replace a few tiles of a refused grid by a correct placement, and claim it."""
        at = self._started_at() + self.rng.randint(10 * SECOND_MS, 25 * SECOND_MS)
        kept = grid[: -self.rng.randint(2, 5)]
        yield PlannedStep(at, draft=_draft(kept))
        for count in range(len(kept) + 1, len(grid) + 1):
            at += self.rng.randint(SECOND_MS, 3 * SECOND_MS)
            yield PlannedStep(at, draft=_draft(grid[:count]))
        yield PlannedStep(at + 2 * SECOND_MS, move=ClaimGrid(grid))

    def is_wrong(self, grid: dict[tuple[int, int], int]) -> bool:
        found = grid_faults(grid, self.hand, pairs_allowed=self.view.younger)
        return next(found, None) is not None

    def _started_at(self) -> int:
        """Return when the bot last started to build: in the round, or after its last move."""
        own = [
            seen.at
            for seen in self.seen
            if seen.seat == self.seat
            and isinstance(seen.move, TradeTile | ClaimGrid | WithdrawClaim)
        ]
        race = last_time_of(self.seen, "pivit.event.race") if self.view.phase == "race" else 0
        refused = race if self.view.refused is not None else 0
        return max([self.view.began_at, refused, *own])

    def _last_minute_began_at(self) -> int | None:
        """Return when the last minute or the race began, or `None`."""
        last = max(
            last_time_of(self.seen, "pivit.event.minute"),
            last_time_of(self.seen, "pivit.event.race"),
        )
        return last if last > self.view.began_at else None

    def _unseen(self) -> PivitTiles:
        """Return by kind how many tiles the bot has not seen."""
        from quincunx.games.pivit.solver import unseen_by

        shown = (tuple(TILE[tile] for _, _, tile in grid) for grid in self.view.grids if grid)
        return unseen_by((self.hand, *shown))


def _with_mistake(grid: PlacedTiles, plan: RoundPlan) -> PlacedTiles:
    """Return the grid with two tiles swapped so that it is wrong."""
    cells = sorted(as_grid(grid))
    while True:
        changed = as_grid(grid)
        one, other = plan.rng.sample(cells, 2)
        changed[one], changed[other] = changed[other], changed[one]
        if plan.is_wrong(changed):
            return normalise(changed)


def _draft(tiles: PlacedTiles) -> PivitDraft:
    shown: tuple[PlacedText, ...] = tuple((x, y, TEXT[tile]) for x, y, tile in tiles)
    return PivitDraft(shown)


def last_time_of(observations: Sequence[Observation[PivitMove]], event: str) -> int:
    """Return when the event last occurred, or 0."""
    return next(
        (
            seen.at
            for seen in reversed(observations)
            if any(said.id == event for said in seen.events)
        ),
        0,
    )
