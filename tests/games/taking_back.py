"""What the tests of take-backs share: a move that is taken back, and one that stands."""

from __future__ import annotations

from typing import Any

import pytest

import quincunx


def take_back(match: quincunx.Match, seat: int, move: Any, at: int | None = None) -> None:
    """The seat makes the move and takes it back: all see the position before it again."""
    before = _position(match)
    match.play(move, seat, at=at)
    assert _position(match) != before
    regret(match, seat)
    assert _position(match) == before


def regret(match: quincunx.Match, seat: int, at: int | None = None) -> None:
    """The seat takes its last move back."""
    version = match.version
    assert match.can_take_back(seat)
    match.take_back(seat, at)
    assert match.version == version + 1


def stands(match: quincunx.Match, seat: int) -> None:
    """The seat has to leave its last move as it is, and so has everybody else."""
    before = (match.version, _position(match))
    assert match.log[-1].seat == seat or match.log[-1].seat is None
    for each in range(match.seats):
        _refused(match, each)
    assert (match.version, _position(match)) == before


def stands_since(match: quincunx.Match, seat: int) -> None:
    """What happened after the seat's last move keeps it from being taken back."""
    assert match.log[-1].seat != seat
    _refused(match, seat)


def _refused(match: quincunx.Match, seat: int) -> None:
    assert not match.can_take_back(seat)
    with pytest.raises(quincunx.CannotTakeBack):
        match.take_back(seat)


def _position(match: quincunx.Match) -> tuple[Any, ...]:
    views = [match.view(viewer) for viewer in (None, quincunx.OMNISCIENT, *range(match.seats))]
    drafts = [match.draft_of(seat) for seat in range(match.seats)]
    return match.digest(), views, match.active, match.awaited, match.deadline, drafts
