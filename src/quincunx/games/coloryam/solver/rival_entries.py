"""What the other players may enter in this line, for each possible entry of one's own.

A player who still has to roll answers the entries that are known by then. With two seats it
maximises its chance to win, with more its expected lead, and as the last of all its share of the
win. A further second chance in the same challenge, possible in blue, is ignored.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from quincunx.core.support.arrays import FloatArray
from quincunx.games.coloryam.sheet import COLORYAM_LINES, X
from quincunx.games.coloryam.solver.attempt import AttemptSolution, distribution, final_roll_worth
from quincunx.games.coloryam.solver.decision_context import DecisionContext
from quincunx.games.coloryam.solver.lead_plan import (
    ENTRIES,
    TOTALS,
    bars_after,
    next_field,
    place_after,
)
from quincunx.games.coloryam.solver.line_leads import chance_ahead, win_shares

MAX_COMBINATIONS: Final = 128
"""The most combinations of the others' entries; with several players to roll they are sampled."""

LOWEST_AIM: Final = 15
"""All that three rolls bring almost always; players who need less get it anyway."""

Utility = Callable[[FloatArray], FloatArray]
"""What a rival makes of its expected lead at the end. The first axis is one's own entry."""


class RivalEntries(NamedTuple):
    """What rivals may enter. The axes: own entry, possibility and, for several rivals, rival."""

    entries: FloatArray
    later_leads: FloatArray
    """The lead that each rival expects from later lines."""
    chances: FloatArray
    """By own entry and possibility."""


def rival_entries(now: DecisionContext) -> RivalEntries:
    """Return combinations of the rivals' entries in this line, with their chances."""
    answers = [_entries_of(now, rival) for rival in now.rivals]
    to_roll = [answer for answer in answers if answer.chances.shape[1] > 1]
    if len(to_roll) > 1:
        return _sampled(answers)
    chances = to_roll[0].chances if to_roll else np.ones((ENTRIES, 1))
    return RivalEntries(
        np.stack([np.broadcast_to(each.entries, chances.shape) for each in answers], -1),
        np.stack([np.broadcast_to(each.later_leads, chances.shape) for each in answers], -1),
        chances,
    )


def _entries_of(now: DecisionContext, rival: int) -> RivalEntries:
    """Return what one rival has entered or may enter."""
    entry, later_leads = now.entries[rival][now.line], now.later_leads(rival)
    if entry is not None:
        certain = np.ones((ENTRIES, 1))
        return RivalEntries(entry * certain, later_leads[entry] * certain, certain)
    answer = _in_field if now.line in COLORYAM_LINES else _in_challenge
    found = answer(now, rival, later_leads)
    if _rolls_before(now, rival):
        typical = now.race.entries[now.line] @ found.chances
        found = found._replace(chances=np.tile(typical, (ENTRIES, 1)))
    is_possible = found.chances.any(0)
    return RivalEntries(*(part[:, is_possible] for part in found))


def _rolls_before(now: DecisionContext, rival: int) -> bool:
    """Return whether the rival does not know one's own entry when it rolls."""
    waits = now.entries[now.seat][now.line] is None
    return waits and now.waiting.index(rival) < now.waiting.index(now.seat)


# The answer of one rival


def _in_field(now: DecisionContext, rival: int, later_leads: FloatArray) -> RivalEntries:
    """Return what a rival may enter in a ColorYam line."""
    entered = np.where(now.fits(rival), TOTALS, X)
    if now.is_last_line and _is_last_to_roll(now, rival):
        worth, strategies = _shares_of_win(now, rival), _aims()
    else:
        worth = _utility(now, rival)(_mean_leads(now, rival) + later_leads)
        strategies = now.race.strategies[now.line]
    worth = worth[:, entered]
    totals = _best_chances(np.stack([worth, worth], axis=1), strategies).sum(1)
    entries = np.zeros((ENTRIES, ENTRIES))
    np.add.at(entries.T, entered, totals.T)
    return RivalEntries(*np.broadcast_arrays(TOTALS, later_leads, entries))


def _in_challenge(now: DecisionContext, rival: int, later_leads: FloatArray) -> RivalEntries:
    """Return the entries without a second chance, then those with one."""
    utility, leads = _utility(now, rival), _mean_leads(now, rival)
    strategies = now.race.strategies[now.line]
    met = utility(leads + later_leads)
    crossed = np.repeat(met[:, X, None], ENTRIES, axis=1)
    once = _as_entries(_best_chances(np.stack([crossed, met], axis=1), strategies))
    field = next_field(now.line, now.place(rival).filled)
    if field is None:
        return RivalEntries(*np.broadcast_arrays(TOTALS, later_leads, once))
    retried_leads = _leads_when_retrying(now, rival, field)
    mean_lead = (once * leads).sum(1, keepdims=True)
    retried = np.where(now.fits(rival), utility(mean_lead + retried_leads), -np.inf)
    chances = _best_chances(np.stack([np.maximum(crossed, retried), met], axis=1), strategies)
    is_retried = np.where(retried > crossed, chances[:, 0], 0)
    chances[:, 0] -= is_retried
    share = is_retried.sum(1, keepdims=True)
    later = (is_retried * retried_leads).sum(1, keepdims=True) / np.maximum(share, 1e-12)
    both = np.broadcast_arrays(later_leads, later)
    return RivalEntries(
        np.tile(TOTALS, (ENTRIES, 2)),
        np.concatenate(both, axis=1),
        np.concatenate([_as_entries(chances), share * once], axis=1),
    )


def _leads_when_retrying(now: DecisionContext, rival: int, field: int) -> FloatArray:
    """Return the lead that the rival expects from later lines by the total of a second chance."""
    line, filled, _ = now.place(rival)
    after = now.race.value[place_after(line, filled + 1)]
    return np.asarray(
        now.race.gains[field] + after[bars_after(TOTALS, now.beginner)] + now.early_lead(rival)
    )


def _as_entries(chances: FloatArray) -> FloatArray:
    """Convert chances of results into chances of entries, where every failure is an X."""
    entries: FloatArray = chances[:, 1].copy()
    entries[:, X] += chances[:, 0].sum(1)
    return entries


def _best_chances(worth: FloatArray, strategies: FloatArray) -> FloatArray:
    """Return the chances of the results under the best strategy, by own entry."""
    flat = strategies.reshape(len(strategies), -1)
    best = (worth.reshape(len(worth), -1) @ flat.T).argmax(1)
    return np.asarray(strategies[best])


# What a rival plays for


def _utility(now: DecisionContext, rival: int) -> Utility:
    """Return what the rival maximises: with two seats the chance to win, else the lead."""
    if now.seats > 2 or now.is_last_line:
        return lambda lead: lead
    before = now.totals[rival] - now.totals[now.seat] - now.later_leads(now.seat)[:, None]
    deviation = now.later_deviation
    return lambda lead: chance_ahead((before + lead) / deviation)


def _mean_leads(now: DecisionContext, rival: int) -> FloatArray:
    """Return the rival's expected lead over the mean of the others, by own entry and its own.

    With more than two seats it is right but for a constant for each own entry.
    """
    typical = now.race.entries[now.line]
    below = np.cumsum(typical) - typical
    above = 1 - below - typical
    own = TOTALS[:, None]
    lower, higher = 1.0 * (own < TOTALS), 1.0 * (own > TOTALS)
    for seat in now.others(rival):
        if seat != now.seat:
            entry = now.entries[seat][now.line]
            lower += below if entry is None else entry < TOTALS
            higher += above if entry is None else entry > TOTALS
    others_points = (higher + (own > X)) / (now.seats - 1)
    return np.asarray((TOTALS > X) * (1 + lower) - others_points)


def _is_last_to_roll(now: DecisionContext, rival: int) -> bool:
    """Return whether all others will have an entry in this line when the rival rolls."""
    return all(now.entries[seat][now.line] is not None for seat in now.rivals if seat != rival)


def _shares_of_win(now: DecisionContext, rival: int) -> FloatArray:
    """Return the rival's share of the win by own entry and by its own, in the last line."""
    others = now.others(rival)
    before = np.array([now.totals[rival] - now.totals[seat] for seat in others])
    entries = np.array([now.entries[seat][now.line] or X for seat in others], np.float64)
    by_own_entry = np.tile(entries, (ENTRIES, 1, 1))
    by_own_entry[:, 0, others.index(now.seat)] = TOTALS
    return win_shares(before, TOTALS.astype(np.float64), by_own_entry)


@cache
def _aims() -> FloatArray:
    """Return the chances of the results of players who need a number, or half of whom do.

    The second kind is right if equal entries share the win: one number wins half as much as more.
    """
    worths = []
    for aim in range(LOWEST_AIM, ENTRIES):
        enough, more = np.greater_equal(TOTALS, aim), np.greater(TOTALS, aim)
        worths += [1.0 * enough, (1.0 * enough + more) / 2]
    attempts = (AttemptSolution(final_roll_worth(None, np.tile(worth, 2))) for worth in worths)
    return np.array([distribution(None, attempt) for attempt in attempts])


# Combinations


def _sampled(answers: list[RivalEntries]) -> RivalEntries:
    """Take each rival's entries evenly over their chances, and shuffle the rivals independently."""
    rng = np.random.default_rng(0)
    evenly = (np.arange(MAX_COMBINATIONS) + 0.5) / MAX_COMBINATIONS
    entries, later_leads = [], []
    for answer in answers:
        up_to = np.cumsum(answer.chances, axis=1)
        places = np.stack([np.searchsorted(row, evenly) for row in up_to])
        places = np.minimum(places, up_to.shape[1] - 1)[:, rng.permutation(MAX_COMBINATIONS)]
        entries.append(np.take_along_axis(answer.entries, places, axis=1))
        later_leads.append(np.take_along_axis(answer.later_leads, places, axis=1))
    evenly_likely = np.full((ENTRIES, MAX_COMBINATIONS), 1 / MAX_COMBINATIONS)
    return RivalEntries(np.stack(entries, -1), np.stack(later_leads, -1), evenly_likely)
