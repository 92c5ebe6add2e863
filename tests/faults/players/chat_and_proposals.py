"""What simulated players do besides moving: chat, react, pause, undo moves if the others agree,
resign."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import get_args

from quincunx.wire import (
    Answer,
    Propose,
    React,
    Reaction,
    RequestId,
    Resign,
    Resume,
    Say,
    Table,
    TableRequest,
)
from tests.faults.players.client_log import ClientLog

# How often a player does each of these when something has changed at the table.
CHAT_SHARE = 0.03
REACTION_SHARE = 0.3
"""Of what players say; spectators only write."""
PAUSE_SHARE = 0.02
UNDO_SHARE = 0.8
"""Of moves that can be undone."""
AGREE_SHARE = 0.8
"""Of proposals to undo a move; players always agree to a pause."""
RESIGN_SHARE = 0.01
RESUME_SHARE = 0.2
"""Of opportunities to end a pause."""


def maybe_chat(
    client_log: ClientLog, request_ids: Iterator[RequestId], rng: Random
) -> TableRequest | None:
    """Return a chat message that no other player sends, a reaction, or `None`."""
    if client_log.table is None or client_log.table.quiet or rng.random() >= CHAT_SHARE:
        return None
    request_id = next(request_ids)
    is_player = client_log.seat is not None and client_log.position is not None
    if is_player and not client_log.has_resigned and rng.random() < REACTION_SHARE:
        return React(request_id, rng.choice(get_args(Reaction)))
    return Say(request_id, f"This is message {request_id}.")


def maybe_resign(
    client_log: ClientLog, request_ids: Iterator[RequestId], rng: Random
) -> TableRequest | None:
    """Return a resignation where there are opponents, or `None`."""
    table = client_log.table
    if table is None or table.game == "quatrefoil" or rng.random() >= RESIGN_SHARE:
        return None
    return Resign(next(request_ids))


def maybe_propose(
    client_log: ClientLog, table: Table, request_ids: Iterator[RequestId], rng: Random
) -> TableRequest | None:
    """Return a player's proposal, or answer to one, or `None`."""
    proposal, position = table.proposal, client_log.position
    if table.paused:
        return Resume(next(request_ids)) if rng.random() < RESUME_SHARE else None
    if proposal is not None:
        if all(person.id != client_log.person.id for person in proposal.waiting):
            return None
        agrees = proposal.wish == "pause" or rng.random() < AGREE_SHARE
        return Answer(next(request_ids), proposal.wish, agrees)
    if position is not None and position.can_take_back and rng.random() < UNDO_SHARE:
        return Propose(next(request_ids), "take_back")
    return Propose(next(request_ids), "pause") if rng.random() < PAUSE_SHARE else None
