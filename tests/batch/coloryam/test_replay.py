"""ColorYam on arrays is the same game as in the engine."""

from __future__ import annotations

from itertools import product
from types import ModuleType
from typing import Any, Final

import numpy as np
import pytest

from quincunx.batch.coloryam import kernel, scoring, sheet
from tests.batch.kit import BatchSetup, replay, setup_id

_OWN: Final = {"sheet": "own", "own": "none Y; none K O; never 3; never 2; O = R; K > O"}
_SHEETS: Final = (*({"sheet": name} for name in ("1", "2", "3", "4", "5", "6", "random")), _OWN)

EVERY: Final = [
    BatchSetup("coloryam", seats, {**sheet, "beginner": beginner})
    for sheet, beginner, seats in product(_SHEETS, (False, True), range(1, 6))
]
SAMPLE: Final = (
    BatchSetup("coloryam", 1, {"sheet": "random", "beginner": True}),
    BatchSetup("coloryam", 3, {"sheet": "random"}),
)
TABLES: Final = 50
STEPS: Final = -(-1_000_000 // (len(EVERY) * TABLES))
"""The steps of each table, for a million in all."""


@pytest.mark.parametrize("setup", SAMPLE, ids=setup_id)
def test_a_sample_of_games_is_the_same_in_the_engine(setup: BatchSetup) -> None:
    assert replay(setup.make(), tables=12, steps=128).ends > 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("setup", EVERY, ids=setup_id)
def test_games_of_every_option_set_are_the_same_in_the_engine(setup: BatchSetup) -> None:
    compared = replay(setup.make(), tables=TABLES, steps=STEPS)
    assert compared.steps >= STEPS * TABLES
    assert compared.ends > 0


_LINE_BEFORE: Final = np.eye(sheet.LINES + 1, sheet.LINES, -1, dtype=bool)
"""By line, the line before it."""


_THREE: Final = BatchSetup("coloryam", 3)
_BEGINNER_ALONE: Final = BatchSetup("coloryam", 1, {"beginner": True})


@pytest.mark.parametrize(
    ("module", "name", "mutated", "setup", "difference"),
    [
        # The line before would decide who begins a section, not the score row above it.
        (kernel, "ABOVE", _LINE_BEFORE, _THREE, "state|refused"),
        # The last section would have one ColorYam field.
        (sheet, "SECTION_WITH_TWO_FIELDS", sheet.LINES, _BEGINNER_ALONE, "state"),
        # An X would be worth a point.
        (scoring, "X", -1, _THREE, "state|rewards"),
    ],
    ids=["who begins", "fields", "points"],
)
def test_a_mutation_is_noticed(
    module: ModuleType,
    name: str,
    mutated: Any,
    setup: BatchSetup,
    difference: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, name, mutated)
    with pytest.raises(AssertionError, match=rf"\A({difference})"):
        replay(setup.make(), tables=12, steps=128)
