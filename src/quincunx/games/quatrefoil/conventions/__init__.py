"""The conventions by which four expert bots coordinate without seeing each other's cards.

A convention prescribes a move for every hand that the acting seat may hold. `search` derives the
best conventions and writes them as JSON files next to this module; `convention_tree` reads them
back and looks up moves. Both work on `situations`: deals described relative to the acting seat.
"""

from __future__ import annotations

from quincunx.games.quatrefoil.conventions.convention_tree import Convention, load_convention

__all__ = ["Convention", "load_convention"]
