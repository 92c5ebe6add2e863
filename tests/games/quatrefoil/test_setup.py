"""The deal: where tokens and cards are, what each seat gets, and that chance is fair."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

import quincunx
from quincunx.core.chance import Chance, Deck, Owner, branches
from tests.games.quatrefoil.matches import (
    START,
    Choice,
    all_look,
    current_tokens,
    deal,
    every_mode,
    play,
    written,
)

COLOURS = ["B", "G", "P", "R", "Y"]
POSITIONS = ["NE", "NW", "SE", "SW"]


@pytest.mark.rule("quatrefoil:L13", "quatrefoil:R1")
@every_mode
def test_four_play(options: Choice) -> None:
    assert quincunx.new("quatrefoil", seed=1, options=options).seats == 4
    for seats in (1, 2, 3, 5):
        with pytest.raises(quincunx.WrongSeats):
            quincunx.new("quatrefoil", seats=seats, seed=1, options=options)


@pytest.mark.rule("quatrefoil:L21", "quatrefoil:L34a", "quatrefoil:L34b")
@every_mode
def test_five_tokens_four_of_them_in_a_square(options: Choice) -> None:
    for seed in range(20):
        view = quincunx.new("quatrefoil", seed=seed, options=options).view(None)
        *square, free = view.tokens
        assert len(square) == 4
        assert sorted([*square, free]) == COLOURS


@pytest.mark.rule("quatrefoil:L34a", "quatrefoil:L34b")
def test_everybody_sees_the_tokens_as_they_lie() -> None:
    match = deal("PB/GR Y")
    for viewer in (None, 0, 1, 2, 3):
        view = match.view(viewer)
        assert view.tokens == view.dealt == ("P", "B", "R", "G", "Y")


@pytest.mark.rule("quatrefoil:L25", "quatrefoil:L28", "quatrefoil:L35a")
def test_each_seat_gets_a_card_of_either_kind_and_each_card_is_there_once() -> None:
    for seed in range(50):
        view = quincunx.new("quatrefoil", seed=seed).view(quincunx.OMNISCIENT)
        assert sorted(map(str, view.positions)) == POSITIONS
        assert len(set(view.colours)) == 4
        assert sorted(map(str, [*view.colours, view.target[4]])) == COLOURS


@pytest.mark.rule("quatrefoil:L35a", "quatrefoil:L35b", "quatrefoil:R25")
def test_a_seat_sees_its_own_cards_only_and_a_bystander_none() -> None:
    match = deal(target="YR/BP G", positions="SE NW SW NE")
    cards = [("P", "SE"), ("Y", "NW"), ("B", "SW"), ("R", "NE")]
    for seat, (colour, position) in enumerate(cards):
        view = match.view(seat)
        assert view.colours == tuple(colour if other == seat else None for other in range(4))
        assert view.positions == tuple(position if other == seat else None for other in range(4))
    bystander = match.view(None)
    assert bystander.colours == bystander.positions == (None,) * 4
    assert written(bystander.target) == "??/?? ?"


@pytest.mark.rule("quatrefoil:L36a")
def test_nobody_sees_the_card_at_the_north_side() -> None:
    match = deal(target="YR/BP G")
    for viewer in (None, 0, 1, 2, 3):
        view = match.view(viewer)
        assert view.target[4] is None
        assert "G" not in view.colours


@pytest.mark.rule("quatrefoil:L36b", "quatrefoil:R6")
def test_north_stays_when_the_tokens_turn() -> None:
    match = deal("RG/YB P", target="YR/BG P", positions="NW NE SE SW")
    assert match.view(0).signals == (False,) * 4
    play(match, "twist clockwise")
    assert match.view(0).signals == (True,) * 4
    assert match.view(1).positions == (None, "NE", None, None)
    assert written(match.view(1).target) == "?R/?? ?"


class _Fixed(Chance):
    """Branches for one stream alone; the others give the first that there is."""

    def __init__(self, chance: Chance, *streams: str) -> None:
        super().__init__()
        self._chance, self._streams = chance, streams

    def _draw(self, stream: str, deck: Deck, count: int, to: Owner) -> tuple[int, ...]:
        if stream in self._streams:
            return self._chance.draw(stream, deck, count, to)
        return tuple([kind for kind, many in enumerate(deck) if many][:count])

    def _roll(self, stream: str, faces: int, count: int, to: Owner) -> tuple[int, ...]:
        if stream in self._streams:
            return self._chance.roll(stream, faces, count, to)
        return (0,) * count


def _dealt(chance: Chance, options: Choice, *streams: str) -> tuple[object, ...]:
    match = quincunx.new("quatrefoil", options=options, chance=_Fixed(chance, *streams))
    state = match.state
    return state.tokens, state.positions, state.target, state.turn


@pytest.mark.rule("quatrefoil:R2")
@every_mode
def test_all_2880_distributions_of_the_cards_are_equally_likely(options: Choice) -> None:
    deals = Counter(
        (probability, dealt[1:3])
        for probability, dealt in branches(
            lambda chance: _dealt(chance, options, "positions", "colours")
        )
    )
    positions = permutations(("NW", "NE", "SE", "SW"))
    expected = [(own, target) for own in positions for target in permutations(COLOURS)]
    assert deals == Counter((Fraction(1, 2880), dealt) for dealt in expected)


@pytest.mark.rule("quatrefoil:R2")
@every_mode
def test_all_120_arrangements_are_equally_likely(options: Choice) -> None:
    found = Counter(
        (probability, dealt[0])
        for probability, dealt in branches(lambda chance: _dealt(chance, options, "tokens"))
    )
    assert found == Counter((Fraction(1, 120), tokens) for tokens in permutations(COLOURS))


@pytest.mark.rule("quatrefoil:R2")
def test_a_deal_that_is_solved_already_stands() -> None:
    match = deal(START, target=START)
    assert match.outcome is None
    assert match.view(0).signals == (True,) * 4
    play(match, "stack")
    assert match.outcome is not None
    assert match.outcome.winners == (0, 1, 2, 3)


@pytest.mark.rule("quatrefoil:R3")
def test_each_seat_is_as_likely_to_begin() -> None:
    first = [
        (probability, dealt[3])
        for probability, dealt in branches(lambda chance: _dealt(chance, {}, "first seat"))
    ]
    assert first == [(Fraction(1, 4), seat) for seat in range(4)]


@pytest.mark.rule("quatrefoil:R2", "quatrefoil:R3")
def test_seeds_spread_over_seats_tokens_and_cards() -> None:
    matches = [quincunx.new("quatrefoil", seed=seed) for seed in range(400)]
    begins = Counter(match.view(None).turn for match in matches)
    assert set(begins) == {0, 1, 2, 3}
    assert all(60 <= many <= 140 for many in begins.values())
    views = [match.view(quincunx.OMNISCIENT) for match in matches]
    for free, many in Counter(view.tokens[4] for view in views).items():
        assert 50 <= many <= 110, f"{free} is free {many} times"
    assert len({view.positions for view in views}) == 24
    assert len({current_tokens(match) for match in matches}) > 100


@pytest.mark.rule("quatrefoil:R3")
def test_the_first_seat_is_announced_and_has_the_turn() -> None:
    for first in range(4):
        match = deal(first=first)
        assert match.active == match.awaited == (first,)
        assert [match.view(viewer).turn for viewer in (None, 0, 1, 2, 3)] == [first] * 5
        message = match.observations(None)[0].events[0]
        assert (message.id, message.args) == ("quatrefoil.event.dealt", {"seat": first})


@pytest.mark.rule("quatrefoil:R3")
def test_in_dual_nobody_begins() -> None:
    match = deal(variant="dual")
    assert match.view(0).turn is None
    assert match.awaited == (0, 1, 2, 3)


@pytest.mark.rule("quatrefoil:R3", "quatrefoil:R15")
def test_in_race_the_clock_everybody_looks_before_the_first_turn() -> None:
    match = deal(first=2, clock=True)
    assert match.awaited == (0, 1, 2, 3)
    assert all_look(match).awaited == (2,)
