"""What an e-mail looks like: its language, its headers, and hostile names in it."""

from __future__ import annotations

import subprocess
import sys
from email import message_from_bytes
from email.policy import default

import pytest

from quincunx.core.messages import Message
from quincunx.server.mail.addresses import BadMailAddress, clean_address, mailbox
from quincunx.server.mail.mail import Mail
from quincunx.server.mail.message import write_message
from quincunx.server.ops.settings import MailServer
from tests.helpers.smtp_server import text_of

SERVER = MailServer(
    "localhost", 25, "none", "", "", "games@club.example", "Spiele-Köln", "https://club.example"
)
LINK = "https://games.club.example/password#" + "x" * 80
HOSTILE = (
    "Ada\r\nBcc: everybody@evil.example",
    "Ada\nContent-Type: text/html\n\n<script>",
    "Ada\u2028Bcc: a@evil.example",
    "Ada\x85Bcc: a@evil.example",
    "Ada\x00\x1b[31m\u202egnorts",
    "Ada\ud800",
    "=?utf-8?q?Bcc:_a=40evil.example?=",
    "x" * 2000,
)


def mail_about(name: str, language: str = "en") -> Mail:
    """Return a mail with a name in its subject and text, and a link."""
    named = Message("server.preview.person.title", {"name": name, "site": "Quincunx"})
    link = Message("server.running", {"url": LINK})
    return Mail("ada@home.example", language, named, (named, link))


@pytest.mark.parametrize("name", HOSTILE)
def test_a_name_adds_neither_headers_nor_lines(name: str) -> None:
    written = write_message(mail_about(name), SERVER).as_bytes()
    assert max(map(len, written.split(b"\r\n"))) < 998, "the longest line that SMTP allows"
    plain = write_message(mail_about("Ada"), SERVER)
    read = message_from_bytes(written, policy=default)
    assert sorted(read.keys()) == sorted(plain.keys())
    assert read.get_content_type() == "text/plain"
    assert "\n" not in read["Subject"]
    assert "\u202e" not in text_of(read)
    assert len(text_of(read).split("\n\n")) == len(text_of(plain).split("\n\n"))


def test_a_mail_is_in_the_language_of_its_reader() -> None:
    subjects = {
        language: write_message(mail_about("Ada", language), SERVER)
        for language in ("en", "de", "fr", "tlh")
    }
    assert subjects["en"]["Subject"] == "Ada on Quincunx"
    assert subjects["de"]["Subject"] != subjects["en"]["Subject"]
    assert subjects["fr"]["Content-Language"] == "fr"
    assert subjects["tlh"]["Content-Language"] == "en", "a language that we do not have"


def test_a_link_stays_on_one_line_and_names_survive() -> None:
    message = write_message(mail_about("Zoë 😀"), SERVER)
    written = message.as_bytes()
    assert written.isascii(), "every server can pass it on"
    read = message_from_bytes(written, policy=default)
    assert LINK in text_of(read).split()
    assert "Zoë 😀" in text_of(read)
    assert read["From"] == "Spiele-Köln <games@club.example>"


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("ada@home.example", "ada@home.example"),
        (" Ada.B+games@Home.Example ", "ada.b+games@home.example"),
        ("ada@müller.example", "ada@xn--mller-kva.example"),
    ],
)
def test_an_address_is_stored_as_mail_servers_write_it(typed: str, stored: str) -> None:
    assert clean_address(typed) == stored


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "ada",
        "@home.example",
        "ada@",
        "ada@home",
        "ada@home..example",
        "ada..b@home.example",
        ".ada@home.example",
        "ada b@home.example",
        "ada@home.example\r\nBcc: x@evil.example",
        "ada@home.example\nx",
        "ada@home.example,ben@home.example",
        "Ada <ada@home.example>",
        '"ada b"@home.example',
        "ada@[127.0.0.1]",
        "zoë@home.example",
        "ada\x00@home.example",
        "ada@\ud800.example",
        "a" * 65 + "@home.example",
        "a@" + "b" * 64 + ".example",
        "a@" + "b." * 1000 + "example",
        "@" * 100_000,
    ],
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(BadMailAddress):
        clean_address(typed)


def test_addresses_of_one_mailbox_are_counted_together() -> None:
    assert mailbox("ada+a@home.example") == mailbox("ada+b@home.example") == "ada@home.example"
    assert mailbox("ada@home.example") != mailbox("ben@home.example")


def test_a_server_does_not_load_the_libraries_until_it_needs_them() -> None:
    program = (
        "import sys, quincunx.server.http.app, quincunx.server.mail.sender\n"
        "print([name for name in ('aiosmtplib', 'fido2', 'cryptography') if name in sys.modules])"
    )
    printed = subprocess.run(
        [sys.executable, "-c", program], check=True, stdout=subprocess.PIPE, text=True
    ).stdout
    assert printed == "[]\n"
