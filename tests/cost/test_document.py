"""docs/reference/limits.md says what the budgets say.

`python -m tests.cost.test_document --write` brings its figures up to date.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from quincunx.core.messages import pattern
from tests.cost.budgets import (
    AROUND,
    FILE,
    HARDEST,
    KIB,
    LISTS,
    MISTAKE,
    NEW_TABLE,
    PICTURE,
    PUZZLE,
    REQUESTS,
    ROUTES,
    SMALL,
    SOCKET,
    Budget,
)

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "reference" / "limits.md"


def _with(budget: Budget) -> tuple[str, ...]:
    """Return the names of everything that has this budget."""
    return tuple(name for name, each in {**REQUESTS, **ROUTES}.items() if each is budget)


ROWS: Final[dict[str, Sequence[str]]] = {
    "joining a table (`hello`)": ("Hello",),
    "`history`": ("AskHistory",),
    "a legal move": ("PlayMove",),
    "a text that is not a move": ("PlayMove, nonsense",),
    "a text that is too long for a move": ("PlayMove, too long",),
    "a draft": ("UpdateDraft",),
    "a draft of another type": ("UpdateDraft, nonsense",),
    "a chat line, a reaction, a report": ("Say", "React", "Report"),
    "a chat line that is too long, a message that is not JSON": ("Say, too long", "Unreadable"),
    "a ping, the answer to a probe, a page that is hidden": ("Ping", "Echo", "PageHidden"),
    "seats, proposals, pauses": _with(AROUND),
    "the deal": ("Ready, deal",),
    "leaving, resigning": ("Leave", "Resign"),
    "a rematch": ("AskRematch",),
    "hints": ("AskHints",),
    "a record": ("GET /api/tables/{table_id:str}/record",),
    "a review": ("GET /api/tables/{table_id:str}/review",),
    "an export": ("GET /api/export",),
    "going on vacation, returning from it": ("POST /api/vacation", "POST /api/vacation/end"),
    "continuing a finished game, playing its deal again": (
        "POST /api/tables/{table_id:str}/play-on",
        "POST /api/tables/{table_id:str}/challenge",
    ),
    "the imprint, the privacy text": ("GET /api/site/{name:str}",),
    "lists, profiles, daily boards": _with(LISTS),
    "puzzles and answers": _with(PUZZLE),
    "puzzles from finished games": _with(MISTAKE),
    "a file of the page": _with(FILE),
    "the picture of a link preview": _with(PICTURE),
    "a report about a name or an avatar": ("POST /api/people/{person_id:str}/report",),
    "friends and people whom one follows, blocked people": (
        "GET /api/contacts",
        "GET /api/blocks",
    ),
    "the address of a browser for push messages": ("POST /api/push", "POST /api/push/renew"),
    "the description of the API": ("GET /api/schema", "GET /api/schema/openapi.json"),
    "everything else over HTTP": (*_with(SMALL), *_with(NEW_TABLE)),
}
"""For the first cell of each row, the budgets that the row covers."""


def figures(row: str) -> str:
    """Return the beginning of a row: the request, and the most that it may cost."""
    budgets = [{**REQUESTS, **ROUTES}[name].most for name in ROWS[row]]
    cells = [f"{max(each.slice for each in budgets):,}"]
    cells += [
        _kib(max(getattr(each, measure) for each in budgets))
        for measure in ("sent", "others", "stored")
    ]
    return f"| {row} | {' | '.join(cells)} |"


def _kib(count: int) -> str:
    if 0 < count < KIB // 2:
        return f"{count} B"
    return f"{count / KIB:.3g} KiB" if count else "–"


def test_every_budget_is_in_one_row() -> None:
    listed = [name for names in ROWS.values() for name in names]
    budgets = {**REQUESTS, **ROUTES}
    assert sorted(listed) == sorted(name for name in budgets if budgets[name] is not SOCKET)


@pytest.mark.parametrize("row", ROWS)
def test_the_document_lists_each_budget(row: str) -> None:
    lines = DOCUMENT.read_text("utf-8").splitlines()
    assert sum(line.startswith(figures(row)) for line in lines) == 1, figures(row)


def test_the_document_lists_the_cost_of_the_hardest_positions() -> None:
    document = DOCUMENT.read_text("utf-8")
    for game, most in HARDEST.items():
        assert f"| {pattern(f'{game}.name')} | {most:,} |" in document


def write() -> None:
    document = DOCUMENT.read_text("utf-8")
    for row in ROWS:
        cells = rf"^\| {re.escape(row)} \|([^|\n]*\|){{4}}"
        document, found = re.subn(cells, figures(row), document, flags=re.MULTILINE)
        assert found == 1, f"the document has no row for {row}"
    DOCUMENT.write_text(document, "utf-8")


if __name__ == "__main__" and "--write" in sys.argv:
    write()
