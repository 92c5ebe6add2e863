"""Claims, withdrawals, trades, votes and deadlines of several seats in any order.

Each move and each pause is drawn; what must be true is worked out beside the rules.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import quincunx
from tests.games.events import event_args
from tests.games.pivit.brute_force import is_right
from tests.games.pivit.matches import (
    CAP,
    MINUTE,
    another_wrong,
    at_scoring,
    claim,
    everywhere,
    gained,
    hand,
    phase,
    right,
    sticks,
    table,
    tiles_next,
    wait,
    wrong,
)

VALUES: Final = {2: (4, 2), 3: (4, 2), 4: (4, 2, 1)}

pauses = st.sampled_from([0, 0, 1, 20, 60, 199, 200, 201, 5_000])
delays = st.sampled_from([0, 0, 1, 30, 60, 150, 200, 10_000])
acts = st.sampled_from(
    ["claim", "claim", "claim", "wrong", "wrong", "wrong", "withdraw", "trade", "stop", "resume"]
)
scripts = st.lists(st.tuples(st.integers(0, 3), acts, pauses, delays), min_size=4, max_size=20)

Script = list[tuple[int, str, int, int]]
"""Who does what, after which pause, with which credit."""


def with_own_tiles(match: quincunx.Match, seat: int, grid: str) -> str:
    """The grid with wild tiles where its own are traded away; a trade brings only wild ones."""
    held = Counter(hand(match, seat).split())
    words = []
    for word in grid.split():
        mine = word in ("..", "/") or held[word] > 0
        held[word] -= mine
        words.append(word if mine else "**")
    return " ".join(words)


def act(match: quincunx.Match, seat: int, what: str, credit: int) -> bool:
    """Whether the seat could do that."""
    before = (match.version, match.digest())
    try:
        if what == "claim":
            claim(match, seat, with_own_tiles(match, seat, right(seat)), credit)
        elif what == "wrong":
            other = wrong(seat) if credit else another_wrong(seat)
            claim(match, seat, with_own_tiles(match, seat, other), credit)
        elif what == "trade":
            tiles_next(match, "**")
            # One that is not among those by which the wrong grids are wrong.
            match.play(f"trade {hand(match, seat).split()[8]}", seat)
        else:
            match.play(what, seat)
    except quincunx.MoveError:
        tiles_next(match, "")
        assert (match.version, match.digest()) == before, "what is refused leaves no trace"
        return False
    return True


def is_sound(match: quincunx.Match) -> None:
    """What is true at every moment."""
    view = match.view(None)
    assert everywhere(match) == {**dict.fromkeys(everywhere(match), 3), "**": 6}
    holders = [seat for seat in view.sticks if seat is not None]
    assert len(holders) == len(set(holders)), "nobody has two sticks"
    assert not set(holders) & set(view.pending)
    assert len(view.pending) == len(set(view.pending))
    assert all(view.claimed[seat] for seat in (*holders, *view.pending))
    assert all(0 <= tokens <= 2 for tokens in view.tokens)
    assert match.awaited or match.deadline is not None, "something is waited for"
    if view.gained:
        points = [*view.tokens]
        for seat, value in zip(view.sticks, view.values, strict=True):
            if seat is not None:
                points[seat] += value
        assert view.gained == tuple(points)
    for seat in holders if view.phase != "build" or view.referee == "instant" else ():
        assert is_right(cells_of(match, seat)), "only correct grids keep a stick"


def cells_of(match: quincunx.Match, seat: int) -> dict[tuple[int, int], int]:
    return {(x, y): tile for x, y, tile in match.state.grids[seat]}


@pytest.mark.rule("pivit:R9", "pivit:L102a", "pivit:R6")
@settings(max_examples=100)
@given(seats=st.sampled_from([3, 4]), script=scripts)
def test_checked_at_once_the_sticks_go_by_arrival_less_credit(seats: int, script: Script) -> None:
    go_by_arrival_less_credit(seats, script)


@pytest.mark.exhaustive
@pytest.mark.rule("pivit:R9", "pivit:L102a", "pivit:R6")
@settings(max_examples=3_000)
@given(seats=st.sampled_from([3, 4]), script=scripts)
def test_many_sticks_go_by_arrival_less_credit(seats: int, script: Script) -> None:
    go_by_arrival_less_credit(seats, script)


def go_by_arrival_less_credit(seats: int, script: Script) -> None:
    match = table(seats)
    claims: list[tuple[int, int, int]] = []
    for seat, what, pause, credit in script:
        wait(match, pause)
        if phase(match) != "build":
            break
        done = act(match, seat % seats, what, credit)
        assert not (done and what in ("wrong", "withdraw"))
        if done and what == "claim":
            claims.append((match.now - min(credit, CAP), len(claims), seat % seats))
        is_sound(match)
    wait(match, CAP)
    is_sound(match)
    order = [seat for _, _, seat in sorted(claims)][: seats - 1]
    assert sticks(match) == (*order, *[None] * (seats - 1 - len(order)))


@pytest.mark.rule("pivit:R9", "pivit:L27", "pivit:L29")
@given(
    credit=delays,
    other=delays,
    pause=st.one_of(pauses, st.integers(MINUTE - 300, MINUTE + 300)),
)
def test_of_two_the_second_has_a_minute_less_credit(credit: int, other: int, pause: int) -> None:
    match = table(2)
    claim(match, 0, credit=credit)
    began = match.now
    wait(match, pause)
    in_time = phase(match) == "build" and act(match, 1, "claim", other)
    wait(match, MINUTE + CAP)
    times = [began - min(credit, CAP), began + pause - min(other, CAP)]
    assert in_time == (times[1] <= began + MINUTE and pause < MINUTE + CAP)
    assert gained(match) == ((4, 6) if times[1] < times[0] else (6, 4 if in_time else 2))


@pytest.mark.rule("pivit:R7", "pivit:R8", "pivit:R9", "pivit:L106a", "pivit:L106b")
@settings(max_examples=150)
@given(seats=st.sampled_from([3, 4]), limit=st.sampled_from([None, 1]), script=scripts)
def test_checked_at_scoring_only_right_grids_keep_a_stick_and_nobody_gets_two(
    seats: int, limit: int | None, script: Script
) -> None:
    stays_sound(seats, limit, script)


@pytest.mark.exhaustive
@pytest.mark.rule("pivit:R7", "pivit:R8", "pivit:R9", "pivit:L106a", "pivit:L106b")
@settings(max_examples=3_000)
@given(seats=st.sampled_from([3, 4]), limit=st.sampled_from([None, 1]), script=scripts)
def test_many_rounds_checked_at_scoring_stay_sound(
    seats: int, limit: int | None, script: Script
) -> None:
    stays_sound(seats, limit, script)


def stays_sound(seats: int, limit: int | None, script: Script) -> None:
    match = at_scoring(seats, limit=limit)
    for seat, what, pause, credit in script:
        wait(match, pause)
        if phase(match) not in ("build", "race"):
            break
        if match.active:
            act(match, match.active[seat % len(match.active)], what, credit)
        is_sound(match)
    wait(match, CAP)
    is_sound(match)
    for version in range(1, match.version + 1):
        moved_up(match, version)
    if phase(match) == "race":
        wait(match, MINUTE + CAP)
        assert phase(match) == "ready"
        is_sound(match)


def moved_up(match: quincunx.Match, version: int) -> None:
    """At a check the correct grids keep their order, on the highest sticks."""
    events = match.log[version].events
    if event_args(events, "right") or event_args(events, "wrong"):
        after = match.view(None, version).sticks
        found = [args["seat"] for args in event_args(events, "right")]
        assert after[: len(found)] == tuple(found)
        assert set(after[len(found) :]) <= {None}
        held = match.view(None, version - 1).sticks
        assert [seat for seat in held if seat in found] == [seat for seat in found if seat in held]
