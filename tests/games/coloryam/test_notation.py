"""Moves, challenges and sheets as text, both ways, and whatever else people may type."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quincunx
from quincunx.core.messages import catalogue
from quincunx.core.options import describe_options
from quincunx.games.coloryam.challenges import Challenge
from quincunx.games.coloryam.moves import (
    ColorYamMove,
    CrossOut,
    EnterTotal,
    KeepDice,
    RollAll,
    StopRolling,
)
from quincunx.games.coloryam.notation import (
    describe_move,
    format_challenge,
    format_sheet,
    parse_challenge,
    parse_move,
    parse_sheet,
)
from quincunx.games.coloryam.options import ColorYamOptions
from tests.games.coloryam.matches import DICE, faces_of, legal, play, roll, table

PATTERNS = {
    "none": "none A",
    "none of two": "none A B",
    "one": "1 A",
    "two": "2 A",
    "one and none": "1 A none B",
    "three alike": "3 alike",
    "never three": "never 3",
    "two pairs": "2 pairs",
    "four alike": "4 alike",
    "three colours": "3 colours",
    "never two": "never 2",
    "more": "A > B",
    "equal": "A = B",
    "different": "A != B",
    "all different": "A != B != C",
    "most": "A most",
}

rolls = st.tuples(*[st.integers(1, 6)] * 6)


@st.composite
def keeps(draw: st.DrawFn) -> KeepDice:
    shown = faces_of(draw(rolls))
    dice = draw(st.sets(st.integers(0, 5), min_size=1, max_size=5))
    return KeepDice(tuple(shown[die] for die in sorted(dice)))


moves: st.SearchStrategy[ColorYamMove] = st.one_of(
    st.sampled_from([RollAll(), StopRolling(), CrossOut(), EnterTotal()]), keeps()
)


@st.composite
def challenges(draw: st.DrawFn) -> Challenge:
    kind = draw(st.sampled_from(sorted(PATTERNS)))
    named = [word for word in PATTERNS[kind].split() if word in "ABC"]
    colours = draw(st.permutations("ROYGBK"))
    return Challenge(kind, tuple(colours[: len(named)]))


near_moves = st.lists(
    st.sampled_from(
        ["roll", "keep", "stop", "cross", "enter", "4R", "1K", "7R", "0K", "4X", "4", "R"]
    ),
    max_size=7,
).map(" ".join)
near_challenges = st.lists(
    st.sampled_from(["none", "Y", "B", "1", "2", "3", "alike", "never", ">", "=", "!=", "most"]),
    max_size=6,
).map(" ".join)


def read_move(text: str) -> ColorYamMove | quincunx.MalformedMove:
    """The move that the text means, or the refusal: nothing else may come of it."""
    try:
        return parse_move(text)
    except quincunx.MalformedMove as refusal:
        return refusal


def read_challenge(text: str) -> Challenge | quincunx.MalformedPosition:
    try:
        return parse_challenge(text)
    except quincunx.MalformedPosition as refusal:
        return refusal


def choose(sheet: str) -> quincunx.Match | quincunx.BadOption:
    try:
        return table(own=sheet)
    except quincunx.BadOption as refusal:
        return refusal


def try_move(match: quincunx.Match, text: str) -> quincunx.MoveError | None:
    try:
        match.play(text, 0)
    except quincunx.MoveError as refusal:
        return refusal
    return None


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("roll", RollAll()),
        ("stop", StopRolling()),
        ("cross", CrossOut()),
        ("enter", EnterTotal()),
        ("keep 1K", KeepDice(("1K",))),
        ("keep 1K 2B 6Y", KeepDice(("1K", "2B", "6Y"))),
    ],
)
def test_moves_as_they_are_written(text: str, move: ColorYamMove) -> None:
    assert str(move) == text
    assert parse_move(text) == move


@given(move=moves)
def test_a_move_is_read_back_from_its_text(move: ColorYamMove) -> None:
    text = str(move)
    assert parse_move(text) == move
    assert parse_move(f"  {text.upper().replace(' ', '   ')} ") == move
    assert parse_move(text.lower()) == move
    assert quincunx.render(describe_move(move))


@given(move=keeps(), data=st.data())
def test_dice_may_be_named_in_any_order(move: KeepDice, data: st.DataObject) -> None:
    faces = data.draw(st.permutations(move.faces))
    assert parse_move(f"keep {' '.join(faces)}") == move


def test_a_face_is_a_number_and_a_letter_and_tells_its_die() -> None:
    faces = [f"{value}{colour}" for die in DICE for value, colour in enumerate(die, start=1)]
    assert len(set(faces)) == 36
    for face in faces:
        assert parse_move(f"keep {face}") == KeepDice((face,))


def test_two_faces_of_one_die_cannot_both_be_kept() -> None:
    for die in DICE:
        with pytest.raises(quincunx.MalformedMove):
            parse_move(f"keep 1{die[0]} 2{die[1]}")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "keep",
        "keep 7R",
        "keep R4",
        "keep 4",
        "keep R",
        "keep 4R,5G",
        "keep 1K 1K",
        "roll 1K",
        "stop 1K",
        "enter 20",
        "cross 1",
        "pass",
        "4R",
        "roll roll",
    ],
)
def test_malformed_moves(text: str) -> None:
    match = table()
    with pytest.raises(quincunx.MalformedMove) as caught:
        match.play(text, 0)
    assert quincunx.render(caught.value.message)
    assert match.version == 0


@given(text=st.one_of(st.text(), near_moves))
def test_any_text_is_a_move_or_malformed(text: str) -> None:
    meant = read_move(text)
    if isinstance(meant, quincunx.MalformedMove):
        assert quincunx.render(meant.message)
    else:
        assert parse_move(str(meant)) == meant


@given(text=st.one_of(st.text(), near_moves))
def test_a_match_plays_any_text_or_refuses_it(text: str) -> None:
    match = quincunx.new("coloryam", seats=2, seed=1)
    match.play("roll", 0)
    refusal = try_move(match, text)
    assert match.version == (2 if refusal is None else 1)
    assert refusal is None or quincunx.render(refusal.message)


def test_a_match_takes_text_and_moves_alike() -> None:
    for text in sorted(_after_a_roll_one_may()):
        one, other = (quincunx.new("coloryam", seats=2, seed=5) for _ in range(2))
        for match, move in ((one, text), (other, parse_move(text))):
            match.play("roll", 0)
            match.play(move, 0)
        assert one.digest() == other.digest()


def _after_a_roll_one_may() -> set[str]:
    match = quincunx.new("coloryam", seats=2, seed=5)
    play(match, "roll")
    return legal(match)


# Challenges


def test_every_challenge_as_it_is_written() -> None:
    assert len(PATTERNS) == 16
    for kind, pattern in PATTERNS.items():
        words = pattern.split()
        text = " ".join({"A": "Y", "B": "O", "C": "K"}.get(word, word) for word in words)
        colours = tuple("YOK"[: sum(word in "ABC" for word in words)])
        assert parse_challenge(text) == Challenge(kind, colours)
        assert format_challenge(Challenge(kind, colours)) == text


@given(challenge=challenges(), gap=st.sampled_from([" ", "  ", "\t"]))
def test_a_challenge_is_read_back_from_its_text(challenge: Challenge, gap: str) -> None:
    text = format_challenge(challenge)
    assert parse_challenge(text) == challenge
    assert parse_challenge(f" {text.replace(' ', gap)}") == challenge
    assert parse_challenge(text.lower()) == challenge


def test_no_two_challenges_are_written_alike() -> None:
    texts = [
        format_challenge(Challenge(kind, colours))
        for kind, pattern in PATTERNS.items()
        for colours in permutations("ROYGBK", sum(word in "ABC" for word in pattern.split()))
    ]
    assert len(set(texts)) == len(texts) == 6 * 4 + 30 * 5 + 120 + 6


@pytest.mark.parametrize("colours", list(product("RO", repeat=2)))
def test_a_challenge_does_not_name_a_colour_twice(colours: tuple[str, str]) -> None:
    one, other = colours
    for text in (f"none {one} {other}", f"1 {one} none {other}", f"{one} > {other}"):
        if one != other:
            assert parse_challenge(text).colours == colours
        else:
            with pytest.raises(quincunx.MalformedPosition):
                parse_challenge(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "none",
        "none P",
        "none Y B K",
        "1",
        "3 Y",
        "5 alike",
        "never 4",
        "Y > ",
        "Y < B",
        "most Y",
        "Y != O != Y",
        "Y = O = K",
        "2 pair",
        "1 Y none",
        "A most",
    ],
)
def test_malformed_challenges(text: str) -> None:
    with pytest.raises(quincunx.MalformedPosition) as caught:
        parse_challenge(text)
    assert quincunx.render(caught.value.message)


@given(text=st.one_of(st.text(), near_challenges))
def test_any_text_is_a_challenge_or_malformed(text: str) -> None:
    meant = read_challenge(text)
    if isinstance(meant, quincunx.MalformedPosition):
        assert quincunx.render(meant.message)
    else:
        assert parse_challenge(format_challenge(meant)) == meant


# Sheets


@pytest.mark.parametrize("name", ["1", "2", "3", "4", "5", "6"])
def test_a_sheet_is_read_back_from_its_text(name: str) -> None:
    sheet = table(sheet=name).view(None).sheet
    assert parse_sheet(format_sheet(sheet)) == sheet
    assert table(own=format_sheet(sheet)).view(None).sheet == sheet


@given(seed=st.integers(0, 10_000))
def test_a_random_sheet_can_be_given_as_ones_own(seed: int) -> None:
    sheet = quincunx.new("coloryam", seed=seed, options={"sheet": "random"}).view(None).sheet
    assert table(own=format_sheet(sheet)).view(None).sheet == sheet


@given(text=st.lists(st.one_of(st.text(), near_challenges), min_size=5, max_size=7).map(";".join))
def test_any_text_is_a_sheet_or_a_bad_option(text: str) -> None:
    chosen = choose(text)
    if isinstance(chosen, quincunx.BadOption):
        assert quincunx.render(chosen.message)
    else:
        roll(chosen, (1, 2, 3, 4, 5, 6))


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("B≠R", "B != R"),
        ("B!=R", "B != R"),
        ("b≠r≠y", "B != R != Y"),
        ("B>R", "B > R"),
        ("G=O", "G = O"),
        ("2×G", "2 G"),
        ("2x G", "2 G"),
        ("no Y", "none Y"),
        ("none Y, none B", "none Y B"),
        ("1\u00a0×\u00a0K, pas de R", "1 K none R"),
        ("3 colors", "3 colours"),
        ("zwei Farben", None),
        ("ni R", "none R"),
    ],
)
def test_people_write_challenges_in_many_ways(text: str, meant: str | None) -> None:
    if meant is None:
        with pytest.raises(quincunx.MalformedPosition):
            parse_challenge(text)
    else:
        assert format_challenge(parse_challenge(text)) == meant


SIX = ("none Y", "2 G", "3 alike", "never 2", "B > R", "Y most")


@pytest.mark.parametrize("text", ["; ".join(SIX) + ";", ";".join(SIX) + " ; ", "\n".join(SIX)])
def test_a_sheet_may_end_with_a_semicolon_and_have_lines(text: str) -> None:
    assert format_sheet(parse_sheet(text)) == "; ".join(SIX)


@pytest.mark.parametrize(
    ("lines", "sentence"),
    [
        ((), "A sheet has six challenges with “;” between them. This one has none yet."),
        (SIX[:5], "A sheet has six challenges with “;” between them. This one has 5."),
        (("none P", *SIX[1:]), "Line 1, “none P”, is not a challenge."),
        ((*SIX[:5], "K = K"), "Line 6, “K = K”, names black twice."),
        ((*SIX[:3], " ", *SIX[4:]), "Line 4 is empty."),
        ((*SIX[:2], "B > R", *SIX[3:]), "Line 3, “B > R”, does not belong to the yellow section"),
    ],
)
def test_a_refusal_of_a_sheet_names_the_line(lines: tuple[str, ...], sentence: str) -> None:
    refusal = choose("; ".join(lines))
    assert isinstance(refusal, quincunx.BadOption)
    assert quincunx.render(refusal.message).startswith(sentence)


def test_a_sheet_has_a_maximum_length() -> None:
    assert isinstance(choose("; ".join(SIX) + " " * 200), quincunx.BadOption)


# What can be picked


def test_whatever_can_be_picked_is_a_sheet() -> None:
    """Each pattern in each line, with each letter in its slots; the rest as it begins."""
    (own,) = [option for option in describe_options(ColorYamOptions) if option.name == "own"]
    composition = own.composed
    assert composition is not None
    assert own.longest is not None
    assert format_sheet(parse_sheet(composition.start)) == composition.start
    assert {p.name for line in composition.lines for p in line.patterns} == set(PATTERNS)
    start = composition.start.split(composition.separator)
    for number, line in enumerate(composition.lines):
        for pattern in line.patterns:
            for letters in permutations(composition.letters, len(pattern.slots)):
                picked = dict(zip(pattern.slots, letters, strict=True))
                text = " ".join(picked.get(word, word) for word in pattern.text.split())
                own_sheet = composition.separator.join(
                    (*start[:number], text, *start[number + 1 :])
                )
                assert parse_sheet(own_sheet)[number] == Challenge(pattern.name, letters)
                assert len(own_sheet) <= own.longest


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_everything_that_can_be_picked_has_words(language: str) -> None:
    words = catalogue("coloryam", language)
    for kind in PATTERNS:
        assert f"coloryam.option.own.{kind.replace(' ', '_')}" in words
    for letter in "ROYGBK":
        assert f"coloryam.compose.colour.{letter}" in words
