"""Stand-in bots for absent players."""

from __future__ import annotations

import asyncio
from pathlib import Path
from unittest.mock import patch

import msgspec

from quincunx.server.bots.bot_requests import BotRequest
from quincunx.server.bots.pools import BotPools
from quincunx.server.bots.tasks import random_move
from quincunx.server.tables.state import absence
from quincunx.server.tables.state.table_state import current_match
from quincunx.wire import (
    NewTable,
)
from tests.helpers.waiting import run
from tests.server.fair_play.games import (
    PAIR,
    absent,
    new_game,
    play_first_move,
    refusal_id,
    results,
    serve,
)


def test_players_cannot_propose_a_stand_in_for_their_own_seat(tmp_path: Path) -> None:
    """The attack: leave, propose a stand-in for one's own seat, let the expert win."""

    async def work() -> None:
        wanted = NewTable("coloryam", seats=2, bots={1: "expert"})
        async with serve(tmp_path) as server, new_game(server, wanted, "Ada") as game:
            (ada,) = game.tables
            assert await refusal_id(ada.propose("stand_in", 0)) == "table.refusal.not_gone"
            await ada.leave()
            await ada.until(lambda: game.member(0).gone)
            assert await refusal_id(ada.propose("stand_in", 0)) == "table.refusal.own_stand_in"
            async with game.clients[0].join(game.opened.id) as second_tab:
                own = second_tab.propose("stand_in", 0)
                assert await refusal_id(own) == "table.refusal.own_stand_in"
            assert game.member(0).bot is None

    run(work())


def test_a_present_player_cannot_be_replaced_by_a_stand_in(tmp_path: Path) -> None:
    async def work() -> None:
        async with (
            serve(tmp_path) as server,
            new_game(server, PAIR, "Ada", "Ben") as game,
        ):
            ada, _ = game.tables
            async with game.clients[1].join(game.opened.id) as second_tab:
                await game.tables[1].close()
                await second_tab.until(lambda: second_tab.latest is not None)
                await game.advance(2 * absence.AWAY_AFTER_MS_IF_RATED)
                assert game.member(1).here
                assert await refusal_id(ada.propose("stand_in", 1)) == "table.refusal.not_gone"

    run(work())


def test_in_a_rated_game_one_move_by_a_stand_in_loses_the_game(tmp_path: Path) -> None:
    """The attack: cut the line, watch from another account, let the bot play, and return."""

    async def work() -> None:
        async with (
            serve(tmp_path) as server,
            new_game(server, PAIR, "Ada", "Ben") as game,
        ):
            ada, _ = game.tables
            while ada.seat not in ada.position.awaited:
                await play_first_move(game)
            async with absent(game, seat=1):
                await game.advance(absence.AWAY_AFTER_MS)
                assert not game.member(1).gone, "in a rated game a moment more is waited"
                await game.advance(absence.AWAY_AFTER_MS_IF_RATED - absence.AWAY_AFTER_MS)
                await ada.until(lambda: game.member(1).gone)
                await ada.propose("stand_in", 1)
                await ada.until(lambda: game.member(1).bot == "easy")
                assert not game.member(1).forfeited, "until the bot has moved nothing is lost"
                while not game.member(1).forfeited:
                    if ada.position.moves:
                        await ada.play(ada.position.moves[0].move)
                    else:
                        await game.advance(2_000)
                        await ada.until(
                            lambda: bool(ada.position.moves) or game.member(1).forfeited
                        )
            async with game.clients[1].join(game.opened.id) as back:
                await back.return_to_seat()
                await ada.until(lambda: game.member(1).bot is None)
                assert game.member(1).forfeited, "coming back does not undo it"
                await ada.propose("end")
                await ada.until(lambda: ada.table.phase == "closed")
            found = await results(server.app)
            assert found["Ada"].won
            assert found["Ada"].rating is not None
            assert found["Ada"].rating > 0 > (found["Ben"].rating or 0)

    run(work())


def test_a_bot_that_was_still_thinking_does_not_move_for_a_player_who_returned(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        casual = msgspec.structs.replace(PAIR, rated=False)
        async with (
            serve(tmp_path) as server,
            new_game(server, casual, "Ada", "Ben") as game,
        ):
            ada, _ = game.tables
            thinking, may_answer = asyncio.Event(), asyncio.Event()

            async def choose(_: BotPools, asked: BotRequest, requester: str = "") -> str:
                thinking.set()
                await may_answer.wait()
                return random_move(asked)

            while 1 not in ada.position.awaited:
                await play_first_move(game)
            before = ada.position.version
            with patch.object(BotPools, "choose", choose):
                async with absent(game, seat=1):
                    await game.advance(absence.AWAY_AFTER_MS)
                    await ada.until(lambda: game.member(1).gone)
                    await ada.propose("stand_in", 1)
                    await thinking.wait()
                async with game.clients[1].join(game.opened.id) as back:
                    await back.return_to_seat()
                    may_answer.set()
                    table = await server.app.state.tables.registry.find(game.opened.id)
                    while table.is_waking:
                        await asyncio.sleep(0.01)
                    assert current_match(table.state).version == before
                    await back.play(back.position.moves[0].move)

    run(work())
