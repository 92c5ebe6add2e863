"""Sends e-mails in the background, so that no request waits for the SMTP server."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from email.message import EmailMessage
from typing import Final, Self

from quincunx.server.mail.delivery import DeliveryFailed, deliver
from quincunx.server.mail.mail import Mail
from quincunx.server.mail.message import write_message
from quincunx.server.ops import metrics
from quincunx.server.ops.settings import MailServer

MAX_WAITING_MAILS: Final = 500
"""Mails in memory: when the SMTP server is down for long, newer ones are dropped."""

MAX_CONNECTIONS: Final = 3
"""To the SMTP server at the same time: providers accept a few from one client."""

RETRY_DELAYS_S: Final = (10.0, 60.0, 300.0)
"""Before the second, third and fourth attempt. A link in a mail is valid for longer than that."""

CLOSE_TIMEOUT_S: Final = 2.0
"""How long a server that stops waits for the mails that it is sending."""

log = logging.getLogger(__name__)


class MailSender:
    """Sends mails while it is open (`async with`); those that wait are lost when it closes.

    Logs and metrics contain no addresses.
    """

    def __init__(self, server: MailServer, retry_delays_s: Sequence[float] = RETRY_DELAYS_S):
        self.server: Final = server
        self._delays_s = retry_delays_s
        self._connections = asyncio.Semaphore(MAX_CONNECTIONS)
        self._sending: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._sending:
            await asyncio.wait(self._sending, timeout=CLOSE_TIMEOUT_S)
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)

    def send(self, mail: Mail) -> bool:
        """Send a mail soon; return `False` if too many are waiting, and drop it."""
        if len(self._sending) >= MAX_WAITING_MAILS:
            metrics.MAILS.labels("dropped").inc()
            log.warning("an e-mail was dropped: too many are waiting (%s)", mail.subject.id)
            return False
        task = asyncio.create_task(self._send(mail, write_message(mail, self.server)))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)
        return True

    async def _send(self, mail: Mail, message: EmailMessage) -> None:
        for delay_s in (*self._delays_s, None):
            failure = await self._attempt(message, mail.to)
            if failure is None:
                metrics.MAILS.labels("sent").inc()
                return
            if failure.is_final or delay_s is None:
                metrics.MAILS.labels("failed").inc()
                log.warning("an e-mail could not be sent: %s (%s)", failure, mail.subject.id)
                return
            await asyncio.sleep(delay_s)

    async def _attempt(self, message: EmailMessage, to: str) -> DeliveryFailed | None:
        async with self._connections:
            try:
                await deliver(message, to, self.server)
            except DeliveryFailed as failure:
                return failure
        return None
