"""A readable random game of every game and option, kept in files: no rule changes unnoticed.

`python -m tests.test_playthroughs --write` writes them anew; the difference is then for reading.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
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
from quincunx.registry import find, games
from tests.games.pivit import tables as pivit
from tests.games.quivvit import tables as quivvit
from tests.kit.play import every_options, random_match, seat_counts

Table = tuple[Game, Options, int]
FOLDER = Path(__file__).parent / "playthroughs"
SEED = 1
WIDE = 80
"""A value that is longer when written is shown by what has changed in it."""
MANY = 24
"""So many moves are listed at most."""
TO_READ: dict[str, Sequence[Table]] = {"quivvit": quivvit.TO_READ, "pivit": pivit.TO_READ}
"""By game, a choice of its own."""


def tables() -> Iterator[Table]:
    """The defaults, and each value of each option, with the fewest seats; or a game's own choice.

    Where a value needs others to change as well, as few of them as possible do.
    """
    for game in map(find, games()):
        if game.name in TO_READ:
            yield from TO_READ[game.name]
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
    """The name of the file."""
    names = [f"{name}-{value}".lower() for name, value in changed(game, options).items()]
    return "-".join([game.name, *(names or ["base"])]).replace(" ", "-")


def changed(game: Game, options: Options) -> dict[str, Any]:
    """The options that are not at their default."""
    defaults = as_values(game.options())
    return {name: value for name, value in as_values(options).items() if value != defaults[name]}


def playthrough(game: Game, options: Options, seats: int) -> str:
    match = random_match(game, options, seats, SEED)
    lines = [
        f"{game.name}, rules {game.version}, {match.seats} seats, seed {SEED}",
        f"options: {_compact(as_values(options))}",
    ]
    for version in range(match.version + 1):
        lines += ["", *_step(match, version)]
    return "\n".join([*lines, "", *_outcome(match), ""])


def _step(match: Match, version: int) -> Iterator[str]:
    """What happened, and how the table looks to each viewer afterwards."""
    entry = match.log[version]
    what = "deadline" if version else "deal"
    if entry.seat is not None:
        what = f"seat {entry.seat}: {match.game.format_move(entry.move)}"
    yield f"{version}. at {entry.at}, {what}"
    seats = {f"seat {seat}": seat for seat in range(match.seats)}
    viewers: dict[str, Viewer] = {"open": OMNISCIENT, "bystander": None, **seats}
    yield from _grouped(
        "heard by", {name: _heard(match, version, viewers[name]) for name in viewers}
    )
    yield from _grouped("seen by", {name: _seen(match, version, viewers[name]) for name in viewers})
    yield from _grouped("moves of", {name: _legal(match, version, seats[name]) for name in seats})
    yield f"  digest {match.digest(version)}"


def _grouped(what: str, told: dict[str, list[str]]) -> Iterator[str]:
    """Who is told the same is told it once."""
    for lines in dict.fromkeys(map(tuple, told.values())):
        if lines:
            names = [name for name in told if tuple(told[name]) == lines]
            yield f"  {what} {'all' if len(names) == len(told) else ', '.join(names)}:"
            yield from (f"    {line}" for line in lines)


def _heard(match: Match, version: int, viewer: Viewer) -> list[str]:
    return [render(message) for message in visible_messages(match.log[version].events, viewer)]


def _seen(match: Match, version: int, viewer: Viewer) -> list[str]:
    """The view at the deal, then what has changed in it."""
    before = _plain(match.view(viewer, version - 1)) if version else {}
    after = _plain(match.view(viewer, version))
    lines = []
    for name, value in after.items():
        if name == "seat" or (name in before and before[name] == value):
            continue
        if len(_compact(value)) <= WIDE or name not in before:
            lines.append(f"{name}: {_compact(value)}")
        else:
            lines += [
                f"{'.'.join(map(str, [name, *path]))}: {_compact(new)}"
                for path, new in diff_views(before[name], value)
            ]
    return lines


def _legal(match: Match, version: int, seat: int) -> list[str]:
    moves = match.rules.moves(match.state_at(version), seat)
    texts = [match.game.format_move(move) for move in islice(moves, MANY)]
    more = not moves.complete or len(texts) == MANY
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
def test_plays_as_it_is_written(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_text("utf-8")
    assert playthrough(*TABLES[name]) == kept


def test_no_playthrough_is_left_over() -> None:
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
