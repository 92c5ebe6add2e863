"""A real SMTP server (aiosmtpd) that keeps what it receives."""

from __future__ import annotations

import asyncio
import re
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from quincunx.server.ops.settings import MailSecurity, MailServer
from tests.helpers.ports import free_port
from tests.helpers.waiting import MAX_WAIT_S

USER, PASSWORD = "postman", "let me send"
SENDER = "games@club.example"
PUBLIC_ADDRESS = "https://games.club.example"


class ReceivingServer:
    """What the SMTP server has received; `answers` are its replies to the next messages."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.messages: list[EmailMessage] = []
        self.answers: list[str] = []
        """Used up one by one; afterwards every message is accepted."""
        self.refused_recipients: set[str] = set()
        self.is_hanging = False
        self.attempts = 0
        self.logins: list[bytes] = []
        self._changed = threading.Condition()

    def mail_server(self, security: MailSecurity = "none", **changes: Any) -> MailServer:
        """Return what a server of ours needs to send through this one."""
        server = MailServer(
            "localhost", self.port, security, "", "", SENDER, "The Games Club", PUBLIC_ADDRESS
        )
        return server._replace(**changes)

    def wait_for(self, count: int) -> EmailMessage:
        """Wait until that many messages have arrived; return the last of them."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.messages) >= count, MAX_WAIT_S)
        return self.messages[count - 1]

    # Called by aiosmtpd, in its own thread

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.attempts += 1
        while self.is_hanging:
            await asyncio.sleep(0.01)
        if address in self.refused_recipients:
            return f"550 {address} does not exist"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        answer = self.answers.pop(0) if self.answers else "250 OK"
        if answer.startswith("250"):
            assert isinstance(envelope.content, bytes)
            received = message_from_bytes(envelope.content, policy=default)
            with self._changed:
                self.messages.append(received)
                self._changed.notify_all()
        return answer

    def authenticate(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object
    ) -> AuthResult:
        assert isinstance(data, LoginPassword)
        self.logins.append(data.login)
        is_right = data == LoginPassword(USER.encode(), PASSWORD.encode())
        return AuthResult(success=is_right, handled=False)


@contextmanager
def smtp_server(
    security: MailSecurity = "none", certificate: Path | None = None
) -> Iterator[ReceivingServer]:
    """Run an SMTP server; with a certificate it encrypts and checks logins."""
    receiving = ReceivingServer(free_port())
    more: dict[str, Any] = {}
    if certificate is not None:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        more = {"authenticator": receiving.authenticate}
        if security == "starttls":
            more |= {"tls_context": context, "require_starttls": True, "auth_required": True}
        else:
            # aiosmtpd does not count a connection that was encrypted from the start.
            more |= {"ssl_context": context, "auth_require_tls": False}
    # Without a name it would look up that of this machine, for every connection.
    controller = Controller(
        receiving, "127.0.0.1", receiving.port, server_hostname="localhost", **more
    )
    controller.start()
    try:
        yield receiving
    finally:
        receiving.is_hanging = False
        controller.stop()


def write_certificate(folder: Path) -> Path:
    """Write a key and a self-signed certificate for `localhost` into one file; return it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    file = folder / "certificate.pem"
    file.write_bytes(private + certificate.public_bytes(serialization.Encoding.PEM))
    return file


def text_of(message: EmailMessage) -> str:
    """Return the text of a message, with the same line ends everywhere."""
    text: str = message.get_content()
    return text.replace("\r\n", "\n")


def link_in(message: EmailMessage, site: str = PUBLIC_ADDRESS) -> str:
    """Return the one link into our pages that a message contains, apart from its signature."""
    (link,) = re.findall(rf"{site}/\S+", text_of(message))
    return str(link)
