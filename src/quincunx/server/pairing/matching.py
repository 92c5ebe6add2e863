"""Who is paired with whom: a plain function of the seeks and the time.

Two people accept each other if neither is further from the other than both allow by now. What a
person allows grows with the time that they have waited, up to a limit.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

import msgspec

from quincunx.server.common.times import ServerTime
from quincunx.wire import PersonId

START_GAP: Final = 100
"""How many points stronger or weaker an opponent may be at first: with a hundred points between
them, the stronger of two experienced players wins about five games out of eight."""

GAP_STEP: Final = 25
STEP_MS: Final = 5000
"""The gap grows by so many points in so many milliseconds."""

WIDEST_GAP: Final = 400
"""With so many points between them the weaker player wins about one game out of nine."""

MAX_START_GAP: Final = 300
"""A newcomer's strength is hardly known, so the gap starts with its uncertainty; up to this."""

Pair = frozenset[PersonId]


class Seeker(msgspec.Struct, frozen=True):
    """A person who is looking for a game."""

    person: PersonId
    strength: float
    """In points."""
    uncertainty: float
    since: ServerTime


def gap_at(seeker: Seeker, now: ServerTime) -> int:
    """Return how many points stronger or weaker an opponent may be at that time."""
    start = min(START_GAP + seeker.uncertainty, MAX_START_GAP)
    steps = max(0, now - seeker.since) // STEP_MS
    return min(WIDEST_GAP, round(start / GAP_STEP) * GAP_STEP + GAP_STEP * steps)


def accept_each_other(one: Seeker, other: Seeker, now: ServerTime) -> bool:
    """Return whether both allow the difference between them."""
    allowed = min(gap_at(one, now), gap_at(other, now))
    return abs(one.strength - other.strength) <= allowed


def pair(
    seekers: Iterable[Seeker],
    now: ServerTime,
    size: int = 2,
    apart: Collection[Pair] = frozenset(),
) -> list[tuple[Seeker, ...]]:
    """Return groups of that size in which all accept each other; everybody is in one at most.

    Those who have waited longest choose first, and get those who are closest to them. People in
    `apart` are never put together.
    """
    waiting = sorted(seekers, key=lambda seeker: (seeker.since, seeker.person))
    groups = []
    while waiting:
        oldest, *others = waiting
        group = _group_around(oldest, others, now, size, apart)
        if group is not None:
            groups.append(group)
        taken = {seeker.person for seeker in group or (oldest,)}
        waiting = [seeker for seeker in others if seeker.person not in taken]
    return groups


def _group_around(
    oldest: Seeker,
    others: Sequence[Seeker],
    now: ServerTime,
    size: int,
    apart: Collection[Pair],
) -> tuple[Seeker, ...] | None:
    """Return the oldest seeker with the closest others who all accept each other, if any."""
    group = [oldest]
    for candidate in sorted(others, key=lambda other: abs(other.strength - oldest.strength)):
        if all(
            accept_each_other(candidate, member, now)
            and frozenset((candidate.person, member.person)) not in apart
            for member in group
        ):
            group.append(candidate)
        if len(group) == size:
            return tuple(group)
    return None
