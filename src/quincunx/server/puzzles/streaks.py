"""How many puzzles each person has solved in a row, and which one comes next for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from sqlalchemy import select, update
from sqlalchemy.engine import RowMapping

from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.schema import puzzle_streaks
from quincunx.server.storage.store import Store, insert_if_new
from quincunx.wire import Person, PuzzleStreak

LEVEL_STARTS: Final = (0, 3, 8)
"""The streak with which each level of difficulty begins."""


def level_at(streak: int) -> int:
    """Return how hard the next puzzle is after that many solved ones."""
    return max(level for level, start in enumerate(LEVEL_STARTS) if streak >= start)


async def streaks_of(store: Store, person: Person | None) -> dict[str, PuzzleStreak]:
    """Return a person's streaks by game."""
    if person is None:
        return {}
    rows = await store.fetch_all(select(puzzle_streaks).where(puzzle_streaks.c.person == person.id))
    return {row["game"]: _streak(row) for row in rows}


async def open_puzzle(store: Store, person: Person, game: str) -> tuple[int | None, PuzzleStreak]:
    """Return the number of the puzzle that the person has not answered yet, and the streak."""
    row = await store.fetch_one(
        select(puzzle_streaks).where(
            puzzle_streaks.c.person == person.id, puzzle_streaks.c.game == game
        )
    )
    return (None, PuzzleStreak(game)) if row is None else (row["number"], _streak(row))


async def assign_puzzle(
    store: Store, person: Person, game: str, number: int
) -> tuple[int, PuzzleStreak]:
    """Make this the person's next puzzle, unless another one is still open; return the open one."""

    async def job(connection: StoreConnection) -> tuple[int, PuzzleStreak]:
        row = await _locked(connection, person, game)
        if row["number"] is not None:
            return row["number"], _streak(row)
        await _update(connection, person, game, number=number)
        return number, _streak(row)

    return await store.write(job)


async def count_answer(
    store: Store, person: Person, game: str, number: int, *, solved: bool
) -> PuzzleStreak | None:
    """Count the first complete answer to the person's open puzzle; return `None` for any other."""

    async def job(connection: StoreConnection) -> PuzzleStreak | None:
        row = await _locked(connection, person, game)
        if row["number"] != number:
            return None
        current = row["current"] + 1 if solved else 0
        best = max(current, row["best"])
        await _update(connection, person, game, number=None, current=current, best=best)
        return PuzzleStreak(game, current, best)

    return await store.write(job)


async def _locked(connection: StoreConnection, person: Person, game: str) -> RowMapping:
    """Return the person's row for the game and lock it until the transaction ends."""
    await connection.execute(
        insert_if_new(connection, puzzle_streaks), [{"person": person.id, "game": game}]
    )
    rows = await connection.execute(
        select(puzzle_streaks)
        .where(puzzle_streaks.c.person == person.id, puzzle_streaks.c.game == game)
        .with_for_update()
    )
    found: Sequence[RowMapping] = rows.mappings().all()
    return found[0]


async def _update(
    connection: StoreConnection, person: Person, game: str, **values: int | None
) -> None:
    await connection.execute(
        update(puzzle_streaks)
        .where(puzzle_streaks.c.person == person.id, puzzle_streaks.c.game == game)
        .values(values)
    )


def _streak(row: RowMapping) -> PuzzleStreak:
    return PuzzleStreak(row["game"], row["current"], row["best"])
