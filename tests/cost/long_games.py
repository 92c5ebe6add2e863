"""Games that players drag out as long as the rules allow, put into a store as a server does."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from quincunx.core.game import Game
from quincunx.core.match import Match, digest
from quincunx.core.options import make_options
from quincunx.core.seeds import Seed
from quincunx.server.common.seating import Occupant, Seating
from quincunx.server.common.table_config import TableConfig
from quincunx.server.common.times import wall_clock
from quincunx.server.storage.changes import TableChange
from quincunx.server.storage.log_entries import entries_after
from quincunx.server.storage.store import Store
from quincunx.server.storage.table_data.rows import store_new_table
from quincunx.wire import Person, TableId, TablePhase

NONCES = ("n",)

MAX_TRIES = 12
"""Moves that a dawdler looks at before making one that ends the game."""

STALLING = ("twist", "quiet", "ask", "roll", "pass", "redraw", "trade", "signal")
"""How the moves begin that bring a game no nearer to its end."""


def long_match(
    game: Game, entries: int, table: str = "t", options: dict[str, Any] | None = None
) -> Match:
    """Play until there are so many log entries, or the game ends although nobody hurries."""
    chosen = make_options(game.options, options or {}, game=game.name)
    seats = game.seats(chosen).stop - 1
    match = Match(
        game,
        chosen,
        seats,
        seed=Seed("secret", NONCES),
        table=table,
        names=tuple(f"Player {seat + 1}" for seat in range(seats)),
    )
    rng = Random(0)
    while match.outcome is None and match.version + 1 < entries:
        _dawdle(match, rng)
    return match


def finished(match: Match, most: int) -> Match:
    """Play on without dawdling, until the game is over or has `most` entries."""
    rng = Random(1)
    while match.outcome is None and match.version + 1 < most:
        if match.deadline is not None and not match.awaited:
            match.tick(match.deadline)
            continue
        seat = rng.choice(match.awaited)
        match.play(match.legal_moves(seat).sample(rng), seat)
    return match


def _dawdle(match: Match, rng: Random) -> None:
    """Make a move that stalls, or any move that does not end the game, or let time pass."""
    choices = [
        (seat, move)
        for seat in match.active
        for move in _some_moves(match, seat, rng)
        if not _ends(match, seat, move)
    ]
    if not choices:
        if match.deadline is not None:
            match.tick(match.deadline)
            return
        seat = match.awaited[0]
        match.play(match.legal_moves(seat).sample(rng), seat)
        return
    stalling = [each for each in choices if _stalls(each[1])]
    seat, move = rng.choice(stalling or choices)
    match.play(move, seat)


def _some_moves(match: Match, seat: int, rng: Random) -> list[Any]:
    moves = match.legal_moves(seat)
    listed = list(moves)
    rng.shuffle(listed)
    stalling = [move for move in listed if _stalls(move)]
    return (stalling or listed)[:MAX_TRIES]


def _stalls(move: Any) -> bool:
    return str(move).startswith(STALLING)


def _ends(match: Match, seat: int, move: Any) -> bool:
    match.play(move, seat)
    ended = match.outcome is not None
    match.undo()
    return ended


async def put_game(
    store: Store, match: Match, people: Sequence[Person], phase: TablePhase = "playing"
) -> str:
    """Store the match as the table of these people, who sit in their order."""
    table = match.table
    seating = Seating.empty((1,) * match.seats)
    for seat, person in enumerate(people):
        seating = seating.with_occupant((seat, 0), Occupant(person, nonce="n"))
    sheet = TableConfig(
        id=TableId(table),
        game=match.game,
        options=match.options,
        seats=match.seats,
        rules=match.game.version,
        host=people[0],
        invite="",
        secret="secret",
        nonces=NONCES,
        deal_name=table,
        # In a casual game everything is allowed, hints and undo included.
        rated=False,
    )
    await store_new_table(store, sheet, seating, None)
    await put_steps(store, match, -1, 0, phase)
    return table


async def put_steps(
    store: Store, match: Match, before: int, revision: int, phase: TablePhase = "playing"
) -> None:
    """Store the steps after version `before` in one change, as another process might have."""
    packed = msgspec.msgpack.encode(match.state)
    over = match.outcome is not None
    values = {
        "version": match.version,
        "phase": "over" if over else phase,
        "state": packed,
        "digest": digest(packed),
        "clock": match.now,
        "house": 0,
        "nonces": msgspec.json.encode(NONCES).decode(),
        "awaited": msgspec.json.encode(match.awaited).decode(),
        "moved": wall_clock(),
    }
    if over:
        values["ended"] = values["moved"]
        values["outcome"] = msgspec.json.encode(match.outcome).decode()
    entries = entries_after(match, before, None, None)
    assert await store.change(TableChange(TableId(match.table), revision, values, entries))


def new_table_id() -> str:
    return secrets.token_hex(6)
