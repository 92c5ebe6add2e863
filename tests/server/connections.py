"""A connection and bots that tests hand to a table directly, without sockets and processes."""

from __future__ import annotations

import msgspec

from quincunx.server.bots.bot_requests import BotRequest
from quincunx.server.bots.pools import BotPools
from quincunx.server.bots.tasks import choose_move
from quincunx.wire import (
    Done,
    FromTable,
    Person,
    RequestId,
    Table,
    TableChanged,
    Update,
    ViewerPosition,
    Welcome,
)


class FakeConnection:
    """A person's connection to a table: keeps what the table sends, and its latest state."""

    def __init__(self, person: Person, *, may_be_dismissed: bool = False) -> None:
        self.person = person
        self.delay = 0
        self.texts: list[bytes] = []
        """All messages, encoded."""
        self.table: Table | None = None
        self.position: ViewerPosition | None = None
        self.versions: list[int] = []
        """The versions of the steps, in the order in which they came."""
        self.acknowledged: dict[RequestId, int] = {}
        """The version that each acknowledged move led to, by request id."""
        self._may_be_dismissed = may_be_dismissed

    @property
    def version(self) -> int:
        """The version of the latest position; 0 before there is one."""
        return self.position.version if self.position is not None else 0

    @property
    def last_step(self) -> int:
        return self.versions[-1] if self.versions else -1

    def send(self, message: FromTable) -> None:
        self.texts.append(msgspec.json.encode(message))
        match message:
            case Welcome() | Update():
                if message.position is not None:
                    self.position = message.position
                    self.versions += [
                        step.version for step in message.steps if step.version > self.last_step
                    ]
            case Done() if message.version is not None:
                self.acknowledged[message.id] = message.version
            case _:
                pass
        if isinstance(message, (Welcome, TableChanged)):
            self.table = message.table

    def send_text(self, *texts: bytes) -> None:
        for text in texts:
            self.send(msgspec.json.decode(text, type=FromTable))

    def dismiss(self) -> None:
        assert self._may_be_dismissed, "the session of this person goes on"


class InProcessBots(BotPools):
    """Bots that think in this process, which has the toy game registered."""

    async def choose(self, asked: BotRequest, requester: str = "") -> str:
        return choose_move(asked)
