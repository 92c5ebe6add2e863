"""Rate limits: how much they allow, and what counting costs."""

from __future__ import annotations

from quincunx.server.common.limits import Limits
from quincunx.server.common.rate_limiter import RateLimiter
from quincunx.wire import (
    Person,
    PersonId,
)


def test_every_limit_allows_a_club_behind_one_address() -> None:
    """A hundred people behind one address who all sit down to play within a minute."""
    limits = Limits()
    for person in range(100):
        limits.guests.take("the club")
        for _ in range(12):
            limits.requests.take("the club")
        who = "the club", Person(PersonId(str(person)), "")
        for counted in (limits.tables, limits.joins, limits.joins, limits.hints):
            counted.take(*who)
        for _ in range(10):
            limits.history.take(*who)
        limits.read_work.take(*who, cost=1000)
        limits.refusals.check(*who)
        limits.refusals.count(*who)


def test_rate_limits_of_very_many_keys_are_cheap() -> None:
    """Also while all of them are waiting, so that none can be forgotten."""
    looks = 0

    def clock() -> float:
        nonlocal looks
        looks += 1
        return 0.0

    throttle = RateLimiter(per_minute=1, burst=2, clock=clock)
    for number in range(50_000):
        throttle.take(str(number))
    assert looks < 10 * 50_000
