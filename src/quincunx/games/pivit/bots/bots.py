"""The bots: easy, medium and expert. They build like people, and take as long as people do.

All levels know from the solver whether their hand can be laid. They differ in how long they need,
how they trade, and how often they claim a wrong grid where claims are not checked at once. A plan
depends on the hand and on public times, never on the time at which it is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import log
from random import Random
from typing import ClassVar, Final, NamedTuple, cast

from quincunx.core.bots import AnyBot, PlannedStep, Planner, RandomBot
from quincunx.core.observation import Observation
from quincunx.core.rules import AnyRules
from quincunx.games.pivit.bots.draft_timing import draft_states, draft_times, speed_up
from quincunx.games.pivit.grid import PlacedTiles, as_grid, grid_faults, min_line_length, normalise
from quincunx.games.pivit.moves import (
    ClaimGrid,
    DeclareReady,
    PivitMove,
    TradeTile,
    VoteToResume,
    VoteToStop,
    WithdrawClaim,
)
from quincunx.games.pivit.rules import MAX_RESUMES, MAX_WITHDRAWALS, MINUTE_MS, PivitRules
from quincunx.games.pivit.state import PivitDraft, PivitView, PlacedText
from quincunx.games.pivit.tiles import TEXT, TILE, PivitTiles

# The solver loads numba, so it is imported only when a bot has a hand.

SECOND_MS: Final = 1_000
READY_DELAY_MS: Final = (2 * SECOND_MS, 5 * SECOND_MS)
"""The shortest and longest time before a bot is ready for the next round."""
FAR_FROM_DONE_MS: Final = 3 * MINUTE_MS
"""A bot that needs longer than this joins another player's vote to stop."""

CALM_MINUTES: Final = 12
"""With at least this time limit bots build at their calm pace."""
HURRIED_MINUTES: Final = 1.5
"""With at most this time limit bots build as fast as they can."""

PivitObservations = Sequence[Observation[PivitMove]]
Seconds = tuple[int, int]
"""A shortest and a longest time in seconds."""


class PivitPace(NamedTuple):
    """How long a level takes and how careful it is."""

    grid: Seconds
    """From the start of the round to the whole grid, without time pressure."""
    hurried_grid: Seconds
    """The same under the shortest time limit."""
    study: Seconds
    """The time before the bot gives up on a hand, and trades or votes to stop."""
    hurried_study: Seconds
    sprint: float
    """The fraction of the usual time that the bot needs in a last minute or race."""
    mistake_rate: float
    """The probability of claiming a wrong grid where claims are checked at scoring."""
    notice_rate: float
    """The probability of noticing that later."""


class PivitBot(Planner[PivitMove, PivitView]):
    """What all levels share."""

    pace: ClassVar[PivitPace]

    def plan_key(self, view: PivitView) -> str:
        assert view.seat is not None
        mine = view.seat
        hand = " ".join(view.hands[mine] or ())
        state = (view.tokens[mine], view.claimed, view.withdrawn[mine], view.stops, view.ends_at)
        return f"{view.round} {view.phase} {hand} {state}"

    def plan(
        self, view: PivitView, observations: PivitObservations, work: int, rng: Random
    ) -> tuple[PlannedStep, ...]:
        """Plan the rest of the round.

        The random numbers depend only on the hand, so that a new plan continues the last one.
        """
        if view.phase == "ready":
            from quincunx.games.pivit.solver import prepare

            prepare()
            at = _last_time_of(observations, "pivit.event.scored")
            wait = Random(f"{view.seat} {view.round} {at}").randint(*READY_DELAY_MS)
            return (PlannedStep(at + wait, move=DeclareReady()),)
        if view.phase not in ("build", "race"):
            return ()
        steps = sorted(_Round(self, view, observations).steps(), key=lambda step: step.at)
        return tuple(step for step in steps if view.ends_at is None or step.at <= view.ends_at)

    def acts_at(self, view: PivitView, observations: PivitObservations, rng: Random) -> int | None:
        """Return the time of the next move of the plan."""
        steps = self.plan(view, observations, self.work, rng)
        return next((step.at for step in steps if step.move is not None), None)

    def time_for_grid(self) -> Seconds:
        """Return the time to build a grid under the time limit."""
        return self._under_time_limit(self.pace.grid, self.pace.hurried_grid)

    def time_for_study(self) -> Seconds:
        return self._under_time_limit(self.pace.study, self.pace.hurried_study)

    def _under_time_limit(self, calm: Seconds, hurried: Seconds) -> Seconds:
        """Interpolate between the calm and the hurried time by the time limit.

        A limit speeds up all levels by the same degree, so that they keep their order.
        """
        minutes = cast(PivitRules, self.rules).options.limit
        if minutes is None:
            return calm
        hurry = log(CALM_MINUTES / minutes) / log(CALM_MINUTES / HURRIED_MINUTES)
        hurry = min(1.0, max(0.0, hurry))
        fewest, most = (
            round(slow + hurry * (fast - slow)) for slow, fast in zip(calm, hurried, strict=True)
        )
        return fewest, most

    def choose_trade(self, hand: PivitTiles, unseen: PivitTiles, shortest: int, rng: Random) -> int:
        """Choose the tile to trade from a hand that cannot be laid: one that found no place."""
        from quincunx.games.pivit.solver import largest_grid

        laid = [tile for _, _, tile in largest_grid(hand, shortest)]
        return rng.choice(_without(hand, laid) or list(hand))


class PivitEasyBot(PivitBot):
    """Builds slowly and makes mistakes."""

    pace = PivitPace(
        grid=(420, 720),
        hurried_grid=(200, 360),
        study=(180, 300),
        hurried_study=(80, 140),
        sprint=0.55,
        mistake_rate=0.3,
        notice_rate=0.3,
    )


class PivitMediumBot(PivitBot):
    """Builds at an average pace."""

    pace = PivitPace(
        grid=(240, 420),
        hurried_grid=(100, 180),
        study=(100, 180),
        hurried_study=(40, 70),
        sprint=0.45,
        mistake_rate=0.1,
        notice_rate=0.5,
    )


class PivitExpertBot(PivitBot):
    """Builds as fast as good players, and makes the best trade."""

    pace = PivitPace(
        grid=(150, 240),
        hurried_grid=(42, 75),
        study=(30, 60),
        hurried_study=(12, 25),
        sprint=0.35,
        mistake_rate=0.02,
        notice_rate=0.8,
    )

    def choose_trade(self, hand: PivitTiles, unseen: PivitTiles, shortest: int, rng: Random) -> int:
        from quincunx.games.pivit.solver import best_trade

        best = best_trade(hand, unseen, shortest)
        return super().choose_trade(hand, unseen, shortest, rng) if best is None else best.tile


class _Round:
    """A bot's plan for the rest of a round."""

    def __init__(self, bot: PivitBot, view: PivitView, observations: PivitObservations) -> None:
        assert view.seat is not None
        self.bot, self.view, self.seen = bot, view, observations
        self.seat = view.seat
        self.hand: PivitTiles = tuple(sorted(TILE[tile] for tile in view.hands[self.seat] or ()))
        self.shortest = min_line_length(view.younger)
        # Seeded by the hand: unknown to others, and the same whenever the plan is made.
        self.rng = Random(f"{self.seat}/{view.round}/{view.began_at}/{self.hand}")

    def steps(self) -> Iterator[PlannedStep]:
        from quincunx.games.pivit.solver import BOT_TRIES, solve

        needs = SECOND_MS * self.rng.randint(*self.bot.time_for_grid())
        study = SECOND_MS * self.rng.randint(*self.bot.time_for_study())
        makes_mistake = self.rng.random() < self.bot.pace.mistake_rate
        notices_mistake = self.rng.random() < self.bot.pace.notice_rate
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
        done = speed_up(done, self._last_minute_began_at(), self.bot.pace.sprint)
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
            [*done, max([started_at + study, *done]) + SECOND_MS], began_at, self.bot.pace.sprint
        )
        for at, tiles in zip(done, drafts, strict=True):
            yield PlannedStep(at, draft=_draft(tiles))
        at = given_up
        if self.view.tokens[self.seat]:
            tile = self.bot.choose_trade(self.hand, self._unseen(), self.shortest, self.rng)
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
        if notices and self._is_wrong({(x, y): TILE[tile] for x, y, tile in grid}):
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

    def _is_wrong(self, grid: dict[tuple[int, int], int]) -> bool:
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
        race = _last_time_of(self.seen, "pivit.event.race") if self.view.phase == "race" else 0
        refused = race if self.view.refused is not None else 0
        return max([self.view.began_at, refused, *own])

    def _last_minute_began_at(self) -> int | None:
        """Return when the last minute or the race began, or `None`."""
        last = max(
            _last_time_of(self.seen, "pivit.event.minute"),
            _last_time_of(self.seen, "pivit.event.race"),
        )
        return last if last > self.view.began_at else None

    def _unseen(self) -> PivitTiles:
        """Return by kind how many tiles the bot has not seen."""
        from quincunx.games.pivit.solver import unseen_by

        shown = (tuple(TILE[tile] for _, _, tile in grid) for grid in self.view.grids if grid)
        return unseen_by((self.hand, *shown))


def _with_mistake(grid: PlacedTiles, round_: _Round) -> PlacedTiles:
    """Return the grid with two tiles swapped so that it is wrong."""
    cells = sorted(as_grid(grid))
    while True:
        changed = as_grid(grid)
        one, other = round_.rng.sample(cells, 2)
        changed[one], changed[other] = changed[other], changed[one]
        if round_._is_wrong(changed):
            return normalise(changed)


def _draft(tiles: PlacedTiles) -> PivitDraft:
    shown: tuple[PlacedText, ...] = tuple((x, y, TEXT[tile]) for x, y, tile in tiles)
    return PivitDraft(shown)


def _without(hand: PivitTiles, laid: list[int]) -> list[int]:
    left = list(hand)
    for tile in laid:
        left.remove(tile)
    return left


def _last_time_of(observations: PivitObservations, event: str) -> int:
    """Return when the event last occurred, or 0."""
    return next(
        (
            seen.at
            for seen in reversed(observations)
            if any(said.id == event for said in seen.events)
        ),
        0,
    )


BOTS: Final[dict[str, Callable[[AnyRules], AnyBot]]] = {
    "easy": PivitEasyBot,
    "medium": PivitMediumBot,
    "expert": PivitExpertBot,
    "random": RandomBot,
}
