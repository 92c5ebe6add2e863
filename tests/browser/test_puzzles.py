"""Puzzles in real browsers: answer, see the verdict, go on to the next."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

import quincunx
from quincunx.core.messages import Arg
from quincunx.core.puzzles import answer_puzzle
from tests.browser.accessibility import assert_accessible
from tests.browser.screens import PHONE_DARK, SIZES, on_screens
from tests.browser.visitor import NewVisitor, Visitor, words
from tests.helpers.server_process import ServerProcess


def _opens(visitor: Visitor, game: str) -> int:
    """Follow the link in the list and return the puzzle's number."""
    visitor.page.goto("/puzzles")
    with visitor.page.expect_response(f"**/api/puzzles/{game}/next") as answer:
        visitor.page.locator(f'main a[href="/puzzles/{game}"]').click()
    return int(answer.value.json()["number"])


def _reads(visitor: Visitor, message_id: str, **args: Arg) -> None:
    """The verdict is beside the board or below it, and hidden at the other place."""
    text = visitor.page.get_by_text(words(message_id, **args))
    expect(text.filter(visible=True)).to_be_visible()


def _next(visitor: Visitor) -> Locator:
    return visitor.button("puzzles.next")


@on_screens(PHONE_DARK)
def test_puzzles_are_solved_one_after_another(
    server: ServerProcess, visit: NewVisitor, scheme: str, width: int
) -> None:
    ada = visit(server, viewport=SIZES[width], color_scheme=scheme)
    ada.page.goto("/puzzles")
    expect(ada.page.locator('main a[href^="/puzzles/"]')).to_have_count(5)
    assert_accessible(ada.page, "the list")

    number = _opens(ada, "quatrefoil")
    puzzle = quincunx.puzzle("quatrefoil", number)
    assert_accessible(ada.page, "a puzzle")
    moves = [puzzle.solution()]
    ada.control(moves[0]).click()
    _reads(ada, "quatrefoil.puzzle.on", left=1)
    match = answer_puzzle(puzzle, moves).match
    other = next(iter(match.legal_moves(match.active[0]))).value
    moves.append(answer_puzzle(puzzle, [*moves, other]).verdict.best[0])
    ada.control(moves[1]).click()
    _reads(ada, "puzzles.right")
    # The board takes no more moves, so the keyboard continues with the next puzzle.
    expect(_next(ada)).to_be_focused()
    assert_accessible(ada.page, "solved")
    ada.page.keyboard.press("Enter")
    expect(ada.button("puzzles.show")).to_be_visible()
    expect(ada.page.get_by_text(words("puzzles.best", count=1))).to_be_visible()

    ada.button("puzzles.show").click()
    expect(_next(ada)).to_be_visible()
    expect(ada.page.locator(".suggested, [class*=suggested]").first).to_be_visible()
    assert_accessible(ada.page, "the solution")
    ada.button("puzzles.try_again").click()
    expect(ada.button("puzzles.show")).to_be_visible()


def test_a_link_names_a_puzzle(server: ServerProcess, visit: NewVisitor) -> None:
    ada = visit(server)
    ada.page.goto("/puzzles/coloryam?puzzle=6")
    ada.sees("puzzles.practice")
    puzzle = quincunx.puzzle("coloryam", 6)
    kept = puzzle.solution().removeprefix("keep ").split()
    expect(ada.page.locator("[data-die]")).to_have_count(6)
    for number, face in enumerate(puzzle.match.view(0).faces, 1):
        if face in kept:
            ada.page.keyboard.press(str(number))
    ada.page.keyboard.press("Space")
    _reads(ada, "puzzles.right")
    ada.page.goto("/puzzles/coloryam")
    ada.link("puzzles.kind.mistakes").click()
    ada.sees("puzzles.no_games")
    ada.page.goto("/puzzles/chess")
    ada.sees("page.missing.title")
