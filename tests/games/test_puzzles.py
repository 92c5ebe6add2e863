"""Puzzles of every game: reproducible, worth solving, and judged by rules and solver."""

from __future__ import annotations

from time import process_time

import pytest

import quincunx
from quincunx.core.errors import IllegalMove, PuzzleOver, WrongAnswerKind
from quincunx.core.messages import languages, render
from quincunx.core.puzzles import LEVELS, MAX_NUMBER, Puzzle, answer_puzzle, number_at_level
from quincunx.games.coloryam.solver import rate_for_challenge
from quincunx.games.pivit.grid import as_grid, grid_faults
from quincunx.games.pivit.notation import parse_grid
from quincunx.games.quatrefoil.solver import distance
from quincunx.games.quivvit.solver import plays_of_view
from quincunx.games.qwirkle_cards.position import position_of
from quincunx.games.qwirkle_cards.solver import choices, lay_out
from quincunx.registry import find

GAMES = ("coloryam", "pivit", "quatrefoil", "quivvit", "qwirkle_cards")
NUMBERS = range(2 * LEVELS)
PUZZLE_CPU_S = 30.0
"""How much CPU time a puzzle may take, on a slow machine: usually it is less than a second."""


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("game", GAMES)
def test_the_solution_of_a_puzzle_is_accepted_step_by_step(game: str, number: int) -> None:
    puzzle = quincunx.puzzle(game, number)
    moves = [puzzle.solution()]
    after, verdict = answer_puzzle(puzzle, moves)
    while not verdict.solved:
        assert verdict.right
        assert moves[-1] in verdict.best
        assert len(moves) < 5
        moves.append(_right_moves(puzzle, moves)[0])
        after, verdict = answer_puzzle(puzzle, moves)
    assert verdict.right
    assert moves[-1] in verdict.best
    for language in languages():
        assert render(puzzle.question, language)
        assert render(verdict.message, language)
    after.rules.audit(after.state)


def _right_moves(puzzle: Puzzle, moves: list[str]) -> tuple[str, ...]:
    match = answer_puzzle(puzzle, moves).match
    legal = [str(move) for move in match.legal_moves(match.active[0])]
    return next(
        answered.verdict.best
        for move in legal
        if move != "stack" and (answered := answer_puzzle(puzzle, [*moves, move]))
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_same_number_gives_the_same_puzzle(game: str) -> None:
    first, second = quincunx.puzzle(game, 41), quincunx.puzzle(game, 41)
    assert first.match.digest() == second.match.digest()
    assert (first.question, first.draft, first.solution()) == (
        second.question,
        second.draft,
        second.solution(),
    )
    assert quincunx.puzzle(game, 44).match.digest() != first.match.digest()


@pytest.mark.parametrize("game", GAMES)
def test_making_a_puzzle_has_a_known_cost(game: str) -> None:
    quincunx.puzzle(game, 0)
    for number in range(90, 90 + LEVELS):
        before = process_time()
        quincunx.puzzle(game, number)
        assert process_time() - before < PUZZLE_CPU_S


@pytest.mark.parametrize("number", NUMBERS)
def test_quivvit_judges_by_points(number: int) -> None:
    puzzle = quincunx.puzzle("quivvit", number)
    points = {str(play.move): play.points for play in plays_of_view(puzzle.match.view(0))}
    most = max(points.values())
    for move, taken in points.items():
        verdict = answer_puzzle(puzzle, [move]).verdict
        assert verdict.loss == most - taken
        assert verdict.solved == verdict.right == (taken == most)


@pytest.mark.parametrize("number", NUMBERS)
def test_coloryam_judges_by_the_chance_to_meet_the_challenge(number: int) -> None:
    puzzle = quincunx.puzzle("coloryam", number)
    rated = rate_for_challenge(puzzle.match.view(0))
    most = rated[0].worth
    for move, worth in rated:
        verdict = answer_puzzle(puzzle, [str(move)]).verdict
        assert verdict.loss == pytest.approx(100 * (most - worth))
        assert verdict.solved == (worth == pytest.approx(most))


@pytest.mark.parametrize("number", NUMBERS)
def test_quatrefoil_judges_by_the_distance(number: int) -> None:
    puzzle = quincunx.puzzle("quatrefoil", number)
    away = distance(puzzle.match.state.tokens, puzzle.match.state.target)
    for move in puzzle.match.legal_moves(puzzle.seat):
        if move.value == "stack":
            with pytest.raises(WrongAnswerKind):
                answer_puzzle(puzzle, ["stack"])
            continue
        after, verdict = answer_puzzle(puzzle, [move.value])
        left = distance(after.state.tokens, after.state.target)
        assert verdict.loss == left - (away - 1)
        assert verdict.solved == (left == 0)


@pytest.mark.parametrize("number", NUMBERS)
def test_qwirkle_cards_judges_by_the_qwirkles(number: int) -> None:
    puzzle = quincunx.puzzle("qwirkle_cards", number)
    table, hand = position_of(puzzle.match.view(0))
    found = choices(table, hand)
    most = max(choice.qwirkles for choice in found)
    fewest = min(found, key=lambda choice: choice.qwirkles)
    move = str(lay_out(table, fewest)[0])
    verdict = answer_puzzle(puzzle, [move]).verdict
    assert verdict.loss == most - fewest.qwirkles
    assert verdict.right == (fewest.qwirkles == most)
    assert answer_puzzle(puzzle, list(verdict.best)).verdict.right


@pytest.mark.parametrize("number", NUMBERS)
def test_pivit_begins_with_a_correct_grid_and_accepts_every_correct_one(number: int) -> None:
    puzzle = quincunx.puzzle("pivit", number)
    hand = puzzle.match.state.hands[0]
    placed = [text for _, _, text in puzzle.draft.tiles]
    assert puzzle.question.args["tiles"] == len(hand) - len(placed)
    assert puzzle.match.rules.check(puzzle.match.view(0), puzzle.draft)[-1].message.id.endswith(
        "unused"
    )
    assert len(puzzle.match.rules.check(puzzle.match.view(0), puzzle.draft)) == 1
    rows = puzzle.solution().removeprefix("claim ")
    grid = parse_grid(rows)
    assert grid is not None
    assert not [*grid_faults(as_grid(grid), hand, pairs_allowed=False)]
    mirrored = " / ".join(reversed(rows.split(" / ")))
    assert answer_puzzle(puzzle, [f"claim {mirrored}"]).verdict.solved
    with pytest.raises(IllegalMove):
        answer_puzzle(puzzle, [f"claim {rows.replace(' / ', ' ')}"])
    with pytest.raises(WrongAnswerKind):
        answer_puzzle(puzzle, ["stop"])


def test_an_answer_ends_with_a_wrong_move_or_with_the_solution() -> None:
    puzzle = quincunx.puzzle("quivvit", 0)
    plays = sorted(plays_of_view(puzzle.match.view(0)), key=lambda play: play.points)
    wrong, right = (str(plays[n].move) for n in (0, -1))
    for first in (wrong, right):
        with pytest.raises(PuzzleOver):
            answer_puzzle(puzzle, [first, right])
    with pytest.raises(WrongAnswerKind):
        answer_puzzle(puzzle, [])
    with pytest.raises(quincunx.MalformedMove):
        answer_puzzle(puzzle, ["up"])


@pytest.mark.parametrize("number", [-1, MAX_NUMBER + 1])
def test_only_some_numbers_have_puzzles(number: int) -> None:
    with pytest.raises(quincunx.UnknownPuzzle):
        quincunx.puzzle("quivvit", number)


@pytest.mark.parametrize("level", range(LEVELS))
def test_a_number_is_moved_to_its_level(level: int) -> None:
    for number in (0, 7, MAX_NUMBER):
        moved = number_at_level(number, level)
        assert moved % LEVELS == level
        assert abs(moved - number) < LEVELS
        assert 0 <= moved <= MAX_NUMBER


def test_every_listed_game_has_puzzles() -> None:
    assert {name for name in quincunx.game_names() if find(name).puzzles} == {*GAMES}
