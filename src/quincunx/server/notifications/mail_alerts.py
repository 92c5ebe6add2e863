"""Sends by e-mail what no browser of a person is told of.

An alert waits for some minutes in the store: a player who comes back in time gets no mail, and one
mail tells of several games. Then the process that marks it as sent sends it. The row stays until
the player has come back, so that a game sends no second mail before.
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Select, and_, delete, exists, or_, select, update
from sqlalchemy.engine import RowMapping

from quincunx.server.cluster.presence import Presence
from quincunx.server.common.background import BackgroundService
from quincunx.server.common.limits import ALERT_MAILS_PER_PERSON
from quincunx.server.common.rate_limiter import RateLimiter, TooMany
from quincunx.server.common.times import wall_clock
from quincunx.server.mail.sender import MailSender
from quincunx.server.notifications.alert_mails import alert_mail
from quincunx.server.notifications.alerts import Alert, MailSubject
from quincunx.server.notifications.mail_choices import MailChoices, MailReader
from quincunx.server.storage import schema
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store, insert_if_new
from quincunx.wire import PersonId, TableId

log = logging.getLogger(__name__)

DELAY_S: Final = 300.0
"""Seconds that an alert waits."""

CHECK_INTERVAL_S: Final = 30.0
"""Seconds between two looks for alerts that have waited long enough."""

REPEATED_AFTER_MS: Final = 24 * 3600 * 1000
"""When a table may send a second mail of a kind that no move answers, such as a proposal."""

FORGOTTEN_AFTER_MS: Final = 30 * 24 * 3600 * 1000
"""When a row is deleted: longer than any game waits for a move."""

MAX_BATCH: Final = 200
"""Alerts that are sent at a time; the others follow at the next look."""

_ALERTS = schema.mail_alerts.c


class MailAlerts(BackgroundService):
    """Sends alerts by e-mail while it is running (`async with`)."""

    def __init__(self, store: Store, mail: MailSender, presence: Presence) -> None:
        self._store = store
        self._mail = mail
        self._presence = presence
        self._choices = MailChoices(store)
        self._per_person = RateLimiter(*ALERT_MAILS_PER_PERSON)

    async def add(self, alerts: Sequence[Alert]) -> None:
        """Store the alerts that their people want by e-mail."""
        people = {alert.person for alert in alerts if alert.mail is not None}
        if not people:
            return
        readers = await self._choices.readers(people)
        wanted = [
            (alert, alert.mail)
            for alert in alerts
            if alert.mail is not None
            and alert.person in readers
            and alert.mail.kind in readers[alert.person].kinds
        ]
        if not wanted:
            return

        async def job(connection: StoreConnection) -> None:
            for alert, subject in wanted:
                await _store(connection, alert, subject)

        await self._store.write(job)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(CHECK_INTERVAL_S)
            try:
                await self.send_due()
            except Exception:
                log.exception("alerts could not be sent by e-mail")

    async def send_due(self) -> None:
        """Send one mail to each person for whom alerts have waited long enough."""
        if await self._store.fetch_one(_due()) is None:
            return
        taken: defaultdict[PersonId, list[RowMapping]] = defaultdict(list)
        for alert in await self._store.write(_take):
            taken[alert["person"]].append(alert)
        readers = await self._choices.readers(taken)
        for person, reader in readers.items():
            still_due = await self._still_due(reader, taken[person])
            if still_due:
                try:
                    self._per_person.take(person)
                except TooMany:
                    continue
                self._mail.send(alert_mail(reader, still_due, self._mail.server))

    async def _still_due(
        self, reader: MailReader, alerts: Sequence[RowMapping]
    ) -> Sequence[RowMapping]:
        """Leave out what the person has seen or answered, and what they no longer want."""
        async with self._store.connect() as connection:
            return [
                alert
                for alert in alerts
                if alert["kind"] in reader.kinds
                and not await self._has_seen(alert)
                and not await _is_answered(connection, alert)
            ]

    async def _has_seen(self, alert: RowMapping) -> bool:
        """Return whether the person has the page in front of them that shows it."""
        person = alert["person"]
        if alert["kind"] == "invited":
            return person in await self._presence.connected_among({person})
        return await self._presence.is_looking(TableId(alert["tag"]), person)


def _due() -> Select[tuple[PersonId, str, str]]:
    """Select the alerts that have waited long enough."""
    return (
        select(_ALERTS.person, _ALERTS.tag, _ALERTS.kind)
        .where(_ALERTS.sent.is_(None), _ALERTS.created <= wall_clock() - DELAY_S * 1000)
        .order_by(_ALERTS.created)
        .limit(MAX_BATCH)
    )


async def _take(connection: StoreConnection) -> Sequence[RowMapping]:
    """Mark alerts as sent and return them; no other process gets the same ones."""
    now = wall_clock()
    await connection.execute(
        delete(schema.mail_alerts).where(_ALERTS.created < now - FORGOTTEN_AFTER_MS)
    )
    taken: list[RowMapping] = []
    for key in (await connection.execute(_due())).all():
        rows = await connection.execute(
            update(schema.mail_alerts)
            .where(_is(*key), _ALERTS.sent.is_(None))
            .values(sent=now)
            .returning(schema.mail_alerts)
        )
        taken.extend(rows.mappings())
    return taken


async def _store(connection: StoreConnection, alert: Alert, subject: MailSubject) -> None:
    """Store an alert, unless the person has not come back since an earlier one."""
    key = _is(alert.person, alert.tag, subject.kind)
    earlier = (await connection.execute(select(schema.mail_alerts).where(key))).mappings().first()
    if earlier is not None:
        is_over = (
            await connection.scalar(select(_has_moved(earlier)))
            if subject.kind == "turn"
            else earlier["created"] < wall_clock() - REPEATED_AFTER_MS
        )
        if not is_over:
            return
        await connection.execute(delete(schema.mail_alerts).where(key))
    await connection.execute(
        insert_if_new(connection, schema.mail_alerts).values(
            person=alert.person,
            tag=alert.tag,
            kind=subject.kind,
            game=subject.game,
            path=alert.path,
            version=subject.version,
            created=wall_clock(),
        )
    )


async def _is_answered(connection: StoreConnection, alert: RowMapping) -> bool:
    """Return whether there is nothing left for the person to do."""
    if alert["kind"] == "turn":
        tables = schema.tables.c
        is_over = exists().where(tables.id == alert["tag"], tables.phase != "playing")
        return bool(await connection.scalar(select(or_(is_over, _has_moved(alert)))))
    if alert["kind"] == "invited":
        relations, invitations = schema.relations.c, schema.table_invitations.c
        person = alert["person"]
        asks = exists().where(
            relations.other == person, relations.kind == "request", relations.hidden.is_(False)
        )
        invites = exists().where(invitations.person == person, invitations.hidden.is_(False))
        return not await connection.scalar(select(or_(asks, invites)))
    return False


def _has_moved(alert: RowMapping) -> ColumnElement[bool]:
    """Return a condition: the person has moved since, and has therefore been at the table."""
    entries = schema.entries.c
    return exists().where(
        entries.table == alert["tag"],
        entries.person == alert["person"],
        entries.version > alert["version"],
    )


def _is(person: str, tag: str, kind: str) -> ColumnElement[bool]:
    return and_(_ALERTS.person == person, _ALERTS.tag == tag, _ALERTS.kind == kind)
