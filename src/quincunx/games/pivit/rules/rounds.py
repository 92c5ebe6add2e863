"""How a round begins, how claims are settled and sticks awarded, and how a round ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from quincunx.core.chance import Chance
from quincunx.core.events import Event, public_event
from quincunx.games.pivit.grid import GridFault, PlacedTiles, as_grid, grid_faults
from quincunx.games.pivit.rules.building import all_vote_to_stop, building_seats, hides_claims
from quincunx.games.pivit.rules.config import (
    COUNTDOWN_MS,
    MINUTE_MS,
    TOKENS_PER_ROUND,
    PivitConfig,
)
from quincunx.games.pivit.state import HAND_SIZE, PivitState
from quincunx.games.pivit.tiles import FULL_MIDDLE, PivitTiles, subtract

# The beginning of a round


def cleared_table(config: PivitConfig) -> dict[str, Any]:
    """Return the fields of a state in which all tiles and sticks are in the middle."""
    seats = config.seats
    return {
        "middle": FULL_MIDDLE,
        "hands": ((),) * seats,
        "tokens": (TOKENS_PER_ROUND,) * seats,
        "sticks": (None,) * len(config.stick_values),
        "grids": (None,) * seats,
        "refused": (None,) * seats,
        "ready": (False,) * seats,
        "stops": (False,) * seats,
        "found_wrong": (False,) * seats,
        "withdrawals": (0,) * seats,
        "resumes": (0,) * seats,
    }


def first_state(config: PivitConfig) -> PivitState:
    """Return the state before the first round."""
    return PivitState(scores=(0,) * config.seats, **cleared_table(config))


def start_countdown(config: PivitConfig, state: PivitState, at: int) -> PivitState:
    """Mix all tiles again; they are dealt when the countdown is over."""
    return msgspec.structs.replace(
        state,
        **cleared_table(config),
        phase="countdown",
        ends_at=at + COUNTDOWN_MS,
        first_took=None,
        gained=(),
    )


def start_round(
    config: PivitConfig, state: PivitState, at: int, events: list[Event], chance: Chance
) -> PivitState:
    """Deal every hand and let the players build."""
    middle, hands = state.middle, []
    for seat in range(config.seats):
        drawn = chance.draw("middle", middle, HAND_SIZE, to=seat)
        middle = subtract(middle, drawn)
        hands.append(tuple(sorted(drawn)))
    return start_building(config, state, tuple(hands), at, events)


def start_building(
    config: PivitConfig,
    state: PivitState,
    hands: tuple[PivitTiles, ...],
    at: int,
    events: list[Event],
) -> PivitState:
    """Begin a round with these hands."""
    limit = config.time_limit_minutes
    events.append(public_event("pivit.event.go", round=state.round + 1))
    if config.seats > 1 and state.round + 1 == config.max_rounds:
        events.append(public_event("pivit.event.last_round"))
    return msgspec.structs.replace(
        state,
        middle=subtract(state.middle, [tile for hand in hands for tile in hand]),
        hands=hands,
        round=state.round + 1,
        phase="build",
        began_at=at,
        ends_at=None if limit is None else at + limit * MINUTE_MS,
    )


# Claims and sticks


def settle_claims(
    config: PivitConfig, state: PivitState, at: int, events: list[Event]
) -> PivitState:
    """Award sticks up to the claim that arrived first, after the claims made before it."""
    due = min(state.pending, key=lambda claim: claim.at)
    state = _award_sticks(config, state, due.time, events)
    if None in state.sticks:
        return _continue_round(config, state, due.at, at, events)
    if hides_claims(config, state.phase):
        return _check_claimed_grids(config, state, at, events, race=True)
    return _score_round(config, state, events)


def _continue_round(
    config: PivitConfig, state: PivitState, claimed_at: int, at: int, events: list[Event]
) -> PivitState:
    """Go on with the sticks that are left, unless every player who still builds wants to stop."""
    if building_seats(state) and all_vote_to_stop(state):
        events.append(public_event("pivit.event.stopped"))
        return end_round(config, state, at, events)
    return _start_last_minute(state, claimed_at, events) if config.seats == 2 else state


def _award_sticks(
    config: PivitConfig, state: PivitState, until: int, events: list[Event]
) -> PivitState:
    """Give the highest sticks to the claims made by then, in the order in which they were made.

    A claim for which no stick is left stays pending: it counts in the race, if there is one.
    """
    order = sorted(
        (claim for claim in state.pending if claim.time <= until), key=lambda claim: claim.time
    )
    sticks = list(state.sticks)
    awarded = order[: sticks.count(None)]
    for claim in awarded:
        stick = sticks.index(None)
        sticks[stick] = claim.seat
        value = config.stick_values[stick]
        events.append(public_event("pivit.event.stick", seat=claim.seat, value=value))
    first_took = state.first_took
    if order and first_took is None:
        first_took = order[0].time - state.began_at
    return msgspec.structs.replace(
        state,
        pending=tuple(claim for claim in state.pending if claim not in awarded),
        sticks=tuple(sticks),
        first_took=first_took,
    )


def _start_last_minute(state: PivitState, at: int, events: list[Event]) -> PivitState:
    """Give the other of two players one minute after the first grid was found correct."""
    other = 1 - next(seat for seat in state.sticks if seat is not None)
    ends_at = at + MINUTE_MS if state.ends_at is None else min(at + MINUTE_MS, state.ends_at)
    events.append(public_event("pivit.event.minute", seat=other))
    return msgspec.structs.replace(state, ends_at=ends_at)


def faults_of(
    config: PivitConfig, grid: PlacedTiles | None, hand: PivitTiles
) -> Iterator[GridFault]:
    """Yield everything that is wrong with a claimed grid."""
    return grid_faults(as_grid(grid or ()), hand, pairs_allowed=config.pairs_allowed)


def _check_claimed_grids(
    config: PivitConfig, state: PivitState, at: int, events: list[Event], *, race: bool
) -> PivitState:
    """Move correct grids up to the highest sticks; the other players may race for what is left."""
    correct: list[int | None] = []
    grids, refused = list(state.grids), list(state.refused)
    found_wrong = list(state.found_wrong)
    holders = [seat for seat in state.sticks if seat is not None]
    for seat in (*holders, *(claim.seat for claim in state.pending)):
        faults = [*faults_of(config, grids[seat], state.hands[seat])]
        if faults:
            grids[seat], refused[seat], found_wrong[seat] = None, grids[seat], True
            reasons = tuple(dict.fromkeys(fault.reason for fault in faults))
            events.append(public_event("pivit.event.wrong_because", seat=seat, reasons=reasons))
        elif seat in holders:
            correct.append(seat)
            events.append(public_event("pivit.event.right", seat=seat))
    sticks = (*correct, *[None] * (len(config.stick_values) - len(correct)))
    events += [
        public_event("pivit.event.stick", seat=seat, value=config.stick_values[stick])
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
        return _score_round(config, state, events)
    return _start_race(config, state, at, events)


def _start_race(config: PivitConfig, state: PivitState, at: int, events: list[Event]) -> PivitState:
    """Give the players without a stick one minute for the sticks that are left."""
    events.append(public_event("pivit.event.race"))
    stops = (False,) * config.seats
    return msgspec.structs.replace(state, phase="race", ends_at=at + MINUTE_MS, stops=stops)


# The end of a round


def end_round(config: PivitConfig, state: PivitState, at: int, events: list[Event]) -> PivitState:
    """End the round, out of time or by consent; claims made by now still count."""
    state = _award_sticks(config, state, at, events)
    if hides_claims(config, state.phase):
        return _check_claimed_grids(config, state, at, events, race=False)
    return _score_round(config, state, events)


def _score_round(config: PivitConfig, state: PivitState, events: list[Event]) -> PivitState:
    """Add up sticks and unused tokens; end the game at the target score or the last round."""
    gained = list(state.tokens)
    for value, seat in zip(config.stick_values, state.sticks, strict=True):
        if seat is not None:
            gained[seat] += value
    scores = tuple(map(sum, zip(state.scores, gained, strict=True)))
    events.append(public_event("pivit.event.scored", points=tuple(gained)))
    was_last_round = state.round >= config.max_rounds
    is_over = max(scores) >= config.target_score or was_last_round
    if was_last_round and config.seats > 1 and max(scores) < config.target_score:
        events.append(public_event("pivit.event.rounds_over", rounds=config.max_rounds))
    if is_over:
        events.append(public_event("pivit.event.over"))
    return msgspec.structs.replace(
        state,
        scores=scores,
        gained=tuple(gained),
        phase="over" if is_over else "ready",
        pending=(),
        ends_at=None,
    )


def winners(state: PivitState) -> tuple[int, ...]:
    """Return the seats with the most points."""
    best = max(state.scores)
    return tuple(seat for seat, score in enumerate(state.scores) if score == best)
