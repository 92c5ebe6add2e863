"""Proofs that a hand cannot be laid: good ones pass the checker, all others do not."""

from __future__ import annotations

from random import Random

import pytest

from quincunx.games.pivit.solver import disproof
from quincunx.games.pivit.solver.proof_checker import FAMILIES, proves
from quincunx.games.pivit.tiles import TEXT
from tests.games.pivit.exhaustive import can_be_laid
from tests.games.pivit.hands import decided, small, tiles

LINES_APART = "r1 r2 r3 o4 o5 o6"
"""Two lines that have nothing in common."""


def test_proofs_are_accepted() -> None:
    for hand, answer in decided(False, 12):
        assert answer.certificate is not None
        assert proves(answer.certificate, hand)


def test_a_proof_is_about_one_hand() -> None:
    for _, answer in decided(False, 12):
        for hand, _ in decided(True, 12):
            assert answer.certificate is not None
            assert not proves(answer.certificate, hand)


def test_proofs_that_were_changed_prove_nothing_false() -> None:
    """Whatever becomes of a proof, it does not exclude a hand that can be laid."""
    rng = Random(1)
    possible = [hand for hand, _ in decided(True, 6)]
    possible += [hand for hand in map(small, range(60)) if can_be_laid(hand)]
    for _, answer in decided(False, 12):
        assert answer.certificate is not None
        for hand in possible:
            assert not proves(_changed(answer.certificate, rng), hand)


def _changed(steps: tuple[str, ...], rng: Random) -> tuple[str, ...]:
    """The proof with one of its words changed."""
    place = rng.randrange(len(steps))
    words = steps[place].split()
    words[rng.randrange(len(words))] = rng.choice([*FAMILIES, *TEXT, "lines", "short", "apart"])
    return (*steps[:place], " ".join(words), *steps[place + 1 :])


@pytest.mark.parametrize(
    ("hand", "steps"),
    [
        # Too short, too long, cut, and nonsense.
        (LINES_APART, ()),
        (LINES_APART, ("apart r", "apart r")),
        (LINES_APART, ("lines r 1",)),
        (LINES_APART, ("lines r x", "apart r")),
        (LINES_APART, ("lines w 1", "apart r", "apart r")),
        (LINES_APART, ("perhaps",)),
        (LINES_APART, ("",)),
        (LINES_APART, ("apart x",)),
        (LINES_APART, ("short x",)),
        (LINES_APART, ("uncovered x9",)),
        (LINES_APART, ("uncovered **",)),
        # Not so: red can have a line; the two families are all there are; nothing is short.
        (LINES_APART, ("uncovered r1",)),
        (LINES_APART, ("apart r o",)),
        (LINES_APART, ("apart",)),
        (LINES_APART, ("short r o",)),
        # A wild tile may be where the lines meet.
        (LINES_APART + " **", ("apart r",)),
        (LINES_APART, ("wild r1", *["apart r"] * 36)),
        (LINES_APART + " **", ("wild r2", *["apart r"] * 35)),
        # One tile needs no line.
        ("r1", ("uncovered r1",)),
    ],
)
def test_what_is_no_proof(hand: str, steps: tuple[str, ...]) -> None:
    assert not proves(steps, tiles(hand))


@pytest.mark.parametrize(
    ("hand", "steps"),
    [
        (LINES_APART, ("apart r",)),
        (LINES_APART, ("apart o 4",)),
        ("r1 r2 r3 o4", ("uncovered o4",)),
        # Three red lines would need nine places, and there are not so many.
        ("r1 r1 r2 r3", ("uncovered r1",)),
        ("r1 r2 r3 r1 r2 r3", ("apart r",)),
    ],
)
def test_the_ends_of_a_case(hand: str, steps: tuple[str, ...]) -> None:
    expected = steps != ("apart r",) or "o" in hand
    assert proves(steps, tiles(hand)) is expected


def test_small_hands_that_are_disproved_cannot_be_laid() -> None:
    proved = 0
    for seed in range(1_000, 1_150):
        hand = small(seed)
        certificate = disproof(hand)
        if certificate is not None:
            proved += 1
            assert proves(certificate, hand)
            assert not can_be_laid(hand)
    assert proved > 30
