"""Running commands, and the games that they play."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from rich.text import Text

import quincunx
from quincunx.core.bots import AnyTurn, RandomBot
from quincunx.core.match import Match
from quincunx.core.records.record import Record
from tests.toy.rules import Lay


class CommandResult(NamedTuple):
    code: int
    out: str
    err: str


RunCommand = Callable[..., CommandResult]


class SlowBot(RandomBot):
    """Lays nothing, a tenth of a second after the last step."""

    def choose(self, turn: AnyTurn) -> Lay:
        return Lay(())

    def acts_at(self, turn: AnyTurn) -> int:
        return turn.last_event_at + 100


# The player begins, all cards are face up, and the bots only twist.
TABLE = quincunx.new("quatrefoil", seed=5, options={"variant": "nothing-to-hide"})
SEAT = TABLE.active[0]
OTHERS = [seat % 4 for seat in (SEAT + 1, SEAT + 2, SEAT + 3)]
PLAY = ["play", "quatrefoil", "--option", "variant=nothing-to-hide", "limit=20"]
PLAY += ["--seed", "5", "--seat", str(SEAT + 1)]


class Twister(RandomBot):
    """Always twists clockwise."""

    def choose(self, turn: AnyTurn) -> Any:
        return TABLE.game.parse_move("twist clockwise")


NAMES = ["Bot 1", "Bot 2", "Bot 3"]
NAMES.insert(SEAT, "You")


def board(match: Match, viewer: int = SEAT, version: int = -1, names: Sequence[str] = NAMES) -> str:
    """Return the board as the viewer sees it, without colours."""
    return Text.from_markup(match.game.board(match.view(viewer, version), names)).plain


def answers(out: str) -> list[str]:
    """Split what was printed at the prompts."""
    return re.split(r"Your move[^:\n]*(?::\d\d[^:\n]*)?: ", out)


def saved(path: Path, record: Record) -> Path:
    path.write_text(record.to_json(), "utf-8")
    return path


def tampered(path: Path, change: Callable[[Any], object]) -> Path:
    """Change a record file and return its path."""
    data = json.loads(path.read_text("utf-8"))
    change(data)
    path.write_text(json.dumps(data), "utf-8")
    return path
