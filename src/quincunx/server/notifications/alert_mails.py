"""Writes the e-mail about what waits for a person."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy.engine import RowMapping

from quincunx.core.messages import Arg, Message, render
from quincunx.server.mail.mail import Mail
from quincunx.server.mail.message import language_of
from quincunx.server.notifications.mail_choices import MailReader
from quincunx.server.ops.settings import MailServer


def alert_mail(reader: MailReader, alerts: Sequence[RowMapping], server: MailServer) -> Mail:
    """Return one mail about all alerts.

    It contains no names: anybody could put a link into theirs, and it would come from this site.
    """
    site: dict[str, Arg] = {"site": server.site_name}
    lines = [_line(alert, language_of(reader.language)) for alert in alerts]
    links = [
        Message("server.mail.link", {"link": server.public_address + alert["path"]})
        for alert in alerts
    ]
    # In the fragment, so that no program that opens links in mails stops them.
    stop = f"{server.public_address}/email/stop#{reader.stop_token}"
    subject = lines[0] if len(lines) == 1 else Message("server.mail.alert.subject", site)
    return Mail(
        reader.address,
        reader.language,
        subject,
        (
            *(part for pair in zip(lines, links, strict=True) for part in pair),
            Message("server.mail.alert.why", site),
            Message("server.mail.link", {"link": stop}),
        ),
        unsubscribe=stop,
    )


def _line(alert: RowMapping, language: str) -> Message:
    game = alert["game"]
    args: dict[str, Arg] = (
        {} if game is None else {"game": render(Message(f"{game}.name"), language)}
    )
    return Message(f"server.mail.alert.{alert['kind']}", args)
