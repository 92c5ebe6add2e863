"""What the public events of a move say."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import quincunx


def event_kinds(events: Iterable[quincunx.Event]) -> list[str]:
    """Return the last part of each public message's id."""
    return [event.public.id.rpartition(".")[2] for event in events if event.public]


def event_args(events: Iterable[quincunx.Event], kind: str) -> list[dict[str, Any]]:
    """Return the arguments of each public message of this kind."""
    return [
        dict(event.public.args)
        for event in events
        if event.public and event.public.id.partition(".")[2] == f"event.{kind}"
    ]
