"""An e-mail before it is written: its reader, language and messages."""

from __future__ import annotations

from typing import NamedTuple

from quincunx.core.messages import Message


class Mail(NamedTuple):
    """What is sent to one address; the catalogues turn it into text."""

    to: str
    language: str
    subject: Message
    paragraphs: tuple[Message, ...]
    unsubscribe: str = ""
    """The address of a page on which the reader can stop such mails; empty if there is none."""
