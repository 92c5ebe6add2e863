"""Pauses: what they hide, and who must agree."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from websockets.asyncio.client import connect

from quincunx.client import Client
from quincunx.server.bots.pools import BotPools
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.state import absence
from quincunx.server.tables.state.table_state import current_match
from quincunx.server.tables.tables import Tables
from quincunx.server.tables.view.window import is_covered
from quincunx.wire import (
    Answer,
    FromTable,
    Hello,
    NewTable,
    PlayMove,
    Propose,
    Ready,
    RequestId,
    Resume,
    Say,
    Sit,
    Step,
    TableOpened,
    Update,
    Welcome,
)
from tests.helpers.stores import new_guests, open_store, sqlite_url
from tests.helpers.waiting import run
from tests.server.connections import FakeConnection
from tests.server.fair_play.games import (
    BOTS,
    PAIR,
    Game,
    absent,
    new_game,
    refusal_id,
    serve,
)
from tests.server.table_sessions import refusal_of


async def first_frame(url: str, client: Client, opened: TableOpened) -> str:
    """Return the first frame that a new connection receives."""
    address = f"ws{url.removeprefix('http')}/api/tables/{opened.id}/socket"
    async with connect(address, additional_headers={"Cookie": client.cookie}) as socket:
        await socket.send(msgspec.json.encode(Hello(opened.invite)).decode())
        return str(await socket.recv())


async def reveal_tiles(game: Game) -> None:
    """Start the round, so that every player sees their tiles."""
    for table in game.tables:
        await table.play("ready")
    await game.advance(3_000)
    await game.until(lambda table: table.position.view["phase"] == "build")


def test_a_paused_race_is_hidden_from_everybody_and_restored(tmp_path: Path) -> None:
    """The attack: pause, solve the hand at leisure or by a program, go on and claim."""

    async def work() -> None:
        wanted = NewTable("pivit", seats=2, rated=False)
        async with (
            serve(tmp_path) as server,
            new_game(server, wanted, "Ada", "Ben") as game,
        ):
            ada, ben = game.tables
            await reveal_tiles(game)
            before = ada.position
            tile = before.view["hands"][0][0]
            draft = {"tiles": [[0, 0, tile]]}
            await ada.draft(draft)
            await ada.propose("pause")
            await ben.until(lambda: ben.table.proposal is not None)
            await ben.answer("pause", agree=True)
            await game.until(lambda table: table.position.covered)
            for table in game.tables:
                hidden = table.position
                assert (hidden.view, hidden.moves, hidden.draft) == (None, (), None)
                assert (hidden.progress, hidden.drafts) == ({}, {})
            assert await refusal_of(ada.draft(draft)) == "Paused"
            assert await refusal_of(ada.hints(9)) == "Paused"
            assert await refusal_of(ada.play(before.moves[0].move)) == "Paused"
            cleo = await Client.guest(server.url, "Cleo")
            for client in (*game.clients, cleo):
                frame = await first_frame(server.url, client, game.opened)
                told = msgspec.json.decode(frame)
                assert told["steps"] == []
                assert told["position"]["covered"]
                assert "hands" not in frame, "neither a player nor a spectator is sent a tile"
            for client in game.clients:
                record = client.record(game.opened.id)
                assert await refusal_id(record) == "table.refusal.covered"
                export = await client._call("GET", "/api/export")
                assert msgspec.json.decode(export)["drafts"] == []
            async with cleo.join(game.opened.id, game.opened.invite) as late:
                await ben.resume()
                await game.until(lambda table: not table.position.covered)
                assert ada.position.view["hands"] == before.view["hands"]
                assert ada.position.draft == draft, "what was half made is still there"
                await late.until(lambda: not late.position.covered)
                versions = [step.version for step in late.steps]
                assert versions == list(range(late.position.version + 1)), "nothing is missing"
            assert msgspec.json.decode(await game.clients[0].record(game.opened.id))["steps"]

    run(work())


@pytest.mark.parametrize(
    ("wanted", "covered"),
    [
        (NewTable("quatrefoil", {"clock": True}, bots=dict.fromkeys((1, 2, 3), "easy")), True),
        (NewTable("quatrefoil", {}, bots=dict.fromkeys((1, 2, 3), "easy")), False),
        (NewTable("quivvit", {"timed": True}, seats=1), True),
        (NewTable("quivvit", seats=1), False),
        (NewTable("pivit", seats=1), True),
        (NewTable("coloryam", seats=1, pace=30), True),
        (NewTable("coloryam", seats=1, pace=24 * 3600), False),
        (NewTable("coloryam", seats=1), False),
    ],
)
def test_a_pause_hides_the_game_if_time_counts(
    tmp_path: Path, wanted: NewTable, covered: bool
) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server, new_game(server, wanted, "Ada") as game:
            (ada,) = game.tables
            await ada.propose("pause")
            await ada.until(lambda: ada.table.paused)
            await ada.until(lambda: ada.position.covered == covered)
            assert (ada.position.view is None) == covered
            await ada.resume()
            await ada.until(lambda: ada.position.view is not None)
            # A game that is ended in a pause is hidden no longer.
            await ada.propose("pause")
            await ada.propose("end")
            await ada.until(lambda: ada.table.phase == "closed" and not ada.position.covered)
            assert ada.position.view is not None

    run(work())


def test_a_daily_game_has_no_pause_no_stand_in_no_hints_and_no_undo(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server:
            ada = await Client.guest(server.url, "Ada")
            opened = await ada.play_daily("coloryam")
            async with ada.join(opened.id) as table:
                await table.ready()
                await table.until(lambda: table.latest is not None)
                assert not table.table.can_pause
                assert not table.table.rated
                assert await refusal_id(table.propose("pause")) == "table.refusal.daily_pause"
                assert await refusal_id(table.hints(9)) == "table.refusal.daily_hints"
                assert await refusal_id(table.propose("take_back")) == "table.refusal.daily_undo"
                await table.leave()
                stand_in = table.propose("stand_in", table.seat)
                assert await refusal_id(stand_in) == "table.refusal.daily_stand_in"
                while not any(step.seat == table.seat for step in table.steps):
                    await table.my_turn()
                    await table.play(table.position.moves[-1].move)
                assert not table.position.can_take_back

    run(work())


def test_a_rated_game_is_paused_only_if_all_opponents_agree(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server:
            async with new_game(server, BOTS, "Ada") as game:
                (ada,) = game.tables
                assert not ada.table.can_pause
                assert await refusal_id(ada.propose("pause")) == "table.refusal.rated_pause"
            async with new_game(server, PAIR, "Ada", "Ben") as game:
                ada, _ = game.tables
                async with absent(game, seat=1):
                    await ada.propose("pause")
                    await ada.until(lambda: ada.table.proposal is not None)
                    await game.advance(absence.AWAY_AFTER_MS_IF_RATED)
                    assert not ada.table.paused, "who is absent has not agreed"

    run(work())


def test_an_opponent_who_has_forfeited_does_not_make_a_pause_possible(tmp_path: Path) -> None:
    """The attack: a friend forfeits, returns, and the player pauses against the bots alone."""

    async def work() -> None:
        wanted = NewTable("coloryam", seats=3, bots={2: "easy"}, rated=True)
        async with (
            serve(tmp_path) as server,
            new_game(server, wanted, "Ada", "Ben") as game,
        ):
            ada, _ = game.tables
            assert ada.table.can_pause
            table = await server.app.state.tables.registry.find(game.opened.id)
            seating = table.state.seating.changed((1, 0), forfeited=True)
            table.update_locally(lambda state: state.replace(seating=seating))
            assert await refusal_id(ada.propose("pause")) == "table.refusal.rated_pause"

    run(work())


def test_moves_of_another_process_before_a_pause_are_shown_after_it(tmp_path: Path) -> None:
    """A process may learn of a move and of the pause after it at the same time."""

    async def work() -> None:
        async with open_store(sqlite_url(tmp_path)) as store:
            ada, ben = await new_guests(store, "Ada", "Ben")
            clock = ServerClock()
            here, there = Tables(store, BotPools(), clock), Tables(store, BotPools(), clock)
            wanted = NewTable("coloryam", seats=2, pace=60, rated=False)
            one = await here.registry.find((await here.creation.create(ada, wanted)).id)
            await one.execute(Caller(ben), Sit(RequestId("1"), 1))
            await one.execute(Caller(ada), Ready(RequestId("2"), "nonce"))
            await one.execute(Caller(ben), Ready(RequestId("3"), "nonce"))
            other = await there.registry.find(one.state.id)
            guest = FakeConnection(ben)
            await other.join(guest, "", None)

            mover = FakeConnection(ada if current_match(one.state).awaited == (0,) else ben)
            seat = current_match(one.state).awaited[0]
            match = current_match(one.state)
            move = str(next(iter(match.legal_moves(seat))))
            await one.handle(mover, PlayMove(RequestId("4"), 0, move))
            made = current_match(one.state).version
            await one.execute(Caller(ada), Propose(RequestId("5"), "pause"))
            await one.execute(Caller(ben), Answer(RequestId("6"), "pause", agree=True))
            await other.execute(Caller(ben), Say(RequestId("7"), "hello"))
            assert is_covered(other.state)
            assert [step.version for step in steps_received(guest)] == [0]

            await one.execute(Caller(ada), Resume(RequestId("8")))
            await other.execute(Caller(ben), Say(RequestId("9"), "hello"))
            assert [step.version for step in steps_received(guest)] == list(range(made + 1))

    run(work())


def steps_received(guest: FakeConnection) -> list[Step]:
    """Return the steps in all messages that the connection received."""
    told = [msgspec.json.decode(text, type=FromTable) for text in guest.texts]
    return [step for each in told if isinstance(each, Welcome | Update) for step in each.steps]
