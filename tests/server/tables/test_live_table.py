"""A live table, over real sockets: people, bots, refusals, reconnection, restarts, clocks."""

from __future__ import annotations

import json
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.asyncio.client import connect

import quincunx
from quincunx.client import Client, Disconnected, Refusal, TableConnection
from quincunx.registry import register
from quincunx.wire import FromTable, NewTable, PlayMove, Progress, RequestId, TableId
from tests.helpers.in_process_server import serve_database
from tests.helpers.server_process import ServerProcess
from tests.helpers.stores import sqlite_url
from tests.helpers.waiting import run
from tests.server.table_sessions import refusal_of
from tests.toy.game import TOY

OPEN = {"variant": "nothing-to-hide"}
BOTS = {1: "easy", 2: "medium", 3: "expert"}


async def play_to_the_end(table: TableConnection, last: str = "stack") -> None:
    """Twists until the hints say stack, then stacks."""
    while table.outcome is None:
        await table.my_turn()
        if table.outcome is None:
            hints = await table.hints(9)
            await table.play(hints.hints[-1].move or last)


def test_a_player_with_three_bots_plays_from_the_deal_to_the_rematch(server: ServerProcess) -> None:
    async def work() -> None:
        ada = await Client.guest(server.url, "Ada")
        opened = await ada.create_table(NewTable("quatrefoil", OPEN, bots=BOTS, bot_pace="slow"))
        async with ada.join(opened.id) as table:
            assert table.table.phase == "gathering"
            assert table.seat == 0
            assert table.table.bot_pace == "slow"
            await table.set_bot_pace("fast")
            await table.until(lambda: table.table.bot_pace == "fast")
            await table.ready("nonce1")
            await table.until(lambda: table.latest is not None)
            await play_to_the_end(table)
            await table.until(lambda: table.table.phase == "over")
            record = await ada.record(opened.id)
            assert quincunx.verify(record).nonces == 1
            match = quincunx.replay(record)
            assert isinstance(match, quincunx.Match)
            assert match.outcome == table.outcome
            assert match.names[0] == "Ada"
            seen = quincunx.replay(await ada.record(opened.id, seat=2))
            assert isinstance(seen, quincunx.Recording)
            await table.rematch()
            await table.until(lambda: table.table.rematch is not None)
            again = table.table.rematch
            assert again is not None
        async with ada.join(again) as table:
            assert table.seat == 0
            assert [seat.members[0].bot for seat in table.table.seats if seat.members[0]] == [
                None,
                *BOTS.values(),
            ]
            assert table.table.bot_pace == "fast"

    run(work())


def test_people_and_bots_share_a_team_and_take_turns(server: ServerProcess) -> None:
    async def work() -> None:
        ada = await Client.guest(server.url, "Ada")
        options = {"teams": "2", "color_blocking": True}
        opened = await ada.create_table(NewTable("quivvit", options, seats=2, bots={1: "easy"}))
        async with ada.join(opened.id) as table:
            assert all(table.table.seats[1].members), "a bot takes all places of its team"
            await table.seat_bot(0, "medium", member=1)
            await table.ready()
            rotated = []
            while table.outcome is None:
                await table.my_turn()
                if table.outcome is None:
                    if table.position.view["phase"] == "turn":
                        rotated.append(table.position.view["round"])
                        await table.play(table.position.moves[0].move)
                    else:
                        await table.play("decline")
            assert rotated == [1, 3, 5], "the bot of her team has rotated in the others"

    run(work())


def test_a_planning_bot_shows_its_progress(
    server: ServerProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    handle = TableConnection._handle

    async def noting(table: TableConnection, message: FromTable) -> None:
        await handle(table, message)
        if isinstance(message, Progress):
            seen.append(message.progress[1])

    monkeypatch.setattr(TableConnection, "_handle", noting)

    async def work() -> None:
        ada = await Client.guest(server.url, "Ada")
        opened = await ada.create_table(NewTable("toy", seats=2, bots={1: "builder"}))
        async with ada.join(opened.id) as table:
            await table.ready()
            await table.until(lambda: table.latest is not None)
            await table.until(lambda: table.position.view["done"][1])
            laid = table.position.view["laid"][1]
            # A busy server may miss a step, and then shows the next one.
            assert seen
            assert seen == sorted(set(seen) & set(range(1, len(laid) + 1)))

    run(work())


def test_friends_join_by_link_and_take_seats(server: ServerProcess) -> None:
    async def work() -> None:
        ada, bob = [await Client.guest(server.url, name) for name in ("Ada", "Bob")]
        # A race, in which the bots wait until all have looked.
        bots = {2: "easy", 3: "expert"}
        opened = await ada.create_table(NewTable("quatrefoil", {"clock": True}, bots=bots))
        assert await refusal_of(_come(bob, opened.id, "")) == "NotInvited"
        assert await refusal_of(_come(bob, "nowhere", "")) == "NoSuchTable"
        async with ada.join(opened.id) as hers, bob.join(opened.id, opened.invite) as his:
            assert his.seat is None
            assert await refusal_of(his.ready()) == "NotSeated"
            assert await refusal_of(his.sit(0)) == "SeatTaken"
            assert await refusal_of(his.sit(7)) == "TableError"
            assert await refusal_of(his.seat_bot(1, "easy")) == "HostOnly"
            assert await refusal_of(hers.seat_bot(1, "genius")) == "UnknownBot"
            assert await refusal_of(his.play("stack", version=0)) == "WrongPhase"
            await hers.seat_bot(2, None)
            await his.sit(2)
            await his.sit(1)
            await hers.until(lambda: hers.table.seats[1].members[0] is not None)
            assert hers.table.seats[2].members[0] is None, "he has changed seats"
            await hers.seat_bot(2, "easy")
            await his.leave()
            await his.sit(1)
            assert await refusal_of(his.ready("no nonce!")) == "TableError"
            await his.ready()
            assert hers.table.phase == "gathering", "she is not ready yet"
            await hers.ready()
            await his.until(lambda: his.latest is not None)
            await hers.until(lambda: hers.latest is not None)
            seen = await hers.play("look")
            await his.until(lambda: his.position.version >= seen)
            assert hers.position.view["colours"][0] is not None
            assert his.position.view["colours"][0] is None, "her card is hidden from him"
            assert await refusal_of(his.sit(3)) == "WrongPhase"
        async with bob.join(opened.id) as his:
            assert his.seat == 1, "no invitation is needed for one's own seat"

    run(work())


async def _come(person: Client, table: str, invite: str) -> None:
    async with person.join(TableId(table), invite):
        raise AssertionError("the table let them in")


async def _four_at_a_table(
    server: ServerProcess, options: dict[str, Any]
) -> tuple[Client, Client, str]:
    """Two of them, and the table's id; without bots nothing happens there by itself."""
    people = [await Client.guest(server.url, name) for name in ("Ada", "Bob", "Cleo", "Dan")]
    opened = await people[0].create_table(NewTable("quatrefoil", options))
    async with AsyncExitStack() as stack:
        tables = [
            await stack.enter_async_context(person.join(opened.id, opened.invite))
            for person in people
        ]
        for seat, table in enumerate(tables):
            await table.sit(seat)
            await table.ready()
        await tables[0].until(lambda: tables[0].latest is not None)
    return people[0], people[1], opened.id


def test_a_new_name_is_shown_at_once_and_stored(server: ServerProcess) -> None:
    async def work() -> None:
        ada, bob = [await Client.guest(server.url, name) for name in ("Ada", "Bob")]
        opened = await ada.create_table(NewTable("quatrefoil"))
        async with ada.join(opened.id), bob.join(opened.id, opened.invite) as his:
            await ada.rename("Countess")
            await his.until(lambda: his.table.host.name == "Countess")
            seated = his.table.seats[0].members[0]
            assert seated is not None
            assert seated.person == his.table.host
        async with bob.join(opened.id, opened.invite) as his:
            assert his.table.host.name == "Countess"

    run(work())


def test_illegal_moves_are_refused_with_their_rule_and_change_nothing(
    server: ServerProcess,
) -> None:
    async def work() -> None:
        ada, _, table_id = await _four_at_a_table(server, {"variant": "dual"})
        async with ada.join(TableId(table_id)) as table:
            offered = {move.move for move in table.position.moves}
            push = next(f"push {a}" for a in _PUSHES if f"push {a}" not in offered)
            with pytest.raises(Refusal) as caught:
                await table.play(push)
            assert caught.value.refused.error == "IllegalMove"
            assert caught.value.refused.rule == "quatrefoil:L114c"
            assert await refusal_of(table.play("dance")) == "MalformedMove"

    run(work())


_PUSHES = [
    f"{line} from {side}"
    for line, sides in {"north": "west east", "south": "west east", "west": "north south"}.items()
    for side in sides.split()
]


def test_a_move_sent_twice_is_played_once(server: ServerProcess) -> None:
    async def work() -> None:
        ada = await Client.guest(server.url, "Ada")
        opened = await ada.create_table(NewTable("quatrefoil", {"signals": "by-hand"}, bots=BOTS))
        async with ada.join(opened.id) as table:
            await table.ready()
            await table.until(lambda: table.latest is not None)
            same = PlayMove(RequestId("the same"), table.position.version, "signal")
            for _ in range(3):
                await table.send(same)
            await table.until(lambda: any(step.seat == 0 for step in table.steps))
            made = next(step.version for step in table.steps if step.seat == 0)
            await table.until(lambda: table.position.version > made + 1)
            assert [step.move for step in table.steps if step.seat == 0] == ["signal"]
        address = f"ws{server.url[4:]}/api/tables/{opened.id}/socket"
        async with connect(address, additional_headers={"Cookie": ada.cookie}) as socket:
            await socket.send('{"type":"hello"}')
            await socket.send(msgspec.json.encode(same).decode())
            answer: dict[str, Any] = {}
            while answer.get("type") != "done":
                answer = json.loads(await socket.recv())
            assert answer["version"] == made

    run(work())


def test_a_reconnecting_client_gets_the_missed_steps(server: ServerProcess) -> None:
    async def work() -> None:
        ada, bob, table_id = await _four_at_a_table(server, {"variant": "dual"})
        async with ada.join(TableId(table_id)) as table:
            seen = table.position.version
        async with bob.join(TableId(table_id)) as table:
            made = [await table.play("twist clockwise") for _ in range(3)]
        async with ada.join(TableId(table_id), since=seen) as table:
            assert [step.version for step in table.steps] == made
        async with ada.join(TableId(table_id), since=10_000) as table:
            assert table.steps == []
        async with ada.join(TableId(table_id), since=-5) as table:
            assert table.steps[0].version == 0

    run(work())


def test_a_killed_server_loses_nothing_that_it_acknowledged(own_server: ServerProcess) -> None:
    async def work() -> None:
        ada = await Client.guest(own_server.url, "Ada")
        opened = await ada.create_table(
            NewTable("quatrefoil", {"signals": "by-hand", "clock": True}, bots=BOTS)
        )
        async with ada.join(opened.id) as table:
            await table.ready()
            await table.until(lambda: table.latest is not None)
            await table.play("look")
            await table.until(lambda: table.position.deadline is not None)
            version = await table.play("signal")
            view, deadline = table.position.view, table.position.deadline
            own_server.restart()
            with pytest.raises(Disconnected):
                await table.until(lambda: False)
        async with ada.join(opened.id) as table:
            assert table.seat == 0, "nobody loses a seat"
            assert table.position.version >= version
            assert table.steps[version].move == "signal"
            assert table.position.view["colours"] == view["colours"]
            assert table.position.deadline == deadline
            assert deadline is not None
            assert table.position.now < deadline, "the clock stood still meanwhile"

    run(work())


def test_bots_continue_after_a_restart(own_server: ServerProcess) -> None:
    async def work() -> None:
        ada = await Client.guest(own_server.url, "Ada")
        opened = await ada.create_table(NewTable("quatrefoil", OPEN, bots=BOTS))
        async with ada.join(opened.id) as table:
            await table.ready()
            await table.until(lambda: table.latest is not None)
        own_server.restart()
        async with ada.join(opened.id) as table:
            await play_to_the_end(table)
            assert table.outcome is not None
        quincunx.verify(await ada.record(opened.id))

    run(work())


def test_drafts_are_checked_and_survive_a_restart(own_server: ServerProcess) -> None:
    async def work() -> None:
        ada, bob = [await Client.guest(own_server.url, name) for name in ("Ada", "Bob")]
        opened = await ada.create_table(NewTable("toy"))
        async with ada.join(opened.id) as hers, bob.join(opened.id, opened.invite) as his:
            await his.sit(1)
            await hers.ready()
            await his.ready()
            await hers.until(lambda: hers.latest is not None)
            assert not hers.position.all_moves
            faults = (await hers.draft([4, 1])).faults
            assert [fault.message.id for fault in faults] == ["toy.fault.not_rising"]
            assert (await hers.draft([1, 4])).faults == ()
            assert await refusal_of(hers.draft("nonsense")) == "TableError"
            await his.until(lambda: his.position.progress == {0: 2})
            assert his.position.draft is None, "he sees how far, not what"
        own_server.restart()
        async with ada.join(opened.id) as hers, bob.join(opened.id) as his:
            assert hers.position.draft == [1, 4]
            assert (his.position.draft, his.position.progress) == (None, {0: 2})
            # Laying does not need the other to have done nothing; fishing does not even mind.
            before = his.position.version
            await hers.play("fish")
            assert await refusal_of(his.play("lay", version=before)) == "StaleMove"
            await his.play("fish", version=before)
            assert his.steps[-2].move == "fish"

    run(work())


def test_hostile_frames_are_refused_and_harm_nobody(server: ServerProcess) -> None:
    async def work() -> None:
        ada = await Client.guest(server.url, "Ada")
        opened = await ada.create_table(NewTable("quatrefoil", OPEN, bots=BOTS))
        address = f"ws{server.url[4:]}/api/tables/{opened.id}/socket"
        cookie = {"Cookie": ada.cookie}
        for first in ("", "[]", "{", '{"type":"play"}', '{"type":"hello","since":"x"}'):
            async with connect(address, additional_headers=cookie) as socket:
                await socket.send(first)
                assert json.loads(await socket.recv())["type"] == "refused"
        async with connect(address, additional_headers=cookie) as socket:
            await socket.send('{"type":"hello"}')
            for frame in ('{"type":"sit"}', "null", '{"type":"hello"}', '{"type":"drop tables"}'):
                await socket.send(frame)
            await socket.send('{"type":"ping"}')
            refusals = []
            while (answer := json.loads(await socket.recv()))["type"] != "pong":
                if answer["type"] == "refused":
                    refusals.append(answer["message"]["id"].removeprefix("table.refusal."))
            assert refusals == ["unreadable", "unreadable", "hello_again", "unreadable"]
        async with connect(address) as socket:
            answer = json.loads(await socket.recv())
            assert answer["error"] == "NotHuman"

    run(work())


def test_a_clock_that_runs_out_ends_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    register(TOY)
    monkeypatch.setattr("tests.toy.rules.ROUND_TIME", 1000)

    async def work() -> None:
        async with serve_database(sqlite_url(tmp_path)) as url:
            ada, bob = [await Client.guest(url, name) for name in ("Ada", "Bob")]
            opened = await ada.create_table(NewTable("toy", {"timed": True}))
            async with ada.join(opened.id) as hers, bob.join(opened.id, opened.invite) as his:
                await his.sit(1)
                await hers.ready()
                await his.ready()
                await hers.until(lambda: hers.outcome is not None)
                assert [step.at for step in hers.steps] == [0, 1000, 2000]

    run(work())
