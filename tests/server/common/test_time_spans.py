"""Spans of time during which a clock stands still, compared with counting single milliseconds."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from quincunx.server.common.time_spans import (
    TimeSpans,
    end_outside,
    ended_at,
    intersection,
    is_inside,
    moved_up,
    time_outside,
    with_span,
)
from quincunx.server.common.times import TableTime

LATEST = 40

times = st.integers(0, LATEST).map(TableTime)


@st.composite
def spans(draw: st.DrawFn) -> TimeSpans:
    """Draw spans in order and apart from each other."""
    ends = sorted(draw(st.sets(times, max_size=8)))
    return tuple(zip(ends[::2], ends[1::2], strict=False))


def inside(drawn: TimeSpans) -> set[int]:
    return {time for since, until in drawn for time in range(since, until)}


@given(spans(), times, times)
def test_time_outside_counts_the_milliseconds_that_are_in_no_span(
    drawn: TimeSpans, one: TableTime, other: TableTime
) -> None:
    start, end = sorted((one, other))
    assert time_outside(drawn, start, end) == len(set(range(start, end)) - inside(drawn))


@given(spans(), times, st.integers(0, LATEST))
def test_the_end_is_when_so_much_time_outside_has_passed(
    drawn: TimeSpans, start: TableTime, milliseconds: int
) -> None:
    end = end_outside(drawn, start, milliseconds)
    assert time_outside(drawn, start, end) == milliseconds
    assert not milliseconds or end - 1 not in inside(drawn), "and no later"


def test_a_time_that_was_up_before_stays_up() -> None:
    assert end_outside(((TableTime(5), TableTime(9)),), TableTime(7), -3) == 4


@given(spans(), times)
def test_ended_spans_are_the_same_before_and_empty_after(drawn: TimeSpans, at: TableTime) -> None:
    assert inside(ended_at(drawn, at)) == {time for time in inside(drawn) if time < at}


@given(spans(), times, st.integers(0, LATEST))
def test_spans_that_move_up_keep_what_lies_before_and_lose_what_the_pause_took(
    drawn: TimeSpans, at: TableTime, milliseconds: int
) -> None:
    kept = {time for time in inside(drawn) if time < at}
    later = {time - milliseconds for time in inside(drawn) if time >= at + milliseconds}
    assert inside(moved_up(drawn, at, milliseconds)) == kept | later


@given(spans(), spans())
def test_the_intersection_lies_in_both(one: TimeSpans, other: TimeSpans) -> None:
    assert inside(intersection(one, other)) == inside(one) & inside(other)


@given(spans(), times)
def test_a_time_is_inside_of_a_span_up_to_its_end(drawn: TimeSpans, at: TableTime) -> None:
    assert is_inside(drawn, at) == (at in inside(drawn))


def test_a_later_span_is_added_without_an_overlap() -> None:
    first = (TableTime(2), TableTime(6))
    assert with_span((first,), (TableTime(4), TableTime(9))) == (first, (6, 9))
    assert with_span((first,), (TableTime(3), TableTime(5))) == (first,)
