"""One run: people play, faults happen, all is made good again, and then everything is checked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

from quincunx.core.errors import QuincunxError
from tests.faults import checks, checks_of_company
from tests.faults.driver import Driver
from tests.faults.faults import Scene, let_happen, schedule
from tests.faults.house import Database, house
from tests.faults.ledger import Account, accounts
from tests.faults.memory import Memory
from tests.faults.person import FAILURES
from tests.faults.proxy import listening
from tests.helpers.waiting import MAX_WAIT_S

MOST_RECORDS = 50


class Report(NamedTuple):
    complaints: list[str]
    tables: int
    moves: int
    """As many as were acknowledged."""
    said: int
    pauses: int
    taken_back: int


async def run(
    database: Database,
    folder: Path,
    seed: int,
    *,
    faults: int,
    servers: int = 1,
    workers: int = 0,
    parties: int = 1,
) -> Report:
    rng = Random(seed)
    planned = schedule(database, faults, rng)
    weather = Random(f"{seed} weather")
    async with (
        house(database, folder, servers, workers) as opened,
        listening(opened.ports, weather) as line,
    ):
        driver = Driver(line.url, seed)
        await driver.begin(parties)
        await driver.makes_moves(1, within=MAX_WAIT_S)
        assert driver.moves, "while nothing is wrong, people can play"
        await let_happen(Scene(opened, line, driver), planned, rng)
        driver.bell.stop.set()
        complaints = await _wait_until_quiet(driver)
        await _wait_until_all_know(driver, await accounts(opened.url))
        records = await _records(driver)
        await driver.leave()
        await opened.close()
        found = await accounts(opened.url)
    complaints += _checked(found, driver.memories, records, line.doubled)
    return _report(complaints, found, driver.moves)


def _report(complaints: list[str], found: dict[str, Account], moves: int) -> Report:
    tables = found.values()
    return Report(
        complaints,
        len(tables),
        moves,
        said=sum(saying.person is not None for table in tables for saying in table.said),
        pauses=sum(
            after.paused and not before.paused
            for table in tables
            for before, after in pairwise(table.revisions)
        ),
        taken_back=sum(entry.back is not None for table in tables for entry in table.entries),
    )


async def _wait_until_quiet(driver: Driver) -> list[str]:
    """Until nothing is due any more; what never happens is told."""
    running = [memory for memory in driver.memories if not memory.has_ended]
    waiting = await asyncio.gather(*(_see_quiet(driver, memory) for memory in running))
    return [each for complaints in waiting for each in complaints]


async def _see_quiet(driver: Driver, memory: Memory) -> list[str]:
    complaints = ["nothing was seen of it"]
    for _ in range(round(2 * MAX_WAIT_S)):
        try:
            position = await driver.look(memory)
        except (*FAILURES, QuincunxError) as error:
            complaints = [f"it cannot be looked at: {error!r}"]
        else:
            complaints = ["its game has not begun"]
            if position is not None:
                complaints = [*checks.somebody_is_due(position, memory.bots)]
        if not complaints and not memory.open:
            break
        await asyncio.sleep(0.5)
    return _titled(memory, complaints)


async def _wait_until_all_know(driver: Driver, stored: dict[str, Account]) -> None:
    """From now on they must know all that has happened so far; if not, a check will say so."""
    for memory in driver.memories:
        if memory.table_id in stored:
            account = stored[memory.table_id]
            memory.must_know = len(account.entries) - 1
            # Who has seen the end has left: others may have had a last word.
            memory.must_have_heard = 0 if memory.has_ended else len(account.said)
    for _ in range(round(10 * MAX_WAIT_S)):
        if all(memory.knows_all for memory in driver.memories):
            return
        await asyncio.sleep(0.1)


async def _records(driver: Driver) -> dict[str, str]:
    """Of the games that ended last; who asks for too many is refused."""
    ended = {memory.table_id: memory for memory in driver.memories if memory.has_ended}
    some = [*ended.items()][-MOST_RECORDS:]
    return {table_id: await driver.record(memory) for table_id, memory in some}


def _checked(
    found: dict[str, Account], memories: list[Memory], records: dict[str, str], doubled: set[str]
) -> list[str]:
    complaints = []
    for account in found.values():
        title = f"{account.table['game']} {account.id}"
        complaints += [f"{title}: {each}" for each in _wrong_with(account, records)]
    for memory in memories:
        if memory.table_id in found:
            wrong = _wrong_for(found[memory.table_id], memory, doubled)
            complaints += _titled(memory, wrong)
    return complaints


def _wrong_with(account: Account, records: dict[str, str]) -> Iterator[str]:
    yield from checks.versions_have_no_gaps(account)
    yield from checks.every_request_is_played_once(account)
    yield from checks.the_log_is_the_game(account)
    yield from checks.nothing_is_half_done(account)
    yield from checks.every_deadline_fired_once(account)
    yield from checks_of_company.everything_is_said_once(account)
    yield from checks_of_company.nothing_happens_in_a_pause(account)
    yield from checks_of_company.a_pause_that_all_want_begins(account)
    if account.id in records:
        yield from checks.records_tell_the_same(account, records[account.id])


def _wrong_for(account: Account, memory: Memory, doubled: set[str]) -> Iterator[str]:
    yield from checks.nothing_acknowledged_is_lost(account, memory)
    yield from checks.nothing_refused_happened(account, memory, doubled)
    yield from checks.everything_was_answered(account, memory)
    yield from checks.everybody_was_told_everything(account, memory)
    yield from checks.everybody_saw_what_happened(account, memory)
    yield from checks_of_company.nothing_said_is_lost(account, memory)
    yield from checks_of_company.everybody_heard_everything(account, memory)
    yield from checks_of_company.wishes_come_true_once(account, memory)


def _titled(memory: Memory, complaints: Iterable[str]) -> list[str]:
    game = memory.table.game if memory.table is not None else ""
    return [f"{game} {memory.table_id}, seat {memory.seat}: {each}" for each in complaints]
