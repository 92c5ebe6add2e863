"""Sending e-mail through a real SMTP server: encryption, logins, refusals, retries, limits."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
from prometheus_client import REGISTRY

from quincunx.core.messages import Message
from quincunx.server.mail import delivery, sender
from quincunx.server.mail.mail import Mail
from quincunx.server.mail.sender import MailSender
from quincunx.server.ops.settings import MailSecurity, MailServer
from tests.helpers.ports import free_port
from tests.helpers.smtp_server import (
    PASSWORD,
    SENDER,
    USER,
    ReceivingServer,
    smtp_server,
    text_of,
    write_certificate,
)
from tests.helpers.waiting import MAX_WAIT_S, run

READER = "ada@home.example"
MAIL = Mail(READER, "en", Message("table.refusal.unwell"), (Message("table.refusal.banned"),))
NO_DELAYS = (0.0, 0.0)


@pytest.fixture(scope="module")
def receiving() -> Iterator[ReceivingServer]:
    with smtp_server() as running:
        yield running


def outcomes() -> dict[str, float]:
    """Return how many mails were sent, failed and were dropped by this process so far."""
    return {
        outcome: REGISTRY.get_sample_value("quincunx_mails_total", {"outcome": outcome}) or 0
        for outcome in ("sent", "failed", "dropped")
    }


def our_log(caplog: pytest.LogCaptureFixture) -> str:
    """Return what our server has logged; the SMTP server of the test logs addresses."""
    return "\n".join(
        record.getMessage() for record in caplog.records if record.name.startswith("quincunx.")
    )


async def send(server: MailServer, mail: Mail = MAIL) -> str:
    """Send a mail and return what became of it."""
    before = outcomes()
    async with MailSender(server, NO_DELAYS) as mails:
        assert mails.send(mail)
        async with asyncio.timeout(MAX_WAIT_S):
            while outcomes() == before:
                await asyncio.sleep(0.01)
    (changed,) = (outcome for outcome, count in outcomes().items() if count > before[outcome])
    return changed


def test_a_mail_arrives_with_its_headers(receiving: ReceivingServer) -> None:
    count = len(receiving.messages)
    mail = MAIL._replace(unsubscribe="https://games.club.example/settings")
    assert run(send(receiving.mail_server(), mail)) == "sent"
    message = receiving.wait_for(count + 1)
    assert message["To"] == READER
    assert message["From"] == f"The Games Club <{SENDER}>"
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["List-Unsubscribe"] == "<https://games.club.example/settings>"
    assert message["Message-ID"].endswith("@club.example>")
    assert message.get_content_type() == "text/plain"
    assert text_of(message).endswith("-- \nThe Games Club\nhttps://games.club.example\n")


@pytest.mark.parametrize("security", ["starttls", "tls"])
def test_the_connection_is_encrypted_before_the_login(
    security: MailSecurity, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = write_certificate(tmp_path)
    with smtp_server(security, certificate) as encrypting:
        server = encrypting.mail_server(security, user=USER, password=PASSWORD)
        # Nobody vouches for the certificate yet: the password is not sent.
        assert run(send(server)) == "failed"
        assert encrypting.logins == []
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        assert run(send(server._replace(password="wrong"))) == "failed"
        assert encrypting.logins == [USER.encode()] * 2, "once with each way to log in"
        assert run(send(server)) == "sent"
        assert len(encrypting.messages) == 1


def test_a_server_without_encryption_gets_no_mail_if_encryption_is_wanted(
    receiving: ReceivingServer,
) -> None:
    count = len(receiving.messages)
    assert run(send(receiving.mail_server("starttls"))) == "failed"
    assert len(receiving.messages) == count


def test_a_mail_is_sent_again_if_the_server_is_busy(receiving: ReceivingServer) -> None:
    count = len(receiving.messages)
    receiving.answers = ["451 Try again later", "421 Busy"]
    assert run(send(receiving.mail_server())) == "sent"
    assert len(receiving.messages) == count + 1


def test_a_mail_is_given_up_after_the_last_attempt(receiving: ReceivingServer) -> None:
    attempts = receiving.attempts
    receiving.answers = ["451 Try again later"] * 3
    assert run(send(receiving.mail_server())) == "failed"
    assert receiving.attempts == attempts + len(NO_DELAYS) + 1
    assert receiving.answers == []


@pytest.mark.parametrize("answer", ["554 This is spam", "552 ada@home.example has no room"])
def test_a_mail_that_is_refused_for_good_is_not_sent_again(
    receiving: ReceivingServer, answer: str, caplog: pytest.LogCaptureFixture
) -> None:
    attempts = receiving.attempts
    receiving.answers = [answer]
    with caplog.at_level(logging.DEBUG, "quincunx"):
        assert run(send(receiving.mail_server())) == "failed"
    assert receiving.attempts == attempts + 1
    assert READER not in our_log(caplog)
    assert f"SMTPDataError, {answer[:3]} (table.refusal.unwell)" in our_log(caplog)


def test_the_log_does_not_say_which_recipient_was_refused(
    receiving: ReceivingServer, caplog: pytest.LogCaptureFixture
) -> None:
    receiving.refused_recipients = {READER}
    attempts = receiving.attempts
    with caplog.at_level(logging.DEBUG, "quincunx"):
        assert run(send(receiving.mail_server())) == "failed"
    receiving.refused_recipients = set()
    assert receiving.attempts == attempts + 1
    assert "recipient refused, 550" in our_log(caplog)
    assert READER not in our_log(caplog)


@pytest.mark.parametrize("name", ["REPLY_TIMEOUT_S", "DELIVERY_TIMEOUT_S"])
def test_a_server_that_does_not_answer_is_given_up(
    receiving: ReceivingServer, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, name, 0.2)
    receiving.is_hanging = True
    try:
        assert run(send(receiving.mail_server())) == "failed"
    finally:
        receiving.is_hanging = False


def test_a_server_that_is_down_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    nowhere = ReceivingServer(free_port())
    assert run(send(nowhere.mail_server())) == "failed"
    assert "SMTPConnectError" in caplog.text


def test_mails_are_dropped_when_too_many_wait(
    receiving: ReceivingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "MAX_WAITING_MAILS", 4)
    monkeypatch.setattr(sender, "CLOSE_TIMEOUT_S", MAX_WAIT_S)

    async def work() -> list[bool]:
        async with MailSender(receiving.mail_server()) as mails:
            return [mails.send(MAIL) for _ in range(6)]

    before, count = outcomes(), len(receiving.messages)
    assert run(work()) == [True] * 4 + [False] * 2
    assert outcomes()["dropped"] == before["dropped"] + 2
    assert len(receiving.messages) == count + 4, "a server that stops first sends what waits"


def test_a_server_that_stops_does_not_wait_for_the_next_attempt(
    receiving: ReceivingServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "CLOSE_TIMEOUT_S", 0.0)
    receiving.is_hanging = True

    async def work() -> None:
        async with MailSender(receiving.mail_server()) as mails:
            mails.send(MAIL)

    before = outcomes()
    run(work())
    receiving.is_hanging = False
    assert outcomes() == before
