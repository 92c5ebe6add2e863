"""A readable random game of every game and option in a file each, so that changed rules show.

`python -m tests.test_playthroughs --write` writes the files again; read the difference.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quincunx.core.events import visible_messages
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.messages import render
from quincunx.core.options import Options, as_values
from quincunx.core.records.view_changes import diff_views
from quincunx.core.viewers import OMNISCIENT, Viewer
from quincunx.registry import find, game_names
from tests.games.pivit import kit_setups as pivit
from tests.games.quivvit import kit_setups as quivvit
from tests.kit.play import every_options, random_match, seat_counts

Table = tuple[Game, Options, int]
FOLDER = Path(__file__).parent / "playthroughs"
SEED = 1
MAX_VALUE_LENGTH = 80
"""Of a value that is longer when written, only the changes are shown."""
MAX_MOVES = 24
"""The most moves that are listed for a seat."""
MAX_ROUNDS = 2
MAX_LINES = 600
"""A longer playthrough shows its beginning and its end, and a hash of the steps between them."""
PLAYTHROUGHS: dict[str, Sequence[Table]] = {
    "quivvit": quivvit.PLAYTHROUGHS,
    "pivit": pivit.PLAYTHROUGHS,
}
"""Games whose combinations of options and seats are chosen by hand."""


def tables() -> Iterator[Table]:
    """Yield the default options and each value of each option, with the fewest seats.

    Where a value requires other options to change, as few of them as possible do.
    """
    for game in map(find, game_names()):
        if game.name in PLAYTHROUGHS:
            yield from PLAYTHROUGHS[game.name]
            continue
        by_changes = sorted(every_options(game), key=lambda options: len(changed(game, options)))
        chosen = [game.options()]
        for options in by_changes:
            shown = {item for other in chosen for item in changed(game, other).items()}
            if not changed(game, options).items() <= shown:
                chosen.append(options)
        for options in chosen:
            yield game, options, seat_counts(game, options)[0]


def name_of(game: Game, options: Options) -> str:
    """Return the name of the file, without its ending."""
    names = [f"{name}-{value}".lower() for name, value in changed(game, options).items()]
    return "-".join([game.name, *(names or ["base"])]).replace(" ", "-")


def changed(game: Game, options: Options) -> dict[str, Any]:
    """Return the options that differ from their defaults."""
    defaults = as_values(game.options())
    return {name: value for name, value in as_values(options).items() if value != defaults[name]}


def playthrough(game: Game, options: Options, seats: int) -> str:
    match = random_match(game, options, seats, SEED)
    lines = [
        f"{game.name}, rules {game.version}, {match.seats} seats, seed {SEED}",
        f"options: {_compact(as_values(options))}",
    ]
    steps = [["", *_step(match, version)] for version in range(match.version + 1)]
    shown = _steps_shown(match, steps)
    lines += chain.from_iterable(steps[:shown])
    if shown < match.version:
        lines += ["", _left_out(steps[shown:-1], shown)]
    if shown <= match.version:
        lines += steps[-1]
    return "\n".join([*lines, "", *_outcome(match), ""])


def _steps_shown(match: Match, steps: Sequence[list[str]]) -> int:
    """Return the number of steps at the beginning that a person would read."""
    length = 0
    for version, lines in enumerate(steps):
        length += len(lines)
        if length > MAX_LINES or getattr(match.view(None, version), "round", 0) > MAX_ROUNDS:
            return version
    return len(steps)


def _left_out(steps: Sequence[list[str]], first: int) -> str:
    text = "\n".join(chain.from_iterable(steps))
    digest = sha256(text.encode()).hexdigest()[:32]
    return (
        f"Steps {first} to {first + len(steps) - 1} are left out; their text has the hash {digest}."
    )


def _step(match: Match, version: int) -> Iterator[str]:
    """Yield what happened and what each viewer sees afterwards."""
    entry = match.log[version]
    what = "deadline" if version else "deal"
    if entry.seat is not None:
        what = f"seat {entry.seat}: {entry.move}"
    yield f"{version}. at {entry.at}, {what}"
    seats = {f"seat {seat}": seat for seat in range(match.seats)}
    viewers: dict[str, Viewer] = {"open": OMNISCIENT, "spectator": None, **seats}
    yield from _grouped(
        "messages to", {name: _messages(match, version, viewers[name]) for name in viewers}
    )
    yield from _grouped("view of", {name: _view(match, version, viewers[name]) for name in viewers})
    yield from _grouped("moves of", {name: _legal(match, version, seats[name]) for name in seats})
    yield f"  digest {match.digest(version)}"


def _grouped(what: str, texts: dict[str, list[str]]) -> Iterator[str]:
    """Write the same text for several viewers once."""
    for lines in dict.fromkeys(map(tuple, texts.values())):
        if lines:
            names = [name for name in texts if tuple(texts[name]) == lines]
            yield f"  {what} {'all' if len(names) == len(texts) else ', '.join(names)}:"
            yield from (f"    {line}" for line in lines)


def _messages(match: Match, version: int, viewer: Viewer) -> list[str]:
    return [render(message) for message in visible_messages(match.log[version].events, viewer)]


def _view(match: Match, version: int, viewer: Viewer) -> list[str]:
    """Return the whole view at the deal; later, what has changed in it."""
    before = _plain(match.view(viewer, version - 1)) if version else {}
    after = _plain(match.view(viewer, version))
    lines = []
    for name, value in after.items():
        if name == "seat" or (name in before and before[name] == value):
            continue
        if len(_compact(value)) <= MAX_VALUE_LENGTH or name not in before:
            lines.append(f"{name}: {_compact(value)}")
        else:
            lines += [
                f"{'.'.join(map(str, [name, *path]))}: {_compact(new)}"
                for path, new in diff_views(before[name], value)
            ]
    return lines


def _legal(match: Match, version: int, seat: int) -> list[str]:
    moves = match.rules.legal_moves(match.state_at(version), seat)
    texts = [str(move) for move in islice(moves, MAX_MOVES)]
    more = not moves.complete or len(texts) == MAX_MOVES
    return [", ".join([*texts, *(["…"] if texts and more else [])])] if texts else []


def _outcome(match: Match) -> list[str]:
    assert match.outcome is not None
    return [
        f"winners: {_compact(match.outcome.winners)}, scores: {_compact(match.outcome.scores)}",
        render(match.outcome.reason),
    ]


def _plain(view: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(view)
    return plain


def _compact(value: Any) -> str:
    return msgspec.json.encode(value).decode()


TABLES = {name_of(game, options): (game, options, seats) for game, options, seats in tables()}


@pytest.mark.parametrize("name", TABLES)
def test_the_game_matches_its_playthrough(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert playthrough(*TABLES[name]) == kept


def test_there_is_no_file_without_a_game() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(TABLES)


def write() -> None:
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.iterdir():
        path.unlink()
    for name, table in TABLES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(*table), "utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit(f"usage: {__spec__.name} --write")
    write()
