"""The players: easy, medium, expert. They build as people do, and take as long as people take.

All know from the solver whether their hand can be laid; what differs is how long they need, how
they trade, and how often they overlook a mistake where nobody checks. A plan follows from the hand
and from the times that all have seen, never from the moment of asking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import log
from random import Random
from typing import ClassVar, Final, NamedTuple, cast

from quincunx.core.bots import AnyBot, PlannedStep, Planner, RandomBot
from quincunx.core.observation import Observation
from quincunx.core.rules import AnyRules
from quincunx.games.pivit.draft_timing import draft_states, draft_times, speed_up
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
from quincunx.games.pivit.tiles import TEXT, TILE, Tiles

# The solver may need numba, which takes a while to load: only who has a hand waits for it.

SECOND_MS: Final = 1_000
READY_DELAY_MS: Final = (2 * SECOND_MS, 5 * SECOND_MS)
"""How long it looks at the last round's grids."""
FAR_FROM_DONE_MS: Final = 3 * MINUTE_MS
"""Who needs longer than this agrees when another would stop."""

CALM_MINUTES: Final = 12
"""With a time limit of so many minutes or more nobody hurries."""
HURRIED_MINUTES: Final = 1.5
"""With so many or fewer everybody builds as fast as they can."""

Seen = Sequence[Observation[PivitMove]]


Seconds = tuple[int, int]
"""From so many to so many."""


class PivitPace(NamedTuple):
    """How long a level takes, and how careful it is; chances in parts of one."""

    grid: Seconds
    """From "go" to the whole grid, when there is time enough."""
    hurried_grid: Seconds
    """The same as fast as the level can, when a time limit is short."""
    study: Seconds
    """Until a hand is given up: for a trade, or to stop."""
    hurried_study: Seconds
    sprint: float
    """In a last minute, the part of the time that it would else take for the rest."""
    slips: float
    """How often a mistake is overlooked where nobody checks."""
    notices: float
    """How often it is noticed later."""


class PivitBot(Planner[PivitMove, PivitView]):
    """What all levels have in common."""

    pace: ClassVar[PivitPace]

    def plan_key(self, view: PivitView) -> str:
        assert view.seat is not None
        mine = view.seat
        hand = " ".join(view.hands[mine] or ())
        state = (view.tokens[mine], view.claimed, view.withdrawn[mine], view.stops, view.ends_at)
        return f"{view.round} {view.phase} {hand} {state}"

    def plan(
        self, view: PivitView, observations: Seen, work: int, rng: Random
    ) -> tuple[PlannedStep, ...]:
        """Its luck comes from the hand, so that it builds on where an occasion ends another."""
        if view.phase == "ready":
            from quincunx.games.pivit.solver import prepare

            prepare()
            at = _last(observations, "pivit.event.scored")
            wait = Random(f"{view.seat} {view.round} {at}").randint(*READY_DELAY_MS)
            return (PlannedStep(at + wait, move=DeclareReady()),)
        if view.phase not in ("build", "race"):
            return ()
        steps = sorted(_Round(self, view, observations).steps(), key=lambda step: step.at)
        return tuple(step for step in steps if view.ends_at is None or step.at <= view.ends_at)

    def acts_at(self, view: PivitView, observations: Seen, rng: Random) -> int | None:
        """When the next move of the plan is due."""
        steps = self.plan(view, observations, self.work, rng)
        return next((step.at for step in steps if step.move is not None), None)

    def time_for_grid(self) -> Seconds:
        """From "go" to the whole grid, under the time limit of the table."""
        return self._in_a_hurry(self.pace.grid, self.pace.hurried_grid)

    def time_for_study(self) -> Seconds:
        return self._in_a_hurry(self.pace.study, self.pace.hurried_study)

    def _in_a_hurry(self, calm: Seconds, hurried: Seconds) -> Seconds:
        """Between calm and hurried, as far as the time limit asks for it.

        The same limit makes all levels hurry equally, so that they keep their order.
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

    def traded(self, hand: Tiles, unseen: Tiles, shortest: int, luck: Random) -> int:
        """The tile to give away from a hand that cannot be laid: one that found no place."""
        from quincunx.games.pivit.solver import largest_grid

        laid = [tile for _, _, tile in largest_grid(hand, shortest)]
        return luck.choice(_without(hand, laid) or list(hand))


class PivitEasyBot(PivitBot):
    """Takes its time, and overlooks things."""

    pace = PivitPace(
        grid=(420, 720),
        hurried_grid=(200, 360),
        study=(180, 300),
        hurried_study=(80, 140),
        sprint=0.55,
        slips=0.3,
        notices=0.3,
    )


class PivitMediumBot(PivitBot):
    """Builds steadily."""

    pace = PivitPace(
        grid=(240, 420),
        hurried_grid=(100, 180),
        study=(100, 180),
        hurried_study=(40, 70),
        sprint=0.45,
        slips=0.1,
        notices=0.5,
    )


class PivitExpertBot(PivitBot):
    """Builds as quickly as good players do, and trades the tile that helps most often."""

    pace = PivitPace(
        grid=(150, 240),
        hurried_grid=(42, 75),
        study=(30, 60),
        hurried_study=(12, 25),
        sprint=0.35,
        slips=0.02,
        notices=0.8,
    )

    def traded(self, hand: Tiles, unseen: Tiles, shortest: int, luck: Random) -> int:
        from quincunx.games.pivit.solver import best_trade

        best = best_trade(hand, unseen, shortest)
        return super().traded(hand, unseen, shortest, luck) if best is None else best.tile


class _Round:
    """One seat's plan for the rest of a round."""

    def __init__(self, bot: PivitBot, view: PivitView, observations: Seen) -> None:
        assert view.seat is not None
        self.bot, self.view, self.seen = bot, view, observations
        self.seat = view.seat
        self.hand: Tiles = tuple(sorted(TILE[tile] for tile in view.hands[self.seat] or ()))
        self.shortest = min_line_length(view.younger)
        # The hand makes the luck: nobody else knows it, and asking again changes nothing.
        self.luck = Random(f"{self.seat}/{view.round}/{view.began_at}/{self.hand}")

    def steps(self) -> Iterator[PlannedStep]:
        from quincunx.games.pivit.solver import BOT_TRIES, solve

        needs = SECOND_MS * self.luck.randint(*self.bot.time_for_grid())
        study = SECOND_MS * self.luck.randint(*self.bot.time_for_study())
        slips = self.luck.random() < self.bot.pace.slips
        notices = self.luck.random() < self.bot.pace.notices
        grid = solve(self.hand, self.shortest, BOT_TRIES).grid
        if self.view.claimed[self.seat]:
            yield from self._second_look(notices)
        elif grid is None:
            yield from self._in_vain(study)
        elif self.view.refused is not None:
            yield from self._put_right(grid)
        else:
            spoil = slips and self.view.referee == "at-scoring" and self.view.phase == "build"
            yield from self._build(_spoilt(grid, self) if spoil else grid, needs)

    def _build(self, grid: PlacedTiles, needs: int) -> Iterator[PlannedStep]:
        begins = self._begins()
        if begins > self.view.began_at:
            needs = needs * 2 // 3
        drafts = [*draft_states(grid, self.luck)]
        done = draft_times(len(drafts), begins + 2 * SECOND_MS, begins + needs, self.luck)
        done = speed_up(done, self._last_minute_began_at(), self.bot.pace.sprint)
        claims = done[-1] + self.luck.randint(SECOND_MS, 3 * SECOND_MS)
        yield from self._vote(claims)
        for at, tiles in zip(done, drafts, strict=True):
            yield PlannedStep(at, draft=_draft(tiles))
        yield PlannedStep(claims, move=ClaimGrid(grid))

    def _vote(self, done: int) -> Iterator[PlannedStep]:
        """Agrees to stop if it is far from done, and goes on if the others do.

        This comes last of what luck decides, so that a vote changes nothing else.
        """
        at = max(
            (seen.at for seen in self.seen if isinstance(seen.move, VoteToStop | VoteToResume)),
            default=0,
        )
        others = any(stop for seat, stop in enumerate(self.view.stops) if seat != self.seat)
        stopped = self.view.stops[self.seat]
        if others and not stopped and done - at > FAR_FROM_DONE_MS:
            yield PlannedStep(
                at + self.luck.randint(4 * SECOND_MS, 9 * SECOND_MS), move=VoteToStop()
            )
        elif stopped and not others and self.view.resumes[self.seat] < MAX_RESUMES:
            yield PlannedStep(
                at + self.luck.randint(2 * SECOND_MS, 5 * SECOND_MS), move=VoteToResume()
            )

    def _in_vain(self, study: int) -> Iterator[PlannedStep]:
        """Builds as far as it goes, then trades, or would stop."""
        from quincunx.games.pivit.solver import largest_grid

        begins = self._begins()
        drafts = [*draft_states(largest_grid(self.hand, self.shortest), self.luck)]
        done = draft_times(len(drafts), begins + 2 * SECOND_MS, begins + study, self.luck)
        began_at = self._last_minute_began_at()
        *done, given_up = speed_up(
            [*done, max([begins + study, *done]) + SECOND_MS], began_at, self.bot.pace.sprint
        )
        for at, tiles in zip(done, drafts, strict=True):
            yield PlannedStep(at, draft=_draft(tiles))
        at = given_up
        if self.view.tokens[self.seat]:
            tile = self.bot.traded(self.hand, self._unseen(), self.shortest, self.luck)
            yield PlannedStep(at, move=TradeTile(tile))
        elif not self.view.stops[self.seat]:
            yield PlannedStep(at, move=VoteToStop())

    def _second_look(self, notices: bool) -> Iterator[PlannedStep]:
        """Puts a stick back if it sees in time that its grid is wrong."""
        grid = self.view.grids[self.seat]
        if grid is None or self.view.phase != "build" or self.view.referee != "at-scoring":
            return
        if self.view.withdrawals[self.seat] >= MAX_WITHDRAWALS:
            return
        if notices and self._is_wrong({(x, y): TILE[tile] for x, y, tile in grid}):
            at = self._begins() + self.luck.randint(15 * SECOND_MS, 40 * SECOND_MS)
            yield PlannedStep(at, move=WithdrawClaim())

    def _put_right(self, grid: PlacedTiles) -> Iterator[PlannedStep]:
        """Most of it lies there already: takes some tiles away and lays them as they should be."""
        at = self._begins() + self.luck.randint(10 * SECOND_MS, 25 * SECOND_MS)
        kept = grid[: -self.luck.randint(2, 5)]
        yield PlannedStep(at, draft=_draft(kept))
        for count in range(len(kept) + 1, len(grid) + 1):
            at += self.luck.randint(SECOND_MS, 3 * SECOND_MS)
            yield PlannedStep(at, draft=_draft(grid[:count]))
        yield PlannedStep(at + 2 * SECOND_MS, move=ClaimGrid(grid))

    def _is_wrong(self, grid: dict[tuple[int, int], int]) -> bool:
        found = grid_faults(grid, self.hand, pairs_allowed=self.view.younger)
        return next(found, None) is not None

    def _begins(self) -> int:
        """When it last had to think anew: at "go", or with its last trade, claim or withdrawal."""
        own = [
            seen.at
            for seen in self.seen
            if seen.seat == self.seat
            and isinstance(seen.move, TradeTile | ClaimGrid | WithdrawClaim)
        ]
        race = _last(self.seen, "pivit.event.race") if self.view.phase == "race" else 0
        refused = race if self.view.refused is not None else 0
        return max([self.view.began_at, refused, *own])

    def _last_minute_began_at(self) -> int | None:
        """When the minute after the other's grid, or the race, began; `None`: there is none."""
        last = max(_last(self.seen, "pivit.event.minute"), _last(self.seen, "pivit.event.race"))
        return last if last > self.view.began_at else None

    def _unseen(self) -> Tiles:
        """By kind, how many tiles it has not seen."""
        from quincunx.games.pivit.solver import unseen_by

        shown = (tuple(TILE[tile] for _, _, tile in grid) for grid in self.view.grids if grid)
        return unseen_by((self.hand, *shown))


def _spoilt(grid: PlacedTiles, round_: _Round) -> PlacedTiles:
    """The grid with two tiles in each other's place, and so wrong."""
    cells = sorted(as_grid(grid))
    while True:
        changed = as_grid(grid)
        one, other = round_.luck.sample(cells, 2)
        changed[one], changed[other] = changed[other], changed[one]
        if round_._is_wrong(changed):
            return normalise(changed)


def _draft(tiles: PlacedTiles) -> PivitDraft:
    shown: tuple[PlacedText, ...] = tuple((x, y, TEXT[tile]) for x, y, tile in tiles)
    return PivitDraft(shown)


def _without(hand: Tiles, laid: list[int]) -> list[int]:
    left = list(hand)
    for tile in laid:
        left.remove(tile)
    return left


def _last(observations: Seen, event: str) -> int:
    """When that was last said; nought: never."""
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
