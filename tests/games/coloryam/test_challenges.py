"""The sixteen kinds of challenge: every example, every warning, and all 46,656 rolls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations

import pytest

from quincunx.games.coloryam.challenges import Challenge
from quincunx.games.coloryam.notation import parse_challenge
from tests.games.coloryam.matches import (
    ROLLS,
    SHEET,
    colours_of,
    dice_for,
    fill_up_to,
    roll,
    showing,
    table,
)

RED, YELLOW, BLUE = 0, 3, 6
"""The first line of each section."""


def met(line: int, challenge: str, colours: str) -> bool:
    """What the table says of dice of these colours."""
    sheet = SHEET.split("; ")
    sheet[2 * (line // 3)] = challenge
    match = fill_up_to(table(1, "; ".join(sheet)), line)
    roll(match, showing(colours))
    verdict: bool = match.view(None).met
    return verdict


Case = tuple[str, int, str, str, bool]
"""Rule, line, challenge, colours of the dice, and whether they meet it."""

EXAMPLES: list[Case] = [
    ("L154", RED, "none Y", "RRGGBK", True),
    ("L154", RED, "none Y", "RRGGBY", False),
    ("L156", RED, "none Y B", "RRGGOK", True),
    ("L156", RED, "none Y B", "RRGGOY", False),
    ("L156", RED, "none Y B", "RRGGOB", False),
    ("L156", RED, "none Y B", "RRGGYB", False),
    ("L158", RED, "1 G", "GRRYBK", True),
    ("L158", RED, "1 G", "RRRYBK", False),
    ("L158", RED, "1 G", "GGRYBK", False),
    ("L160", RED, "2 G", "GGRYBK", True),
    ("L160", RED, "2 G", "GRRYBK", False),
    ("L160", RED, "2 G", "GGGYBK", False),
    ("L162", RED, "1 Y none G", "YRRBBK", True),
    ("L162", RED, "1 Y none G", "YGRBBK", False),
    ("L162", RED, "1 Y none G", "YYRBBK", False),
    ("L162", RED, "1 Y none G", "RRRBBK", False),
    ("L36b", RED, "1 G", "GOOOOO", True),
    ("L36b", BLUE, "B > R", "BRGGGG", False),
    ("L36b", BLUE, "B > R", "BBRGGG", True),
    ("L38", RED, "2 B", "BRRGGK", False),
    ("L38", RED, "2 B", "BBRGGK", True),
    ("L38", RED, "2 B", "BBBGGK", False),
    ("L38", RED, "2 B", "BBBBBB", False),
    ("L167", YELLOW, "3 alike", "BBBYGR", True),
    ("L168", YELLOW, "3 alike", "BBBYYY", False),
    ("L170", YELLOW, "never 3", "BBBBGR", True),
    ("L170", YELLOW, "never 3", "BBBGGR", False),
    ("L172", YELLOW, "2 pairs", "BBYYGR", True),
    ("L173a", YELLOW, "2 pairs", "BBYYGG", False),
    ("L173b", YELLOW, "2 pairs", "BBBBGR", False),
    ("L173b", YELLOW, "2 pairs", "BBBBGG", False),
    ("L175", YELLOW, "4 alike", "GGGGYY", True),
    ("L175", YELLOW, "4 alike", "GGGGGY", False),
    ("L177", YELLOW, "3 colours", "RRGBBB", True),
    ("L177", YELLOW, "3 colours", "RRGBBY", False),
    ("L177", YELLOW, "3 colours", "RRRBBB", False),
    ("L179", YELLOW, "never 2", "BBBRYG", True),
    ("L179", YELLOW, "never 2", "BBBRRG", False),
    ("L184", BLUE, "B > R", "BBRGGG", True),
    ("L184", BLUE, "B > R", "BBRRGG", False),
    ("L186", BLUE, "G = O", "YYYRRB", True),
    ("L186", BLUE, "G = O", "GOYRRB", True),
    ("L186", BLUE, "G = O", "GGOYRB", False),
    ("L188", BLUE, "Y != O", "YYYORB", True),
    ("L188", BLUE, "Y != O", "YYOORB", False),
    ("L190", BLUE, "O != R != Y", "OYYBGG", True),
    ("L192", BLUE, "Y most", "YYYBRR", True),
    ("L192", BLUE, "Y most", "YYBRRG", False),
    # A colour that is missing counts as none.
    ("L202", YELLOW, "never 2", "RRRRRR", True),
    ("L202", BLUE, "B > R", "BGGGGG", True),
    ("L202", BLUE, "B > R", "GGGGGG", False),
    ("L202", BLUE, "Y != O", "YGGGGG", True),
    ("L202", BLUE, "Y != O", "GGGGGG", False),
    # No two of the three may be alike, the outer ones neither.
    ("R6", BLUE, "O != R != Y", "OYRRGG", False),
    ("R6", BLUE, "O != R != Y", "OORYYY", True),
    ("R6", BLUE, "O != R != Y", "OOGBKK", False),
]


@pytest.mark.parametrize(
    ("line", "challenge", "colours", "expected"),
    [
        pytest.param(*case, marks=pytest.mark.rule(f"coloryam:{rule}"), id=f"{rule} {case[2]}")
        for rule, *case in EXAMPLES
    ],
)
def test_examples(line: int, challenge: str, colours: str, expected: bool) -> None:
    assert met(line, challenge, colours) is expected


def _times(colours: str) -> list[int]:
    """How often each colour that shows does, the most frequent first."""
    return sorted(Counter(colours).values(), reverse=True)


A, B, C = "Y", "K", "O"
"""The colours in these challenges; the dice favour none of them."""

BY_COUNTING: list[tuple[str, str, Callable[[str], bool]]] = [
    ("L153", "none Y", lambda shown: A not in shown),
    ("L155", "none Y K", lambda shown: not {A, B} & set(shown)),
    ("L157", "1 Y", lambda shown: shown.count(A) == 1),
    ("L159", "2 Y", lambda shown: shown.count(A) == 2),
    ("L161", "1 Y none K", lambda shown: shown.count(A) == 1 and B not in shown),
    ("L166", "3 alike", lambda shown: _times(shown) in ([3, 1, 1, 1], [3, 2, 1])),
    ("L169", "never 3", lambda shown: 3 not in _times(shown)),
    ("L171", "2 pairs", lambda shown: _times(shown) == [2, 2, 1, 1]),
    ("L174", "4 alike", lambda shown: _times(shown) in ([4, 2], [4, 1, 1])),
    ("L176", "3 colours", lambda shown: len(set(shown)) == 3),
    ("L178", "never 2", lambda shown: 2 not in _times(shown)),
    ("L183", "Y > K", lambda shown: shown.count(A) > shown.count(B)),
    ("L185", "Y = K", lambda shown: shown.count(A) == shown.count(B)),
    ("L187", "Y != K", lambda shown: shown.count(A) != shown.count(B)),
    ("L189", "Y != K != O", lambda shown: len({shown.count(one) for one in (A, B, C)}) == 3),
    ("L191", "Y most", lambda shown: Counter(shown).most_common(2)[0][0] == A and _alone(shown)),
]


def _alone(shown: str) -> bool:
    """Whether no two colours are most frequent."""
    return len(set(shown)) == 1 or _times(shown)[0] > _times(shown)[1]


every_kind = pytest.mark.parametrize(
    ("challenge", "expected"),
    [
        pytest.param(text, by_counting, marks=pytest.mark.rule(f"coloryam:{rule}"), id=text)
        for rule, text, by_counting in BY_COUNTING
    ],
)

ALL_COLOURS = tuple(map(colours_of, ROLLS))


@every_kind
def test_all_rolls(challenge: str, expected: Callable[[str], bool]) -> None:
    read = parse_challenge(challenge)
    wrong = [
        shown
        for values, shown in zip(ROLLS, ALL_COLOURS, strict=True)
        if read.met(values) is not expected(shown)
    ]
    assert wrong == []


def test_all_sixteen_kinds_are_counted() -> None:
    assert len({parse_challenge(text).kind for _, text, _ in BY_COUNTING}) == 16


@pytest.mark.rule("coloryam:L36a", "coloryam:L149")
@every_kind
def test_numbers_play_no_part(challenge: str, expected: Callable[[str], bool]) -> None:
    """Dice of the same colours in another order show other numbers, and do the same."""
    read = parse_challenge(challenge)
    for colours in ("YYKOGB", "YKKKOR", "OOOOBB", "YYYKKO"):
        orders = [showing("".join(order)) for order in set(permutations(colours))]
        assert len({sum(values) for values in orders}) > 1
        assert {read.met(values) for values in orders} == {expected(colours)}


@pytest.mark.rule("coloryam:L36a")
def test_every_colour_may_be_named() -> None:
    for colour in "ROYGBK":
        assert Challenge("none", (colour,)).met(showing(colour * 6)) is False
        assert Challenge("most", (colour,)).met(showing(colour * 6)) is True


@pytest.mark.rule("coloryam:L149")
def test_the_same_total_meets_and_misses() -> None:
    match = table(1)
    roll(match, dice_for(0, 21, met=True))
    assert (match.view(None).met, match.view(None).total) == (True, 21)
    roll(match, dice_for(0, 21, met=False))
    assert (match.view(None).met, match.view(None).total) == (False, 21)
