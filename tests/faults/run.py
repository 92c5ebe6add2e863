"""One run: players play, faults are injected and end, and then everything is checked."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import NamedTuple

from quincunx.core.errors import QuincunxError
from tests.faults.checks import chat_checks, ending_checks, game_checks, private_checks
from tests.faults.checks.stored_tables import StoredTable, load_stored_tables
from tests.faults.deployment.deployment import Database, running_deployment
from tests.faults.deployment.proxy import running_proxy
from tests.faults.faults import Target, draw_faults, inject_all
from tests.faults.players.client_log import ClientLog
from tests.faults.players.player import FAILURES
from tests.faults.players.players import SimulatedPlayers
from tests.helpers.waiting import MAX_WAIT_S

MAX_RECORDS = 50
"""Records that are checked: the rate limit refuses more."""


class Report(NamedTuple):
    """The violations that were found, and how much was played."""

    violations: list[str]
    tables: int
    moves: int
    """The number of acknowledged moves."""
    chat_lines: int
    pauses: int
    undos: int
    resignations: int
    notes: int
    """The number of versions with private notes, of all players together."""
    vacations: int
    reactions: int
    followed: int
    """The number of pairs of players at one table of whom one follows the other."""


async def run(
    database: Database,
    folder: Path,
    seed: int,
    *,
    faults: int,
    servers: int = 1,
    workers: int = 0,
    groups: int = 1,
) -> Report:
    """Inject that many faults while that many groups play each game."""
    rng = Random(seed)
    planned = draw_faults(database, faults, rng)
    async with (
        running_deployment(database, folder, servers, workers) as deployment,
        running_proxy(deployment.ports, Random(f"{seed} network")) as proxy,
    ):
        players = SimulatedPlayers(proxy.url, seed)
        await players.begin(groups)
        await players.wait_for_moves(1, timeout_s=MAX_WAIT_S)
        assert players.moves, "players can play while there are no faults"
        await inject_all(Target(deployment, proxy, players), planned, rng)
        players.signals.stop.set()
        violations = await _wait_until_nothing_is_due(players)
        await _wait_until_up_to_date(players, await load_stored_tables(deployment.url))
        records = await _records(players)
        await players.leave()
        await deployment.stop()
        tables = await load_stored_tables(deployment.url)
    violations += _violations(tables, players.client_logs, records, proxy.duplicated)
    return _report(violations, tables, players.moves)


def _report(violations: list[str], tables: dict[str, StoredTable], moves: int) -> Report:
    return Report(
        violations,
        len(tables),
        moves,
        chat_lines=sum(line.person is not None for table in tables.values() for line in table.chat),
        pauses=sum(
            after.paused and not before.paused
            for table in tables.values()
            for before, after in pairwise(table.revisions)
        ),
        resignations=sum(seat.has_resigned for table in tables.values() for seat in table.seats),
        notes=sum(len(versions) for table in tables.values() for versions in table.notes.values()),
        vacations=sum(len(seat.vacations) for table in tables.values() for seat in table.seats),
        reactions=sum(
            line.reaction is not None for table in tables.values() for line in table.chat
        ),
        followed=sum(
            len(others) for table in tables.values() for others in table.followed.values()
        ),
        undos=sum(entry.back is not None for table in tables.values() for entry in table.entries),
    )


# Waiting


async def _wait_until_nothing_is_due(players: SimulatedPlayers) -> list[str]:
    """Wait until no bot or deadline is due; return what is still due after the time limit."""
    running = [client_log for client_log in players.client_logs if not client_log.has_ended]
    found = await asyncio.gather(*(_overdue(players, client_log) for client_log in running))
    return [violation for violations in found for violation in violations]


async def _overdue(players: SimulatedPlayers, client_log: ClientLog) -> list[str]:
    violations = ["its position was never read"]
    for _ in range(round(2 * MAX_WAIT_S)):
        if client_log.has_ended and not client_log.unanswered:
            return []
        try:
            position = await players.look(client_log)
        except (*FAILURES, QuincunxError) as error:
            violations = [f"its position cannot be read: {error!r}"]
        else:
            violations = ["its game has not begun"]
            if position is not None:
                violations = [*game_checks.overdue_actions(position, client_log.bots)]
        if not violations and not client_log.unanswered:
            break
        await asyncio.sleep(0.5)
    return _titled(client_log, violations)


async def _wait_until_up_to_date(players: SimulatedPlayers, tables: dict[str, StoredTable]) -> None:
    """Wait until clients have received all that is stored now; checks report what is missing."""
    for client_log in players.client_logs:
        table = tables.get(client_log.table_id)
        if table is not None:
            client_log.expected_version = len(table.entries) - 1
            # Players leave at the end of a game; others may still write in the chat.
            client_log.expected_chat_lines = 0 if client_log.has_ended else len(table.chat)
    for _ in range(round(10 * MAX_WAIT_S)):
        if all(client_log.is_up_to_date for client_log in players.client_logs):
            return
        await asyncio.sleep(0.1)


async def _records(players: SimulatedPlayers) -> dict[str, str]:
    """Return the records of the games that ended last."""
    ended = {each.table_id: each for each in players.client_logs if each.has_ended}
    latest = [*ended.items()][-MAX_RECORDS:]
    return {table_id: await players.record(client_log) for table_id, client_log in latest}


# Checking


def _violations(
    tables: dict[str, StoredTable],
    client_logs: list[ClientLog],
    records: dict[str, str],
    duplicated: set[str],
) -> list[str]:
    found = []
    for table in tables.values():
        title = f"{table.table['game']} {table.id}"
        found += [f"{title}: {violation}" for violation in _table_violations(table, records)]
    for client_log in client_logs:
        if client_log.table_id in tables:
            table = tables[client_log.table_id]
            found += _titled(client_log, _client_violations(table, client_log, duplicated))
    return found


def _table_violations(table: StoredTable, records: dict[str, str]) -> Iterator[str]:
    yield from game_checks.versions_have_no_gaps(table)
    yield from game_checks.requests_are_played_once(table)
    yield from game_checks.log_matches_rules(table)
    yield from game_checks.row_matches_log(table)
    yield from game_checks.deadlines_fire_once_and_in_time(table)
    yield from chat_checks.chat_lines_are_unique(table)
    yield from chat_checks.paused_tables_stand_still(table)
    yield from chat_checks.agreed_pauses_begin(table)
    yield from ending_checks.resignations_are_noted_once(table)
    yield from ending_checks.games_end_with_the_last_opponent(table)
    yield from ending_checks.nobody_moves_after_their_time_is_up(table)
    yield from private_checks.clocks_stand_still_during_vacations(table)
    if table.id in records:
        yield from game_checks.record_matches_log(table, records[table.id])


def _client_violations(
    table: StoredTable, client_log: ClientLog, duplicated: set[str]
) -> Iterator[str]:
    yield from game_checks.acknowledged_moves_are_stored(table, client_log)
    yield from game_checks.refused_requests_have_no_effect(table, client_log, duplicated)
    yield from game_checks.requests_are_answered(client_log)
    yield from game_checks.updates_match_log(table, client_log)
    yield from game_checks.views_match_log(table, client_log)
    yield from chat_checks.acknowledged_chat_is_stored(table, client_log)
    yield from chat_checks.chat_updates_match_store(table, client_log)
    yield from chat_checks.proposals_are_granted_once(table, client_log)
    yield from ending_checks.acknowledged_resignations_are_stored(table, client_log)
    yield from private_checks.acknowledged_notes_are_stored(table, client_log)
    yield from private_checks.vacations_are_stored_as_acknowledged(table, client_log)
    yield from private_checks.followed_people_are_stored_as_acknowledged(table, client_log)


def _titled(client_log: ClientLog, violations: Iterable[str]) -> list[str]:
    game = client_log.table.game if client_log.table is not None else ""
    title = f"{game} {client_log.table_id}, seat {client_log.seat}"
    return [f"{title}: {violation}" for violation in violations]
