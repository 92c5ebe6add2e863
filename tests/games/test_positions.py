"""The position of a match as text: it can be read again, solved, and played on."""

from __future__ import annotations

import re
from importlib import import_module
from random import Random
from typing import Any

import msgspec
import pytest

import quincunx
from quincunx.core.game import MAX_POSITION_LENGTH
from quincunx.core.match import Match
from quincunx.core.options import make_options
from quincunx.games.pivit.moves import ClaimGrid
from quincunx.games.pivit.tiles import TILE
from quincunx.games.qwirkle_cards.cards import FULL_DECK, KINDS
from quincunx.games.qwirkle_cards.layouts.division import LINE_KINDS
from quincunx.games.qwirkle_cards.layouts.qwirkles import most_disjoint_qwirkles
from quincunx.registry import find, game_names
from tests.kit.play import new_match, play_out, random_step, seat_counts
from tests.toy.game import TOY
from tests.toy.rules import ToyOptions

GAMES = [name for name in game_names() if find(name).listed]
PRESETS = [
    pytest.param(name, preset.options, id=f"{name} {preset.name}")
    for name in GAMES
    for preset in find(name).presets
]
HAND = "r1 r2 r3 r4 r5 r6 o1 o2 o3 o4 o5 o6 y1 y2 y3 y4 y5 y6 g1 g2 g3 g4 g5 g6"
GRID = (
    "GYRB1 YGBR1 RYGB2 RGBY1 YBGR2 / BGYR2 RBGY1 YGRB3 BYRG1 GRYB1 / RYBG1 GRYB2 RYGB1 YGBR2 RBGY3"
    " / GBYR1 YRBG2 GYRB1 RGYB1 BRGY-1 / YBRG2 RGBY1 BGRY1 GYBR3 RYGB1"
)


def text_of(match: Match) -> str | None:
    try:
        return match.position
    except quincunx.NoPosition:
        return None


@pytest.mark.parametrize("name", GAMES)
def test_the_text_of_a_position_can_be_read_again(name: str) -> None:
    notation = import_module(f"quincunx.games.{name}.position")
    game, texts = find(name), set()
    match = new_match(game, game.options(), seat_counts(game, game.options())[0], 3)
    for number in range(60):
        if (text := text_of(match)) is not None:
            texts.add(text)
            position = notation.parse_position(text)
            again = (
                notation.format_position(*position)
                if name == "quatrefoil"
                else notation.format_position(position)
            )
            assert again == text
        if match.outcome is not None:
            break
        random_step(match, Random(number))
    assert len(texts) > 3 or name == "pivit"


def test_the_solver_names_moves_of_the_match() -> None:
    match = quincunx.new("quivvit", seats=2, seed=7)
    best = quincunx.solve("quivvit", match.position).data["plays"][0]
    assert match.game.parse_move(best["move"]) in match.legal_moves()
    match.play(best["move"])
    assert match.view(1).points[1] == best["points"]

    attempt = quincunx.new("coloryam", seats=1, seed=1)
    attempt.play("roll")
    choices = quincunx.solve("coloryam", attempt.position).data["choices"]
    assert {choice["move"] for choice in choices} == {str(move) for move in attempt.legal_moves()}


def test_a_position_without_a_notation_is_a_typed_error() -> None:
    with pytest.raises(quincunx.NoPosition, match="cannot be written as text"):
        _ = quincunx.new("pivit", seats=2, seed=1).position
    with pytest.raises(quincunx.NoPosition):
        _ = new_match(TOY, ToyOptions(), 2, 1).position


def positions(name: str, options: dict[str, Any], seats: int) -> list[str]:
    """Return every fifth position of a random game, and the last ones."""
    game = find(name)
    made = make_options(game.options, options, game=name)
    match, rng, texts = new_match(game, made, seats, 5), Random(5), []
    while match.outcome is None:
        texts.append(text_of(match))
        random_step(match, rng)
    found = [text for text in texts if text is not None]
    return list(dict.fromkeys([*found[::5], *found[-3:]]))


def solver_moves(name: str, text: str) -> set[str]:
    """Return the moves that the solver names for a position."""
    data = quincunx.solve(name, text).data
    match name:
        case "quivvit":
            return {play["move"] for play in data["plays"]}
        case "coloryam":
            return {choice["move"] for choice in data["choices"]}
        case "quatrefoil":
            return {*data["best"]}
        case "qwirkle_cards":
            return {data["best"]["move"]} if data["best"] else {"redraw"}
        case _:
            return set()


def check_legal_moves(match: Match, name: str, text: str) -> None:
    """Check that the legal moves of the seat on turn are those that the solver knows."""
    legal, solved = match.legal_moves(0), solver_moves(name, text)
    if name == "quivvit" and match.state.phase == "turn":
        assert {str(move) for move in legal} - {"quiet"} == solved
    elif name == "coloryam" and match.state.dice:
        assert {str(move) for move in legal} == solved
    elif name != "quivvit" and len(match.awaited) == 1:
        assert all(match.game.parse_move(move) in legal for move in solved)


@pytest.mark.parametrize(("name", "options"), PRESETS)
def test_a_match_can_begin_at_a_position_of_another(name: str, options: dict[str, Any]) -> None:
    game = find(name)
    for seats in seat_counts(game, make_options(game.options, options, game=name)):
        for text in positions(name, options, seats):
            match = quincunx.from_position(name, text, seats=seats, seed=1, options=options)
            assert match.position == text
            match.rules.audit(match.state)
            check_legal_moves(match, name, text)
            play_out(match, 2)
            match.rules.audit(match.state)
            assert match.outcome is not None


@pytest.mark.parametrize("name", GAMES)
def test_the_record_of_a_match_from_a_position_replays_and_verifies(name: str) -> None:
    text = positions(name, {}, find(name).seats(find(name).options()).start)[-1]
    match = quincunx.from_position(name, text, seed=3)
    assert match.record(0).position is None, "a seat's own record shows no hidden pieces"
    play_out(match, 4)
    record = quincunx.Record.from_json(match.record().to_json())
    assert record.position == text
    assert quincunx.verify(record).commitment == match.commitment
    again = quincunx.replay(record)
    assert isinstance(again, Match)
    assert again.digest() == match.digest()
    assert again.start_position == text
    assert quincunx.review(record).curve
    fork = match.fork(seed=4).record()
    assert fork.position == text
    assert quincunx.verify(fork).results == 0
    dealt = msgspec.structs.replace(record, position=None)
    with pytest.raises(quincunx.CorruptRecord):
        quincunx.replay(dealt)


def test_the_seed_deals_what_the_text_does_not_say() -> None:
    text = quincunx.new("qwirkle_cards", seed=1).position
    hands = {quincunx.from_position("qwirkle_cards", text, seed=n).state.hands[1] for n in range(5)}
    assert len(hands) == 5
    one, other = (quincunx.from_position("qwirkle_cards", text, seed=9) for _ in range(2))
    assert one.state == other.state


def test_the_tiles_of_a_hand_can_be_claimed() -> None:
    match = quincunx.from_position("pivit", HAND)
    grid = quincunx.solve("pivit", match.position).data["grid"]
    match.play(ClaimGrid(tuple((x, y, TILE[text]) for x, y, text in grid)))
    match.tick()
    assert match.outcome is not None
    assert match.outcome.winners == (0,)


def test_gaps_stay_until_the_next_refill() -> None:
    text = GRID.replace("RYGB1", ".").replace("GYBR3", ".")
    match = quincunx.from_position("quivvit", text, seed=1)
    assert match.position == text
    match.play(quincunx.solve("quivvit", text).data["plays"][0]["move"])
    assert None not in match.view(0).grid


def test_covers_leave_the_other_seats_their_blocks() -> None:
    options = {"color_blocking": True, "random_color": True}
    text = GRID.replace("GYRB1 YGBR1", "#GYRB1 YGBR1")
    match = quincunx.from_position("quivvit", text, options=options)
    assert match.awaited == (1,)
    rolled = quincunx.from_position("quivvit", f"{text}; die G", options=options)
    assert rolled.awaited == (0,)
    assert rolled.view(0).colour == "G"


REFUSED = {
    "too long": ("quatrefoil", "R" * (MAX_POSITION_LENGTH + 1), {}, "no position needs more than"),
    "no die": ("quivvit", f"{GRID}; die R", {}, "“random_color” to be “true”"),
    "no double": ("quivvit", f"{GRID}; double", {}, "“double_rotation” to be “true”"),
    "no covers": ("quivvit", GRID.replace("RYGB2", "#RYGB2"), {}, "“color_blocking” to be “true”"),
    "many covers": (
        "quivvit",
        GRID.replace(" Y", " #Y"),
        {"color_blocking": True},
        "2 players can cover only one card each",
    ),
    "no card": ("quivvit", " / ".join([". . . . ."] * 5), {}, "No card in this position"),
    "many copies": ("quivvit", " / ".join(["RGBY-1 GBYR-1 . . ."] * 5), {}, "the deck has only 2"),
    "younger": ("pivit", f"younger {HAND}", {}, "“younger” to be “true”"),
    "not younger": ("pivit", HAND, {"younger": True}, "“younger” to be “false”"),
    "started": ("pivit", f"{HAND} : r1 r2 r3", {}, "starts with an empty grid"),
    "beginner": ("coloryam", "over 22", {"beginner": True}, "“beginner” to be “false”"),
    "total": ("coloryam", "over 40", {}, "six dice add up to 6 to 36"),
    "sheet": ("coloryam", "2 G", {}, "“2 G” is not on this sheet"),
    "short hand": ("qwirkle_cards", "table: hand: Rc Os Yd", {}, "only when the deck is empty"),
    "stuck": ("qwirkle_cards", "table: hand:", {}, "would not be on turn"),
    "puzzle": (
        "qwirkle_cards",
        "table: hand: Rc Rs Rd",
        {"puzzle": True},
        "a hand of nine cards, and a play that makes a Qwirkle",
    ),
}


@pytest.mark.parametrize(("name", "text", "options", "reason"), REFUSED.values(), ids=REFUSED)
def test_a_position_that_cannot_occur_is_refused(
    name: str, text: str, options: dict[str, Any], reason: str
) -> None:
    with pytest.raises(quincunx.MalformedPosition, match=re.escape(reason)):
        quincunx.from_position(name, text, seed=1, options=options)


def test_the_solver_refuses_a_text_that_is_too_long_before_it_reads_it() -> None:
    for name in quincunx.game_names():
        with pytest.raises(quincunx.MalformedPosition, match="no position needs more than"):
            quincunx.solve(name, "R" * (MAX_POSITION_LENGTH + 1))


def test_a_match_of_several_hands_cannot_begin_at_a_position() -> None:
    with pytest.raises(quincunx.NoPosition, match="the hand of one player"):
        quincunx.from_position("pivit", HAND, seats=2)
    with pytest.raises(quincunx.NoPosition, match="can start from a position"):
        Match(TOY, ToyOptions(), 2, seed=quincunx.Seed.of(1), position="any")


def test_a_random_sheet_contains_the_challenge_of_the_position() -> None:
    for seed in range(30):
        match = quincunx.from_position("coloryam", "1 G", seed=seed, options={"sheet": "random"})
        assert match.position == "1 G"
        sheet = match.view(0).sheet
        assert len({challenge.kind for challenge in sheet}) == len(sheet)


def test_the_most_disjoint_qwirkles() -> None:
    assert len(most_disjoint_qwirkles(FULL_DECK)) == 18
    colours_and_shapes = [1] * KINDS
    assert len(most_disjoint_qwirkles(colours_and_shapes)) == 6
    assert most_disjoint_qwirkles([0] * KINDS) == []
    red_and_circles = [int(kind < 6) + int(kind % 6 == 0) for kind in range(KINDS)]
    assert most_disjoint_qwirkles(red_and_circles) == [LINE_KINDS[0], LINE_KINDS[6]]
