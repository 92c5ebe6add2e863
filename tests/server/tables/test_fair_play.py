"""What players tried in order to win without playing better, over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import msgspec
import pytest
from litestar import Litestar
from sqlalchemy import select
from websockets.asyncio.client import connect

from quincunx.client import Client, Refusal, TableConnection
from quincunx.server.bots.bot_requests import BotRequest
from quincunx.server.bots.pools import BotPools
from quincunx.server.bots.tasks import random_move
from quincunx.server.cluster.clock import ServerClock
from quincunx.server.http.app import create_app
from quincunx.server.storage import schema
from quincunx.server.tables.commands.change import Caller
from quincunx.server.tables.state import absence, wake_up
from quincunx.server.tables.state.table_state import current_match
from quincunx.server.tables.tables import Tables
from quincunx.server.tables.view.window import is_covered
from quincunx.wire import (
    Answer,
    FromTable,
    Hello,
    NewTable,
    PlayMove,
    PlayNow,
    Propose,
    Ready,
    RequestId,
    Resume,
    Say,
    SeatMember,
    Sit,
    Step,
    TableId,
    TableOpened,
    Update,
    Welcome,
)
from tests.helpers.in_process_server import advance_clock, serve_app
from tests.helpers.postgres import Postgres
from tests.helpers.stores import new_guests, open_store, sqlite_url
from tests.helpers.waiting import run
from tests.server.connections import FakeConnection
from tests.server.table_sessions import note_ids, refusal_of

PAIR = NewTable("coloryam", seats=2)
BOTS = NewTable("coloryam", seats=2, bots={1: "easy"}, rated=True)


class House(NamedTuple):
    app: Litestar
    url: str


class Game(NamedTuple):
    """A game that has begun, with its people in the order of their seats."""

    app: Litestar
    opened: TableOpened
    clients: list[Client]
    tables: list[TableConnection]

    async def passes(self, milliseconds: int) -> None:
        await advance_clock(self.app, self.opened.id, milliseconds)

    def sitter(self, seat: int) -> SeatMember:
        """As the first player sees it."""
        found = self.tables[0].table.seats[seat].members[0]
        assert found is not None
        return found

    async def until(self, condition: Callable[[TableConnection], bool]) -> None:
        """Until everybody sees it."""
        for table in self.tables:
            await table.until(lambda table=table: condition(table))  # type: ignore[misc]


@asynccontextmanager
async def a_house(folder: Path) -> AsyncIterator[House]:
    app = create_app(sqlite_url(folder))
    async with serve_app(app) as url:
        yield House(app, url)


@asynccontextmanager
async def a_game(house: House, wanted: NewTable, *names: str) -> AsyncIterator[Game]:
    clients = [await Client.guest(house.url, name) for name in names]
    opened = await clients[0].create_table(wanted)
    async with AsyncExitStack() as stack:
        tables = [
            await stack.enter_async_context(client.join(opened.id, opened.invite))
            for client in clients
        ]
        for seat, table in enumerate(tables[1:], 1):
            await table.sit(seat)
        for table in tables:
            await table.ready()
        game = Game(house.app, opened, clients, tables)
        await game.until(lambda table: table.latest is not None)
        yield game


async def why(work: Coroutine[Any, Any, Any]) -> str:
    """The id of the sentence with which it is refused."""
    with pytest.raises(Refusal) as caught:
        await work
    return caught.value.refused.message.id


async def plays(game: Game) -> None:
    """Whoever is to move makes the first legal move."""
    mover = next(table for table in game.tables if table.position.moves)
    made = await mover.play(mover.position.moves[0].move)
    await game.until(lambda table: table.position.version >= made)


class Result(NamedTuple):
    won: bool
    rating: float | None


async def results(app: Litestar) -> dict[str, Result]:
    """By person, how their games ended."""
    mine = schema.results.c
    rows = await app.state.tables._store.fetch_all(
        select(schema.people.c.name, mine.won, mine.rating).join(
            schema.results, schema.people.c.id == mine.person
        )
    )
    return {row["name"]: Result(row["won"], row["rating"]) for row in rows}


# Pausing


async def first_frame(url: str, client: Client, opened: TableOpened) -> str:
    """What a fresh connection is sent first, as it comes over the wire."""
    address = f"ws{url.removeprefix('http')}/api/tables/{opened.id}/socket"
    async with connect(address, additional_headers={"Cookie": client.cookie}) as socket:
        await socket.send(msgspec.json.encode(Hello(opened.invite)).decode())
        return str(await socket.recv())


async def turn_over(game: Game) -> None:
    """Everybody has their tiles before the eyes."""
    for table in game.tables:
        await table.play("ready")
    await game.passes(3_000)
    await game.until(lambda table: table.position.view["phase"] == "build")


def test_a_paused_race_is_hidden_from_everybody_and_restored(tmp_path: Path) -> None:
    """The attack: pause, solve the hand at leisure or by a program, go on and claim."""

    async def work() -> None:
        wanted = NewTable("pivit", seats=2, rated=False)
        async with a_house(tmp_path) as house, a_game(house, wanted, "Ada", "Ben") as game:
            ada, ben = game.tables
            await turn_over(game)
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
            cleo = await Client.guest(house.url, "Cleo")
            for client in (*game.clients, cleo):
                frame = await first_frame(house.url, client, game.opened)
                told = msgspec.json.decode(frame)
                assert told["steps"] == []
                assert told["position"]["covered"]
                assert "hands" not in frame, "neither a player nor a spectator is sent a tile"
            for client in game.clients:
                record = client.record(game.opened.id)
                assert await why(record) == "table.refusal.covered"
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
        async with a_house(tmp_path) as house, a_game(house, wanted, "Ada") as game:
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
        async with a_house(tmp_path) as house:
            ada = await Client.guest(house.url, "Ada")
            opened = await ada.play_daily("coloryam")
            async with ada.join(opened.id) as table:
                await table.ready()
                await table.until(lambda: table.latest is not None)
                assert not table.table.can_pause
                assert not table.table.rated
                assert await why(table.propose("pause")) == "table.refusal.daily_pause"
                assert await why(table.hints(9)) == "table.refusal.daily_hints"
                assert await why(table.propose("take_back")) == "table.refusal.daily_undo"
                await table.leave()
                stand_in = table.propose("stand_in", table.seat)
                assert await why(stand_in) == "table.refusal.daily_stand_in"
                while not any(step.seat == table.seat for step in table.steps):
                    await table.my_turn()
                    await table.play(table.position.moves[-1].move)
                assert not table.position.can_take_back

    run(work())


def test_a_rated_game_is_paused_only_if_all_opponents_agree(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_house(tmp_path) as house:
            async with a_game(house, BOTS, "Ada") as game:
                (ada,) = game.tables
                assert not ada.table.can_pause
                assert await why(ada.propose("pause")) == "table.refusal.rated_pause"
            async with a_game(house, PAIR, "Ada", "Ben") as game:
                ada, _ = game.tables
                async with absent(game, seat=1):
                    await ada.propose("pause")
                    await ada.until(lambda: ada.table.proposal is not None)
                    await game.passes(absence.AWAY_AFTER_MS_IF_RATED)
                    assert not ada.table.paused, "who is absent has not agreed"

    run(work())


def test_an_opponent_who_has_forfeited_does_not_make_a_pause_possible(tmp_path: Path) -> None:
    """The attack: a friend forfeits, returns, and the player pauses against the bots alone."""

    async def work() -> None:
        wanted = NewTable("coloryam", seats=3, bots={2: "easy"}, rated=True)
        async with a_house(tmp_path) as house, a_game(house, wanted, "Ada", "Ben") as game:
            ada, _ = game.tables
            assert ada.table.can_pause
            table = await house.app.state.tables.registry.find(game.opened.id)
            seating = table.state.seating.changed((1, 0), forfeited=True)
            table.update_locally(lambda state: state.replace(seating=seating))
            assert await why(ada.propose("pause")) == "table.refusal.rated_pause"

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
            move = match.game.format_move(next(iter(match.moves(seat))))
            await one.handle(mover, PlayMove(RequestId("4"), 0, move))
            made = current_match(one.state).version
            await one.execute(Caller(ada), Propose(RequestId("5"), "pause"))
            await one.execute(Caller(ben), Answer(RequestId("6"), "pause", agree=True))
            await other.execute(Caller(ben), Say(RequestId("7"), "hello"))
            assert is_covered(other.state)
            assert [step.version for step in steps_told(guest)] == [0]

            await one.execute(Caller(ada), Resume(RequestId("8")))
            await other.execute(Caller(ben), Say(RequestId("9"), "hello"))
            assert [step.version for step in steps_told(guest)] == list(range(made + 1))

    run(work())


def steps_told(guest: FakeConnection) -> list[Step]:
    """What happened at the table, as the guest was told in all messages together."""
    told = [msgspec.json.decode(text, type=FromTable) for text in guest.texts]
    return [step for each in told if isinstance(each, Welcome | Update) for step in each.steps]


# Stand-ins


@asynccontextmanager
async def absent(game: Game, seat: int) -> AsyncIterator[None]:
    """That player's line is cut for as long as it takes."""
    table = game.tables[seat]
    await table.close()
    await game.tables[0].until(lambda: not game.sitter(seat).here)
    yield


def test_players_cannot_propose_a_stand_in_for_their_own_seat(tmp_path: Path) -> None:
    """The attack: leave, propose a stand-in for one's own seat, let the expert win."""

    async def work() -> None:
        wanted = NewTable("coloryam", seats=2, bots={1: "expert"})
        async with a_house(tmp_path) as house, a_game(house, wanted, "Ada") as game:
            (ada,) = game.tables
            assert await why(ada.propose("stand_in", 0)) == "table.refusal.not_gone"
            await ada.leave()
            await ada.until(lambda: game.sitter(0).gone)
            assert await why(ada.propose("stand_in", 0)) == "table.refusal.own_stand_in"
            async with game.clients[0].join(game.opened.id) as second_tab:
                own = second_tab.propose("stand_in", 0)
                assert await why(own) == "table.refusal.own_stand_in"
            assert game.sitter(0).bot is None

    run(work())


def test_a_present_player_cannot_be_replaced_by_a_stand_in(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_house(tmp_path) as house, a_game(house, PAIR, "Ada", "Ben") as game:
            ada, _ = game.tables
            async with game.clients[1].join(game.opened.id) as second_tab:
                await game.tables[1].close()
                await second_tab.until(lambda: second_tab.latest is not None)
                await game.passes(2 * absence.AWAY_AFTER_MS_IF_RATED)
                assert game.sitter(1).here
                assert await why(ada.propose("stand_in", 1)) == "table.refusal.not_gone"

    run(work())


def test_in_a_rated_game_one_move_by_a_stand_in_loses_the_game(tmp_path: Path) -> None:
    """The attack: cut the line, watch from another account, let the bot play, and return."""

    async def work() -> None:
        async with a_house(tmp_path) as house, a_game(house, PAIR, "Ada", "Ben") as game:
            ada, _ = game.tables
            while ada.seat not in ada.position.awaited:
                await plays(game)
            async with absent(game, seat=1):
                await game.passes(absence.AWAY_AFTER_MS)
                assert not game.sitter(1).gone, "in a rated game a moment more is waited"
                await game.passes(absence.AWAY_AFTER_MS_IF_RATED - absence.AWAY_AFTER_MS)
                await ada.until(lambda: game.sitter(1).gone)
                await ada.propose("stand_in", 1)
                await ada.until(lambda: game.sitter(1).bot == "easy")
                assert not game.sitter(1).forfeited, "until the bot has moved nothing is lost"
                while not game.sitter(1).forfeited:
                    if ada.position.moves:
                        await ada.play(ada.position.moves[0].move)
                    else:
                        await game.passes(2_000)
                        await ada.until(
                            lambda: bool(ada.position.moves) or game.sitter(1).forfeited
                        )
            async with game.clients[1].join(game.opened.id) as back:
                await back.return_to_seat()
                await ada.until(lambda: game.sitter(1).bot is None)
                assert game.sitter(1).forfeited, "coming back does not undo it"
                await ada.propose("end")
                await ada.until(lambda: ada.table.phase == "closed")
            found = await results(house.app)
            assert found["Ada"].won
            assert found["Ada"].rating is not None
            assert found["Ada"].rating > 0 > (found["Ben"].rating or 0)

    run(work())


def test_a_bot_that_was_still_thinking_does_not_move_for_a_player_who_returned(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        casual = msgspec.structs.replace(PAIR, rated=False)
        async with a_house(tmp_path) as house, a_game(house, casual, "Ada", "Ben") as game:
            ada, _ = game.tables
            thinking, may_answer = asyncio.Event(), asyncio.Event()

            async def choose(_: BotPools, asked: BotRequest, requester: str = "") -> str:
                thinking.set()
                await may_answer.wait()
                return random_move(asked)

            while 1 not in ada.position.awaited:
                await plays(game)
            before = ada.position.version
            with patch.object(BotPools, "choose", choose):
                async with absent(game, seat=1):
                    await game.passes(absence.AWAY_AFTER_MS)
                    await ada.until(lambda: game.sitter(1).gone)
                    await ada.propose("stand_in", 1)
                    await thinking.wait()
                async with game.clients[1].join(game.opened.id) as back:
                    await back.return_to_seat()
                    may_answer.set()
                    table = await house.app.state.tables.registry.find(game.opened.id)
                    while table.is_waking:
                        await asyncio.sleep(0.01)
                    assert current_match(table.state).version == before
                    await back.play(back.position.moves[0].move)

    run(work())


# Rated or casual


def test_a_game_is_rated_or_casual_from_the_start(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_house(tmp_path) as house:
            ada = await Client.guest(house.url, "Ada")

            async def is_rated(wanted: NewTable) -> bool:
                opened = await ada.create_table(msgspec.structs.replace(wanted, open=True))
                async with ada.join(opened.id) as table:
                    lobby = await anext(ada.lobby())
                    cards = {card.id: card for card in (*lobby.open, *lobby.yours)}
                    assert cards[opened.id].rated == table.table.rated, "the lobby says the same"
                    return table.table.rated

            assert await is_rated(NewTable("coloryam", seats=2))
            assert not await is_rated(NewTable("coloryam", seats=2, rated=False))
            assert not await is_rated(NewTable("coloryam", seats=2, bots={1: "easy"}))
            assert await is_rated(BOTS)
            assert not await is_rated(NewTable("coloryam", seats=1))
            alone = NewTable("coloryam", seats=1, rated=True)
            assert await why(ada.create_table(alone)) == "table.refusal.nobody_to_be_rated_with"
            quick = await ada.play_now(PlayNow("coloryam", wait=60))
            async with ada.join(quick.id) as table:
                assert not table.table.rated, "bots may take the free seats"

    run(work())


def test_a_bot_makes_a_game_casual_unless_it_was_created_as_rated(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        async with a_house(tmp_path) as house:
            ada = await Client.guest(house.url, "Ada")
            for chosen, rated in ((None, False), (True, True)):
                opened = await ada.create_table(NewTable("coloryam", seats=2, rated=chosen))
                async with ada.join(opened.id) as table:
                    assert table.table.rated
                    await table.seat_bot(1, "easy")
                    await table.until(lambda rated=rated: table.table.rated == rated)  # type: ignore[misc]
                    await table.ready()
                    await table.until(lambda: table.latest is not None)
                    assert table.table.rated == rated

    run(work())


def test_in_a_rated_game_hints_and_undo_are_off_and_it_stays_rated(tmp_path: Path) -> None:
    """The attack: a hint in the last round, so that a lost game is not rated."""

    async def work() -> None:
        async with a_house(tmp_path) as house, a_game(house, BOTS, "Ada") as game:
            (ada,) = game.tables
            while not any(step.seat == 0 for step in ada.steps):
                await ada.my_turn()
                assert await why(ada.hints(0)) == "table.refusal.rated_hints"
                assert await why(ada.hints(9)) == "table.refusal.rated_hints"
                assert ada.position.moves, "a legal move is always shown"
                await ada.play(ada.position.moves[-1].move)
            assert not ada.position.can_take_back
            assert await why(ada.propose("take_back")) == "table.refusal.rated_undo"
            assert ada.table.rated

    run(work())


@pytest.mark.parametrize("rated", [True, False])
def test_a_rematch_is_rated_like_the_game_before(tmp_path: Path, rated: bool) -> None:
    async def work() -> None:
        wanted = msgspec.structs.replace(PAIR, rated=rated)
        async with a_house(tmp_path) as house, a_game(house, wanted, "Ada", "Ben") as game:
            ada, ben = game.tables
            await ada.propose("end")
            await ben.until(lambda: ben.table.proposal is not None)
            await ben.answer("end", agree=True)
            await ada.until(lambda: ada.table.phase == "closed")
            await ada.rematch()
            await ada.until(lambda: ada.table.rematch is not None)
            async with game.clients[0].join(ada.table.rematch or TableId("")) as again:
                assert again.table.rated == rated

    run(work())


# Ending


def test_an_absent_opponent_must_still_agree(tmp_path: Path) -> None:
    """The attack: the winner loses the line, and the loser ends the game without a result."""

    async def work() -> None:
        async with a_house(tmp_path) as house, a_game(house, PAIR, "Ada", "Ben") as game:
            ada, _ = game.tables
            async with absent(game, seat=1):
                await ada.propose("end")
                await ada.until(lambda: ada.table.proposal is not None)
                await game.passes(2 * absence.AWAY_AFTER_MS_IF_RATED)
                await ada.until(lambda: game.sitter(1).gone)
                assert ada.table.proposal is not None, "it waits for the answer"
                assert ada.table.phase == "playing"
                await ada.answer("end", agree=False)
                await ada.propose("end")
                assert ada.table.phase == "playing"
            async with game.clients[1].join(game.opened.id) as back:
                await back.answer("end", agree=True)
                await ada.until(lambda: ada.table.phase == "closed")
                assert ada.table.outcome is None
            assert await results(house.app) == {}

    run(work())


def test_a_proposal_that_only_absent_players_could_answer_is_dropped(tmp_path: Path) -> None:
    """The attack: propose the end, go, and nobody can ask for stand-ins any more."""

    async def work() -> None:
        wanted = msgspec.structs.replace(PAIR, seats=3)
        async with a_house(tmp_path) as house, a_game(house, wanted, "Ada", "Ben", "Cleo") as game:
            ada, ben, _ = game.tables
            await ben.propose("end")
            await ada.until(lambda: ada.table.proposal is not None)
            await ada.answer("end", agree=True)
            async with absent(game, seat=2), absent(game, seat=1):
                await game.passes(absence.AWAY_AFTER_MS_IF_RATED)
                await ada.until(lambda: ada.table.proposal is None)
                await ada.propose("stand_in", 1)
                await ada.until(lambda: game.sitter(1).bot == "easy")
                assert ada.table.phase == "playing"

    run(work())


def test_in_a_casual_game_an_absent_player_need_not_agree(tmp_path: Path) -> None:
    async def work() -> None:
        casual = msgspec.structs.replace(PAIR, rated=False)
        async with a_house(tmp_path) as house, a_game(house, casual, "Ada", "Ben") as game:
            ada, _ = game.tables
            async with absent(game, seat=1):
                await ada.propose("end")
                await game.passes(absence.AWAY_AFTER_MS)
                await ada.until(lambda: ada.table.phase == "closed")
            assert await results(house.app) == {}

    run(work())


@pytest.mark.parametrize("way", ["end", "leave"])
def test_ending_a_rated_game_against_bots_loses_it(tmp_path: Path, way: str) -> None:
    async def work() -> None:
        async with a_house(tmp_path) as house, a_game(house, BOTS, "Ada") as game:
            (ada,) = game.tables
            await (ada.propose("end") if way == "end" else ada.leave())
            await ada.until(lambda: ada.table.phase == "closed")
            assert ada.table.outcome is not None
            assert ada.table.outcome.winners == (1,)
            lost = (await results(house.app))["Ada"]
            assert not lost.won
            assert lost.rating is not None
            assert lost.rating < 0

    run(work())


@pytest.mark.parametrize("rated", [True, False])
def test_abandoning_a_rated_game_loses_it(tmp_path: Path, rated: bool) -> None:
    """The attack: do not end a game that is being lost to bots, just close the page."""

    async def work() -> None:
        wanted = msgspec.structs.replace(BOTS, rated=rated)
        async with a_house(tmp_path) as house:
            async with a_game(house, wanted, "Ada") as game:
                await game.tables[0].my_turn()
            await game.passes(wake_up.ABANDONED_AFTER_MS - 60_000)
            assert await results(house.app) == {}
            await game.passes(60_000)
            assert [won.won for won in (await results(house.app)).values()] == [False] * rated

    run(work())


def test_a_casual_game_against_bots_can_be_ended(tmp_path: Path) -> None:
    async def work() -> None:
        wanted = msgspec.structs.replace(BOTS, rated=None)
        async with a_house(tmp_path) as house, a_game(house, wanted, "Ada") as game:
            (ada,) = game.tables
            await ada.propose("end")
            await ada.until(lambda: ada.table.phase == "closed")
            assert ada.table.outcome is None
            assert await results(house.app) == {}

    run(work())


def test_leaving_a_rated_game_of_two_loses_it(tmp_path: Path) -> None:
    async def work() -> None:
        async with a_house(tmp_path) as house, a_game(house, PAIR, "Ada", "Ben") as game:
            ada, ben = game.tables
            await ben.leave()
            await game.until(lambda table: table.table.phase == "closed")
            assert ada.table.outcome is not None
            assert ada.table.outcome.winners == (0,)
            found = await results(house.app)
            assert (found["Ada"].won, found["Ben"].won) == (True, False)
            assert (found["Ada"].rating or 0) > 0 > (found["Ben"].rating or 0)
            profile = msgspec.json.decode(
                await game.clients[0]._call("GET", f"/api/people/{ben.you.id}")
            )
            assert profile["history"][0]["winners"] == [0]
            assert profile["history"][0]["scores"] == []

    run(work())


def test_leaving_a_larger_rated_game_is_rated_last_and_a_bot_takes_over(tmp_path: Path) -> None:
    async def work() -> None:
        wanted = NewTable("coloryam", seats=3)
        async with a_house(tmp_path) as house, a_game(house, wanted, "Ada", "Ben", "Cleo") as game:
            ada, ben, cleo = game.tables
            await ben.leave()
            await ada.until(lambda: game.sitter(1).bot == "easy")
            assert ada.table.phase == "playing"
            assert game.sitter(1).forfeited
            assert "table.note.resigned" in note_ids(ada)
            assert ada.table.watching == 0, "a player who has resigned keeps the seat"
            for work in (ben.return_to_seat(), ben.propose("end"), ben.leave()):
                assert await why(work) == "table.refusal.resigned"
            await cleo.leave()
            await game.until(lambda table: table.table.phase == "closed")
            found = await results(house.app)
            assert [found[name].won for name in ("Ada", "Ben", "Cleo")] == [True, False, False]

    run(work())


def test_a_rated_game_with_people_and_bots_cannot_be_ended_early(tmp_path: Path) -> None:
    async def work() -> None:
        wanted = NewTable("coloryam", seats=3, bots={2: "easy"}, rated=True)
        async with a_house(tmp_path) as house, a_game(house, wanted, "Ada", "Ben") as game:
            ada, _ = game.tables
            assert await why(ada.propose("end")) == "table.refusal.bots_cannot_agree"

    run(work())


@pytest.mark.parametrize("people", [1, 2])
def test_ending_a_cooperative_game_early_loses_to_the_deal(tmp_path: Path, people: int) -> None:
    async def work() -> None:
        bots = dict.fromkeys(range(people, 4), "easy")
        # A race: no bot can end it before everybody has looked.
        wanted = NewTable("quatrefoil", {"clock": True}, bots=bots, rated=True)
        names = ("Ada", "Ben")[:people]
        async with a_house(tmp_path) as house, a_game(house, wanted, *names) as game:
            ada = game.tables[0]
            await ada.propose("end")
            if people == 2:
                ben = game.tables[1]
                await ben.until(lambda: ben.table.proposal is not None)
                await ben.answer("end", agree=True)
            await game.until(lambda table: table.table.phase == "closed")
            assert ada.table.outcome is not None
            assert ada.table.outcome.winners == ()
            for lost in (await results(house.app)).values():
                assert not lost.won
                assert (lost.rating or 0) < 0

    run(work())


def test_the_table_shows_the_consequence_of_ending_the_game(tmp_path: Path) -> None:
    """So that nobody loses a game by a button that did not say so."""

    async def ending(house: House, wanted: NewTable, *names: str) -> str | None:
        async with a_game(house, wanted, *names) as game:
            async with game.clients[0].join(game.opened.id) as again:
                assert again.ending == game.tables[0].ending
            return game.tables[0].ending

    async def work() -> None:
        casual = msgspec.structs.replace(PAIR, rated=False)
        async with a_house(tmp_path) as house:
            assert await ending(house, PAIR, "Ada", "Ben") == "ask"
            assert await ending(house, casual, "Ada", "Ben") == "ask"
            assert await ending(house, BOTS, "Ada") == "lost"
            assert await ending(house, NewTable("coloryam", seats=1), "Ada") == "free"
            three = NewTable("coloryam", seats=3, bots={2: "easy"}, rated=True)
            assert await ending(house, three, "Ada", "Ben") == "never"

    run(work())


# Names


SILENT = NewTable("quatrefoil", {"clock": True}, bots={2: "easy", 3: "easy"}, open=True)


async def names_shown(client: Client, table: TableConnection) -> str:
    """Everything that anybody is told of that table, as one text."""
    async with client.join(table.table.id) as fresh:
        cards = [card for card in (await anext(client.lobby())).open if card.id == table.table.id]
        told = [fresh.table, fresh.said, fresh.steps, table.table, table.said, cards]
        record = await client.record(table.table.id) if fresh.seat is not None else ""
        return msgspec.json.encode(told).decode() + record


def test_renaming_cannot_send_messages_in_a_silent_game(tmp_path: Path) -> None:
    """The attack: rename oneself “push red from the north”."""

    async def work() -> None:
        async with a_house(tmp_path) as house:
            people = [await Client.guest(house.url, name) for name in ("Ada", "Ben", "Cleo")]
            ada, ben, cleo = people
            opened = await ada.create_table(SILENT)
            async with (
                ada.join(opened.id) as hers,
                ben.join(opened.id) as his,
                cleo.join(opened.id) as theirs,
            ):
                await his.sit(1)
                await theirs.say("Good luck")
                await hers.ready()
                await his.ready()
                await hers.until(lambda: hers.latest is not None)
                assert hers.table.quiet
                for person, loud in zip(people, ("RED", "NORTH", "WEST"), strict=True):
                    await person.rename(f"push {loud}")
                await his.propose("pause")
                await hers.until(lambda: hers.table.proposal is not None)
                await hers.answer("pause", agree=True)
                await hers.resume()
                # A server that reads the table anew knows no other names, either.
                table = await house.app.state.tables.registry.find(opened.id)
                table.dismiss()
                house.app.state.tables.registry.unload(opened.id)
                for reader in (*people, await Client.guest(house.url, "Dan")):
                    async with reader.join(opened.id) as table:
                        shown = await names_shown(reader, table)
                        assert not any(loud in shown for loud in ("RED", "NORTH", "WEST"))
                        assert "Ada" in shown
                async with ada.join(opened.id) as first, ben.join(opened.id) as second:
                    await first.propose("end")
                    await second.until(lambda: second.table.proposal is not None)
                    await second.answer("end", agree=True)
                    await first.until(lambda: first.table.phase == "closed")
                    host = first.table.seats[0].members[0]
                    assert host is not None
                    assert host.person is not None
                    assert host.person.name == first.table.host.name == "push RED", "afterwards"

    run(work())


def test_names_are_fixed_at_every_process_in_a_silent_game(postgres_server: Postgres) -> None:
    async def work() -> None:
        database = postgres_server.new_database()
        async with (
            serve_app(create_app(database)) as one,
            serve_app(create_app(database)) as other,
        ):
            ada, ben = await Client.guest(one, "Ada"), await Client.guest(other, "Ben")
            opened = await ada.create_table(SILENT)
            async with ada.join(opened.id) as hers, ben.join(opened.id) as his:
                await his.sit(1)
                await his.ready()
                await hers.ready()
                await his.until(lambda: his.latest is not None)
                await ben.rename("push RED")
                await ada.rename("push NORTH")
                await his.propose("pause")
                await hers.until(lambda: hers.table.proposal is not None)
                assert hers.table.proposal is not None
                assert hers.table.proposal.by.name == "Ben"
                await hers.answer("pause", agree=True)
                await his.until(lambda: his.position.covered)
                for table in (hers, his):
                    names = [
                        sitter.person.name
                        for seat in table.table.seats
                        for sitter in seat.members
                        if sitter is not None and sitter.person is not None
                    ]
                    assert names == ["Ada", "Ben"]
                await his.propose("end")
                await hers.until(lambda: hers.table.proposal is not None)
                await hers.answer("end", agree=True)
                await his.until(lambda: his.table.host.name == "push NORTH")
                assert his.table.phase == "closed"
                await his.until(lambda: not his.position.covered)

    run(work())
