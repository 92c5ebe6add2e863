"""Spans of table time during which a clock stands still: in order, and apart from each other."""

from __future__ import annotations

from quincunx.server.common.times import TableTime

TimeSpan = tuple[TableTime, TableTime]
"""From a table time up to, but without, another one."""

TimeSpans = tuple[TimeSpan, ...]


def time_outside(spans: TimeSpans, start: TableTime, end: TableTime) -> int:
    """Return how many milliseconds from `start` to `end` lie outside of the spans."""
    inside = sum(max(0, min(end, until) - max(start, since)) for since, until in spans)
    return end - start - inside


def end_outside(spans: TimeSpans, start: TableTime, milliseconds: int) -> TableTime:
    """Return when so many milliseconds outside of the spans will have passed since `start`."""
    end = start + milliseconds
    for since, until in spans:
        if until <= start:
            continue
        if end <= since:
            break
        end += until - max(start, since)
    return TableTime(end)


def is_inside(spans: TimeSpans, at: TableTime) -> bool:
    return any(since <= at < until for since, until in spans)


def with_span(spans: TimeSpans, span: TimeSpan) -> TimeSpans:
    """Add a span that is later than the others."""
    since = max(span[0], *(until for _, until in spans)) if spans else span[0]
    return (*spans, (since, span[1])) if since < span[1] else spans


def ended_at(spans: TimeSpans, at: TableTime) -> TimeSpans:
    """Leave out what comes after that time."""
    return tuple((since, min(until, at)) for since, until in spans if since < at)


def moved_up(spans: TimeSpans, at: TableTime, milliseconds: int) -> TimeSpans:
    """Move what comes after `at` towards it: so long has the table's clock stood still then."""

    def moved(time: TableTime) -> TableTime:
        return time if time <= at else TableTime(max(at, time - milliseconds))

    kept = [(moved(since), moved(until)) for since, until in spans]
    return tuple((since, until) for since, until in kept if since < until)


def intersection(one: TimeSpans, other: TimeSpans) -> TimeSpans:
    """Return the spans that lie in both."""
    both = [
        (max(since, other_since), min(until, other_until))
        for since, until in one
        for other_since, other_until in other
    ]
    return tuple((since, until) for since, until in both if since < until)
