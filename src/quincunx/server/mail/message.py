"""Writes an e-mail as plain text."""

from __future__ import annotations

from datetime import UTC, datetime
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, make_msgid
from textwrap import fill
from typing import Final

from quincunx.core.messages import Message, languages, render
from quincunx.server.mail.mail import Mail
from quincunx.server.ops.settings import MailServer

POLICY: Final = SMTP.clone(cte_type="7bit")
"""Every server can pass on such a message. Headers with line breaks raise `ValueError`."""

LINE_LENGTH: Final = 72
"""Characters; mail programs quote longer lines badly. A link is never broken."""

DEFAULT_LANGUAGE: Final = "en"


def write_message(mail: Mail, server: MailServer) -> EmailMessage:
    """Return the message with its headers, in the reader's language."""
    language = language_of(mail.language)
    message = EmailMessage(POLICY)
    message["From"] = Address(server.site_name, addr_spec=server.sender)
    message["To"] = Address(addr_spec=mail.to)
    message["Subject"] = _text(mail.subject, language)
    message["Date"] = format_datetime(datetime.now(UTC))
    message["Message-ID"] = make_msgid(domain=server.domain)
    # Vacation programs answer neither of these.
    message["Auto-Submitted"] = "auto-generated"
    message["X-Auto-Response-Suppress"] = "All"
    if mail.unsubscribe:
        message["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
    message.set_content(_body(mail, server, language))
    message["Content-Language"] = language
    return message


def language_of(wanted: str) -> str:
    """Return the language in which a mail to that reader is written."""
    return wanted if wanted in languages("server") else DEFAULT_LANGUAGE


def _body(mail: Mail, server: MailServer, language: str) -> str:
    paragraphs = [_wrapped(_text(paragraph, language)) for paragraph in mail.paragraphs]
    return "\n\n".join((*paragraphs, f"-- \n{server.site_name}\n{server.public_address}\n"))


def _wrapped(paragraph: str) -> str:
    return fill(paragraph, LINE_LENGTH, break_long_words=False, break_on_hyphens=False)


def _text(message: Message, language: str) -> str:
    """Return a text on one line: a name in it can neither add a header nor hide what follows."""
    line = " ".join(render(message, language).split())
    return "".join(character for character in line if character.isprintable())
