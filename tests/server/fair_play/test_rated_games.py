"""Rated and casual games."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from quincunx.client import Client
from quincunx.wire import (
    NewTable,
    PlayNow,
    TableId,
)
from tests.helpers.waiting import run
from tests.server.fair_play.games import BOTS, PAIR, new_game, refusal_id, serve


def test_a_game_is_rated_or_casual_from_the_start(tmp_path: Path) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server:
            ada = await Client.guest(server.url, "Ada")

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
            assert (
                await refusal_id(ada.create_table(alone)) == "table.refusal.nobody_to_be_rated_with"
            )
            quick = await ada.play_now(PlayNow("coloryam", wait=60))
            async with ada.join(quick.id) as table:
                assert not table.table.rated, "bots may take the free seats"

    run(work())


def test_a_bot_makes_a_game_casual_unless_it_was_created_as_rated(
    tmp_path: Path,
) -> None:
    async def work() -> None:
        async with serve(tmp_path) as server:
            ada = await Client.guest(server.url, "Ada")
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
        async with serve(tmp_path) as server, new_game(server, BOTS, "Ada") as game:
            (ada,) = game.tables
            while not any(step.seat == 0 for step in ada.steps):
                await ada.my_turn()
                assert await refusal_id(ada.hints(0)) == "table.refusal.rated_hints"
                assert await refusal_id(ada.hints(9)) == "table.refusal.rated_hints"
                assert ada.position.moves, "a legal move is always shown"
                await ada.play(ada.position.moves[-1].move)
            assert not ada.position.can_take_back
            assert await refusal_id(ada.propose("take_back")) == "table.refusal.rated_undo"
            assert ada.table.rated

    run(work())


@pytest.mark.parametrize("rated", [True, False])
def test_a_rematch_is_rated_like_the_game_before(tmp_path: Path, rated: bool) -> None:
    async def work() -> None:
        wanted = msgspec.structs.replace(PAIR, rated=rated)
        async with (
            serve(tmp_path) as server,
            new_game(server, wanted, "Ada", "Ben") as game,
        ):
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
