"""Several deals in a row, scored against par.

A solved deal scores its actions above par, but never more than `MAX_OVER_PAR`; a deal that is not
solved scores `MAX_OVER_PAR`.
"""

from __future__ import annotations

from typing import Final

from quincunx.core.events import Event, public_event
from quincunx.core.messages import Message
from quincunx.core.outcome import Outcome
from quincunx.games.quatrefoil.par import par
from quincunx.games.quatrefoil.rules.cards import OpenCards
from quincunx.games.quatrefoil.state import SEATS, DealSeries, FinishedDeal, QuatrefoilState

MAX_OVER_PAR: Final = 10
"""The worst score of a deal."""


def add_deal(series: DealSeries, state: QuatrefoilState, open_cards: OpenCards) -> DealSeries:
    """Return the series with the deal of `state`, which has just ended."""
    expected, solved = par(open_cards, state), is_solved(state)
    score = min(state.actions - expected, MAX_OVER_PAR) if solved else MAX_OVER_PAR
    deal = FinishedDeal(
        dealt=state.dealt,
        tokens=state.tokens,
        target=state.target,
        positions=state.positions,
        actions=state.actions,
        par=expected,
        solved=solved,
        score=score,
    )
    return DealSeries(series.deals, (*series.finished, deal), series.total + score)


def is_solved(state: QuatrefoilState) -> bool:
    """Whether the deal has ended with a stack, and every token is in place."""
    return state.ending == "stack" and state.tokens == state.target


def deal_event(series: DealSeries, ending: str) -> Event:
    """Return the event that says how the last deal went, and the score so far."""
    deal = series.finished[-1]
    kind = "solved" if deal.solved else "timed_out" if ending == "time" else "failed"
    return public_event(
        f"quatrefoil.event.deal_{kind}",
        deal=len(series.finished),
        actions=deal.actions,
        par=deal.par,
        score=signed(deal.score),
        total=signed(series.total),
    )


def series_outcome(series: DealSeries) -> Outcome:
    """Return the outcome after the last deal: everybody wins if every deal is solved.

    The score is the number of actions that count: par of all deals and the total above it.
    """
    solved = sum(deal.solved for deal in series.finished)
    counted = sum(deal.par for deal in series.finished) + series.total
    total = series.total
    return Outcome(
        winners=tuple(range(SEATS)) if solved == series.deals else (),
        scores=(counted,) * SEATS,
        reason=Message(
            "quatrefoil.outcome.series",
            {
                "solved": solved,
                "deals": series.deals,
                "total": signed(total),
                "difference": abs(total),
                "compared": "better" if total < 0 else "worse" if total else "equal",
            },
        ),
    )


def signed(score: int) -> str:
    """Write a score with its sign: `+2`, `−1`, `±0`."""
    return f"{'+' if score > 0 else '−' if score < 0 else '±'}{abs(score)}"
