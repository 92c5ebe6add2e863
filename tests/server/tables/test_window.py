"""Nothing of a match goes to a viewer but through the window, which a pause covers."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import msgspec
import pytest

from quincunx.core.chance import FastChance
from quincunx.core.match import Match
from quincunx.registry import find
from quincunx.server.common.errors import Paused
from quincunx.server.tables.view import window
from quincunx.server.tables.view.showing import Moment
from quincunx.server.tables.view.window import Window

SERVER = Path(window.__file__).parents[2]

READS = {"view", "observation", "observations", "draft_of", "public_drafts", "progress"}
"""What reads from a match something that a viewer could work on."""

RECORDS = {"make_record", "full_record", "record_steps", "record_drafts"}

MAY_READ = {
    "window.py": "the window itself",
    "showing.py": "called by the window alone",
    "bot_requests.py": "bots, which do not act in a pause",
    "bot_seats.py": "bots, which do not act in a pause",
    "seated_bots.py": "bots, which do not act in a pause",
    "records.py": "builds the records that the window allows",
    "reviews.py": "finished games",
    "tasks.py": "finished games, and bots",
    "puzzle_tasks.py": "puzzles, which are no tables",
    "mistake_tasks.py": "finished games",
    "matches.py": "finished games that others are played on from",
}

ELSEWHERE = {
    ("queries.py", "view"): "hints, which are refused in a pause",
    ("audience.py", "progress"): "of the window, not of the match",
}


def reads(path: Path) -> set[str]:
    """What a module asks of a match, by name: attributes, and the functions that make records."""
    tree = ast.parse(path.read_text())
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    modules = {"showing"} if "showing" in names else set()
    return (attributes & READS) | ((attributes | names) & RECORDS) | modules


def test_only_the_window_module_reads_what_a_viewer_sees() -> None:
    for path in sorted(SERVER.rglob("*.py")):
        if path.name not in MAY_READ:
            found = {(path.name, name) for name in reads(path)}
            assert found <= ELSEWHERE.keys(), f"{path}: goes past the window"


def a_match(game: str) -> Match:
    package = find(game)
    seats = package.seats(package.options()).start
    return Match(package, package.options(), max(2, seats), chance=FastChance(Random(1)))


@pytest.mark.parametrize("game", ["pivit", "quivvit", "quatrefoil", "coloryam", "qwirkle_cards"])
def test_a_covered_position_does_not_depend_on_the_deal(game: str) -> None:
    """Byte for byte: nothing of the deal is in it."""
    package = find(game)
    told = set()
    for seed in range(6):
        seats = max(2, package.seats(package.options()).start)
        match = Match(package, package.options(), seats, chance=FastChance(Random(seed)))
        shown = Window(match, Moment.of(match, 0, {}, {}), covered=True, can_undo=True)
        for seat in (None, *range(seats)):
            # Who begins is no secret, and may be dealt.
            position = msgspec.structs.replace(shown.position(seat), active=(), awaited=())
            told.add(msgspec.json.encode((position, shown.steps(seat, -1), shown.progress)))
            assert shown.latest_steps(seat, None) == ()
            with pytest.raises(Paused):
                shown.earlier_steps(seat, 1, 1)
            with pytest.raises(Paused):
                shown.record(seat, final=False)
    assert len(told) == 1


def test_undo_is_offered_only_if_it_is_allowed() -> None:
    match = a_match("coloryam")
    (seat,) = match.active
    while not match.can_take_back(seat):
        match.play(list(match.legal_moves(seat))[-1], seat)
        (seat,) = match.active if not match.can_take_back(seat) else (seat,)
    for allowed in (True, False):
        shown = Window(match, Moment.of(match, 0, {}, {}), covered=False, can_undo=allowed)
        assert shown.position(seat).can_take_back is allowed
