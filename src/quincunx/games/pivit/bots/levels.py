"""The levels: easy, medium and expert. They build like people, and take as long as people do.

All levels know from the solver whether their hand can be laid. They differ in how long they need,
how they trade, and how often they claim a wrong grid where claims are not checked at once. A plan
depends on the hand and on public times, never on the time at which it is made.
"""

from __future__ import annotations

from random import Random
from typing import ClassVar, Final

from quincunx.core.bots import PlannedStep, Planner, bot_levels
from quincunx.games.pivit.bots.pace import PivitPace
from quincunx.games.pivit.bots.round_plan import SECOND_MS, PivitTurn, RoundPlan, last_time_of
from quincunx.games.pivit.moves import DeclareReady, PivitMove
from quincunx.games.pivit.state import PivitView
from quincunx.games.pivit.tiles import PivitTiles

# The solver loads numba, so it is imported only when a bot has a hand.

READY_DELAY_MS: Final = (2 * SECOND_MS, 5 * SECOND_MS)
"""The shortest and longest time before a bot is ready for the next round."""


class PivitBot(Planner[PivitMove, PivitView]):
    """What all levels share."""

    pace: ClassVar[PivitPace]

    def plan_key(self, view: PivitView) -> str:
        assert view.seat is not None
        mine = view.seat
        hand = " ".join(view.hands[mine] or ())
        state = (view.tokens[mine], view.claimed, view.withdrawn[mine], view.stops, view.ends_at)
        return f"{view.round} {view.phase} {hand} {state}"

    def plan(self, turn: PivitTurn) -> tuple[PlannedStep, ...]:
        """Plan the rest of the round.

        The random numbers depend only on the hand, so that a new plan continues the last one.
        """
        view = turn.view
        if view.phase == "ready":
            from quincunx.games.pivit.solver import prepare

            prepare()
            at = last_time_of(turn.observations, "pivit.event.scored")
            wait = Random(f"{view.seat} {view.round} {at}").randint(*READY_DELAY_MS)
            return (PlannedStep(at + wait, move=DeclareReady()),)
        if view.phase not in ("build", "race"):
            return ()
        plan = RoundPlan(turn, self.pace, self.choose_trade)
        steps = sorted(plan.steps(), key=lambda step: step.at)
        return tuple(step for step in steps if view.ends_at is None or step.at <= view.ends_at)

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


def _without(hand: PivitTiles, laid: list[int]) -> list[int]:
    left = list(hand)
    for tile in laid:
        left.remove(tile)
    return left


BOTS: Final = bot_levels(PivitEasyBot, PivitMediumBot, PivitExpertBot)
