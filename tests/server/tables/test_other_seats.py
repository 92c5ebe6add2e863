"""Nobody acts for another seat: a request does not even say whose it is."""

from __future__ import annotations

from collections.abc import Callable

from quincunx.client import Client
from quincunx.wire import (
    Answer,
    AskHints,
    AskRematch,
    Leave,
    NewTable,
    PlayMove,
    Propose,
    Ready,
    RequestId,
    Resign,
    Resume,
    Return,
    SeatBot,
    TableRequest,
    UpdateDraft,
)
from tests.helpers.server_process import ServerProcess
from tests.helpers.waiting import run
from tests.server.table_sessions import refusal_of

OF_A_SEAT: list[Callable[[RequestId], TableRequest]] = [
    lambda name: UpdateDraft(name, None),
    lambda name: AskHints(name, 1),
    lambda name: Propose(name, "end"),
    lambda name: Propose(name, "take_back"),
    lambda name: Propose(name, "stand_in", 0),
    lambda name: Answer(name, "pause", agree=True),
    Resign,
    Resume,
    Return,
    Leave,
    AskRematch,
]
"""What only who sits there may ask for."""


def test_a_player_cannot_move_for_another_seat(server: ServerProcess) -> None:
    async def work() -> None:
        ada, ben, eve = [await Client.guest(server.url, name) for name in ("Ada", "Ben", "Eve")]
        opened = await ada.create_table(NewTable("coloryam", seats=2))
        async with (
            ada.join(opened.id) as hers,
            ben.join(opened.id, opened.invite) as his,
            eve.join(opened.id, opened.invite) as theirs,
        ):
            await his.sit(1)
            assert (
                await refusal_of(theirs.request(lambda name: Ready(name, "nonce"))) == "NotSeated"
            )
            assert (
                await refusal_of(theirs.request(lambda name: SeatBot(name, 0, None))) == "HostOnly"
            )
            await hers.ready()
            await his.ready()
            await theirs.until(lambda: theirs.latest is not None)
            await hers.until(lambda: hers.latest is not None)
            await his.until(lambda: his.latest is not None)

            mover, other = (hers, his) if hers.seat in hers.position.active else (his, hers)
            move = mover.position.moves[0].move
            assert other.position.moves == theirs.position.moves == ()
            assert (
                await refusal_of(other.request(lambda name: PlayMove(name, 0, move))) == "WrongSeat"
            )
            assert (
                await refusal_of(theirs.request(lambda name: PlayMove(name, 0, move)))
                == "NotSeated"
            )
            for make in OF_A_SEAT:
                assert await refusal_of(theirs.request(make)) == "NotSeated", make(RequestId(""))
            assert mover.position.version == 0
            assert await mover.play(move) == 1

    run(work())
