"""One row for each decision of a finished game: a pure function of the match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from quincunx.core.errors import UncountableMoves
from quincunx.core.match import Match
from quincunx.core.match.log import LogEntry
from quincunx.lab.datasets.features import Encoding, FeatureKind

COLUMNS: Final[Mapping[str, FeatureKind]] = {
    "game": "number",
    "deal": "number",
    "version": "number",
    "at": "number",
    "seat": "number",
    "bot": "text",
    "legal_moves": "number",
    "move": "text",
    "value": "number",
    "result": "real",
}
"""The columns that every dataset has; see `docs/reference/datasets.md`. The features follow."""

FEATURE_PREFIX: Final = "view."
"""Begins the name of every feature's column."""


def decision_rows(
    match: Match, number: int, deal: int, bots: Sequence[str], encoding: Encoding
) -> Iterator[dict[str, Any]]:
    """Yield a row for each move of a finished match, in order."""
    values, results = seat_values(match), seat_results(match)
    for version, entry in enumerate(match.log):
        seat = entry.seat
        if seat is None or entry.move is None or not match.is_in_effect(version):
            continue
        features = encoding.encode(match.view(seat, version - 1))
        yield {
            "game": number,
            "deal": deal,
            "version": version,
            "at": entry.at,
            "seat": seat,
            "bot": bots[seat],
            "legal_moves": _count_legal_moves(match, entry, version),
            "move": str(entry.move),
            "value": values[seat],
            "result": results[seat],
            **{f"{FEATURE_PREFIX}{name}": value for name, value in features.items()},
        }


def _count_legal_moves(match: Match, entry: LogEntry, version: int) -> int | None:
    """Return the number of legal moves before that version; `None` if they cannot be counted."""
    assert entry.seat is not None
    try:
        return len(match.rules.legal_moves(match.state_at(version - 1), entry.seat))
    except UncountableMoves:
        return None


def seat_values(match: Match) -> tuple[int, ...]:
    """Return by seat how well the game went for it, in points: more is better.

    It is the lead over the best other seat. In a game that is won together or played alone it is
    the score itself, or minus the score where a lower score wins.
    """
    assert match.outcome is not None
    sign = -1 if match.game.low_score_wins(match.seats) else 1
    scores = [sign * score for score in match.outcome.scores]
    if match.game.cooperative or match.seats == 1:
        return tuple(scores)
    return tuple(
        score - max(scores[:seat] + scores[seat + 1 :]) for seat, score in enumerate(scores)
    )


def seat_results(match: Match) -> tuple[float, ...]:
    """Return each seat's share of the win; a joint win of all counts as 1 for each."""
    assert match.outcome is not None
    winners = match.outcome.winners
    share = 1.0 if match.game.cooperative else 1 / max(len(winners), 1)
    return tuple(share if seat in winners else 0.0 for seat in range(match.seats))
