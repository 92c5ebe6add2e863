"""Queues alerts and sends them in the background: a slow push service delays no move.

The process that stores a change sends what follows from it, so each alert is sent once, however
many processes there are. The queue is in memory: a crash loses alerts, never moves.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

import msgspec

from quincunx.core.messages import render
from quincunx.server.common.background import BackgroundService
from quincunx.server.common.limits import ALERTS_PER_CAUSE, ALERTS_PER_PERSON
from quincunx.server.common.rate_limiter import RateLimiter, TooMany
from quincunx.server.notifications.alerts import Alert, alerts_for
from quincunx.server.notifications.pairing_alerts import pairing_alerts
from quincunx.server.notifications.push_sender import (
    PushMessageOptions,
    PushOptions,
    PushSender,
    topic_of,
)
from quincunx.server.notifications.relation_alerts import relation_alert
from quincunx.server.notifications.subscriptions import Subscription, Subscriptions
from quincunx.server.ops import metrics
from quincunx.server.pairing.round import NewPairing
from quincunx.server.relations.events import RelationEvent
from quincunx.server.storage.blocks import blocked_pairs
from quincunx.server.storage.store import Store
from quincunx.server.tables.state.table_state import TableState
from quincunx.wire import PersonId, PushMessage

log = logging.getLogger(__name__)

MAX_QUEUED: Final = 1000
"""Alerts that wait; more are dropped."""

MAX_BATCH: Final = 200
"""Alerts whose subscriptions are looked up in one query."""

BATCH_INTERVAL_S: Final = 0.2
"""Seconds between two queries, however many moves are made."""

MAX_SENDING: Final = 500
"""Messages that are being sent; more are dropped."""

MAX_SENDING_PER_PERSON: Final = 20
"""Of them to one person, whose browsers may never answer."""


class Notifier(BackgroundService):
    """Sends alerts while it is running (`async with`)."""

    def __init__(self, store: Store, options: PushOptions = PushOptions()) -> None:  # noqa: B008
        self._store = store
        self.subscriptions = Subscriptions(store)
        self.sender = PushSender(store, options)
        self.unpushed: Callable[[Sequence[Alert]], Awaitable[None]] | None = None
        """Takes the alerts that none of the person's browsers wants."""
        self._queue: asyncio.Queue[Alert] = asyncio.Queue(MAX_QUEUED)
        self._sending: set[asyncio.Task[None]] = set()
        self._sending_to: Counter[PersonId] = Counter()
        """How many of these tasks send to each person."""
        self._by_person = RateLimiter(*ALERTS_PER_PERSON)
        self._by_cause = RateLimiter(*ALERTS_PER_CAUSE)

    async def __aexit__(self, *error: object) -> None:
        await super().__aexit__(*error)
        for task in self._sending:
            task.cancel()
        await asyncio.gather(*self._sending, return_exceptions=True)
        await self.sender.close()

    def table_committed(self, old: TableState, new: TableState) -> None:
        """Send the alerts that follow from a change which this process has stored."""
        try:
            for alert in alerts_for(old, new):
                self.add(alert)
        except Exception:
            # The move is stored, and its player must be told so.
            log.exception("no alerts for a change")

    def relation_changed(self, event: RelationEvent) -> None:
        """Send the alert about a friend request or an invitation."""
        alert = relation_alert(event)
        if alert is not None:
            self.add(alert)

    def paired(self, pairing: NewPairing) -> None:
        """Send the alerts about a pairing that this process has stored."""
        for alert in pairing_alerts(pairing):
            self.add(alert)

    def add(self, alert: Alert) -> None:
        """Send an alert soon, unless there are too many."""
        try:
            if alert.caused_by is not None:
                self._by_cause.take(f"{alert.caused_by}:{alert.person}")
            self._by_person.take(alert.person)
            self._queue.put_nowait(alert)
        except (TooMany, asyncio.QueueFull):
            metrics.ALERTS.labels("dropped").inc()

    async def _run(self) -> None:
        while True:
            batch = [await self._queue.get()]
            while len(batch) < MAX_BATCH and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                await self._send_batch(batch)
            except Exception:
                log.exception("alerts could not be sent")
            await asyncio.sleep(BATCH_INTERVAL_S)

    async def _send_batch(self, batch: Sequence[Alert]) -> None:
        batch = await self._without_blocked(batch)
        found: defaultdict[PersonId, list[Subscription]] = defaultdict(list)
        for subscription in await self.subscriptions.of({alert.person for alert in batch}):
            found[subscription.person].append(subscription)
        unpushed = []
        for alert in batch:
            wanted = [each for each in found[alert.person] if alert.kind in each.kinds]
            for subscription in wanted:
                self._start(alert, subscription)
            if not wanted:
                unpushed.append(alert)
        if self.unpushed is not None:
            await self.unpushed(unpushed)

    async def _without_blocked(self, batch: Sequence[Alert]) -> Sequence[Alert]:
        """Leave out alerts that are caused by people whom the person blocks, or who block them."""
        causes = {alert.caused_by for alert in batch if alert.caused_by is not None}
        if not causes:
            return batch
        people = causes | {alert.person for alert in batch if alert.caused_by is not None}
        async with self._store.connect() as connection:
            apart = await blocked_pairs(connection, people)
        return [alert for alert in batch if frozenset((alert.person, alert.caused_by)) not in apart]

    def _start(self, alert: Alert, subscription: Subscription) -> None:
        person = alert.person
        is_full = len(self._sending) >= MAX_SENDING
        if is_full or self._sending_to[person] >= MAX_SENDING_PER_PERSON:
            metrics.ALERTS.labels("dropped").inc()
            return
        task = asyncio.create_task(self._send(alert, subscription))
        self._sending.add(task)
        self._sending_to[person] += 1
        task.add_done_callback(partial(self._finish, person))

    def _finish(self, person: PersonId, task: asyncio.Task[None]) -> None:
        self._sending.discard(task)
        self._sending_to[person] -= 1
        if self._sending_to[person] == 0:
            del self._sending_to[person]

    async def _send(self, alert: Alert, subscription: Subscription) -> None:
        options = PushMessageOptions(alert.ttl_s, alert.is_urgent, topic_of(alert.tag))
        try:
            content = msgspec.json.encode(push_message(alert, subscription.language))
            result = await self.sender.send(subscription, content, options)
            if result == "gone":
                await self.subscriptions.unsubscribe(subscription.person, subscription.endpoint)
        except Exception:
            log.exception("a push message could not be sent")
            result = "failed"
        metrics.ALERTS.labels(result).inc()


def push_message(alert: Alert, language: str) -> PushMessage:
    """Return what the service worker is sent, in the browser's language."""
    return PushMessage(
        id=alert.id,
        kind=alert.kind,
        tag=alert.tag,
        title=render(alert.title, language),
        text=render(alert.text, language),
        path=alert.path,
    )
