"""Record a game of bots for each game, which the home page plays as a picture.

    python web/src/games/make_sample_games.py           writes each game's sample-game.json
    python web/src/games/make_sample_games.py --check   fails if one is stale

A sample is the beginning of a spectator's record: the changes of the view at each step and, in a
race, the drafts between them.
"""

from __future__ import annotations

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from quincunx.core.match import Match
from quincunx.core.options import make_options
from quincunx.core.records.record import Record
from quincunx.core.seeds import Seed
from quincunx.registry import find, game_names

FOLDER = Path(__file__).parent
NAMES = ("Ada", "Ben", "Cleo", "Dan")
LEVEL = "medium"
MIN_SEATS = 2
MAX_STEPS = 40
MAX_DRAFTS = 100


def main() -> None:
    stale = []
    for name in game_names():
        file = FOLDER / name / "sample-game.json"
        sample = _sample(_play(name))
        if "--check" not in sys.argv:
            # The linter of the page formats it, as it does all JSON files.
            file.write_text(json.dumps(sample, indent=2) + "\n", "utf-8")
        elif not file.is_file() or json.loads(file.read_text("utf-8")) != sample:
            stale.append(f"{name}/{file.name}")
    if stale:
        sys.exit(f"{', '.join(stale)}: stale, run {Path(__file__).name}")


def _play(name: str) -> Match:
    """Let bots play the beginning of a game; the seed is the same every time."""
    game = find(name)
    options = make_options(game.options, {}, game=name)
    seats = max(MIN_SEATS, game.seats(options).start)
    seed = f"quincunx-sample/{name}"
    match = Match(
        game,
        options,
        seats,
        seed=Seed(sha256(seed.encode()).hexdigest()),
        names=NAMES[:seats],
    )
    bots = {seat: game.find_bot(LEVEL)() for seat in range(seats)}
    while match.outcome is None and not _is_long_enough(match):
        match.step(bots, seed=seed, partners={})
    return match


def _is_long_enough(match: Match) -> bool:
    return match.version >= MAX_STEPS or len(match.draft_log) >= MAX_DRAFTS


def _sample(match: Match) -> dict[str, Any]:
    """Return what the page needs of the record, as JSON data."""
    record: Record = match.full_record()
    sample = {
        "names": record.names,
        "steps": [{"at": step.at, "scene": step.scene} for step in record.steps],
        "drafts": record.drafts,
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sample))
    return plain


if __name__ == "__main__":
    main()
