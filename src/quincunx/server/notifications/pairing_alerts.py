"""Alerts about a pairing: its players have seconds to come to their table."""

from __future__ import annotations

from quincunx.core.messages import Message
from quincunx.server.notifications.alerts import Alert
from quincunx.server.pairing.round import TIME_TO_COME_MS, NewPairing


def pairing_alerts(pairing: NewPairing) -> tuple[Alert, ...]:
    """Return an alert for each player; it is of no use when they no longer have time to come."""
    return tuple(
        Alert(
            person=person,
            kind="paired",
            id=f"{pairing.table}:paired",
            tag=pairing.table,
            title=Message("server.alert.paired"),
            text=Message(f"{pairing.game}.name"),
            path=f"/table/{pairing.table}",
            ttl_s=TIME_TO_COME_MS // 1000,
            is_urgent=True,
        )
        for person in pairing.people
    )
