"""Who is paired with whom: symmetric, oldest first, never beyond the limits."""

from __future__ import annotations

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from quincunx.server.common.times import ServerTime
from quincunx.server.pairing.matching import (
    STEP_MS,
    WIDEST_GAP,
    Pair,
    Seeker,
    accept_each_other,
    gap_at,
    pair,
)
from quincunx.wire import PersonId

NOW = ServerTime(10_000_000)


def seeker(name: str, strength: float, waited_s: int = 0, uncertainty: float = 50) -> Seeker:
    return Seeker(PersonId(name), strength, uncertainty, ServerTime(NOW - 1000 * waited_s))


@st.composite
def crowds(draw: st.DrawFn, most: int = 12) -> list[Seeker]:
    """People who are searching, no two of them the same."""
    described = draw(
        st.lists(
            st.tuples(st.integers(500, 3000), st.integers(0, 300), st.integers(20, 250)),
            max_size=most,
        )
    )
    return [
        seeker(f"p{number:02}", strength, waited_s, uncertainty)
        for number, (strength, waited_s, uncertainty) in enumerate(described)
    ]


@st.composite
def quarrels(draw: st.DrawFn) -> set[Pair]:
    numbers = st.integers(0, 11)
    pairs = draw(st.lists(st.tuples(numbers, numbers).filter(lambda two: two[0] != two[1])))
    return {frozenset({PersonId(f"p{one:02}"), PersonId(f"p{two:02}")}) for one, two in pairs}


sizes = st.sampled_from((2, 4))


def names(groups: list[tuple[Seeker, ...]]) -> list[set[str]]:
    return [{each.person for each in group} for group in groups]


@given(crowds(), sizes, quarrels())
def test_everybody_is_in_one_group_at_most_and_accepts_all_others_in_it(
    crowd: list[Seeker], size: int, apart: set[Pair]
) -> None:
    groups = pair(crowd, NOW, size, apart)
    paired = [each.person for group in groups for each in group]
    assert len(paired) == len(set(paired))
    for group in groups:
        assert len(group) == size
        for one, other in combinations(group, 2):
            assert accept_each_other(one, other, NOW)
            assert abs(one.strength - other.strength) <= WIDEST_GAP
            assert frozenset((one.person, other.person)) not in apart


@given(crowds())
def test_no_two_people_who_accept_each_other_are_left_over(crowd: list[Seeker]) -> None:
    paired = {each.person for group in pair(crowd, NOW) for each in group}
    left = [each for each in crowd if each.person not in paired]
    assert not any(accept_each_other(one, other, NOW) for one, other in combinations(left, 2))


@given(crowds(), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(crowd: list[Seeker], random: object) -> None:
    mixed = list(crowd)
    random.shuffle(mixed)  # type: ignore[attr-defined]
    assert pair(mixed, NOW) == pair(crowd, NOW)


@given(crowds())
def test_groups_are_formed_around_those_who_have_waited_longest(crowd: list[Seeker]) -> None:
    oldest = [group[0].since for group in pair(crowd, NOW)]
    assert all(earlier <= later for earlier, later in pairwise(oldest))
    for group in pair(crowd, NOW):
        assert group[0].since == min(each.since for each in group)


@given(crowds(most=2), st.integers(0, 10**7))
def test_accepting_is_symmetric_and_lasts(crowd: list[Seeker], later_ms: int) -> None:
    for one, other in combinations(crowd, 2):
        assert accept_each_other(one, other, NOW) == accept_each_other(other, one, NOW)
        if accept_each_other(one, other, NOW):
            assert accept_each_other(one, other, ServerTime(NOW + later_ms))


@given(st.integers(0, 400), st.integers(0, 10**8))
def test_the_gap_grows_with_time_up_to_its_limit(uncertainty: int, waited_ms: int) -> None:
    one = seeker("ada", 1500, uncertainty=uncertainty)
    before, after = (
        gap_at(one, ServerTime(NOW + waited_ms)),
        gap_at(one, ServerTime(NOW + waited_ms + STEP_MS)),
    )
    assert before <= after <= WIDEST_GAP
    assert after > before or before == WIDEST_GAP


def test_the_longest_waiting_person_gets_the_closest_opponent() -> None:
    crowd = [seeker("far", 1600, 40), seeker("near", 1510, 5), seeker("old", 1500, 60)]
    assert names(pair(crowd, NOW)) == [{"old", "near"}]


def test_very_different_players_are_never_paired() -> None:
    crowd = [seeker("weak", 1000, 10_000), seeker("strong", 1000 + WIDEST_GAP + 1, 10_000)]
    assert pair(crowd, NOW) == []
    closer = [crowd[0], seeker("strong", 1000 + WIDEST_GAP, 10_000)]
    assert names(pair(closer, NOW)) == [{"weak", "strong"}]


def test_four_people_are_needed_for_a_game_of_four() -> None:
    crowd = [seeker(name, 1500 + number) for number, name in enumerate("abcde")]
    assert pair(crowd[:3], NOW, 4) == []
    assert names(pair(crowd, NOW, 4)) == [{"a", "b", "c", "d"}]
