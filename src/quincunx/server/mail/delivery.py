"""Hands a message to the SMTP server."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from email.message import EmailMessage
from typing import Final

from quincunx.server.ops.settings import MailServer

REPLY_TIMEOUT_S: Final = 15.0
"""For each reply of the server."""

DELIVERY_TIMEOUT_S: Final = 60.0
"""For everything together: a server that answers slowly each time must not hold a connection."""

QUIT_TIMEOUT_S: Final = 2.0
"""For the reply to the last command, on which nothing depends."""

PERMANENT_CODES: Final = range(500, 600)
"""Replies to what the server will not accept later either."""


class DeliveryFailed(Exception):
    """The server did not take the message. The text contains no address and no server's reply."""

    def __init__(self, why: str, *, is_final: bool) -> None:
        super().__init__(why)
        self.is_final = is_final
        """Whether it would be no use to try again."""


async def deliver(message: EmailMessage, to: str, server: MailServer) -> None:
    """Send a message to one address, or raise `DeliveryFailed`."""
    # Only a server that sends e-mail needs the library.
    import aiosmtplib

    client = aiosmtplib.SMTP(
        hostname=server.host,
        port=server.port,
        username=server.user or None,
        password=server.password or None,
        use_tls=server.security == "tls",
        start_tls=server.security == "starttls",
        # Otherwise the name of this machine is looked up and sent.
        local_hostname=server.domain,
        timeout=REPLY_TIMEOUT_S,
    )
    try:
        async with asyncio.timeout(DELIVERY_TIMEOUT_S):
            await client.connect()
            await client.send_message(message, sender=server.sender, recipients=[to])
        # The message is delivered, whatever the server says to this.
        with suppress(aiosmtplib.SMTPException, OSError):
            await client.quit(timeout=QUIT_TIMEOUT_S)
    except aiosmtplib.SMTPRecipientsRefused as error:
        code = error.recipients[0].code
        raise DeliveryFailed(f"recipient refused, {code}", is_final=_is_final(code)) from None
    except aiosmtplib.SMTPResponseException as error:
        why = f"{type(error).__name__}, {error.code}"
        raise DeliveryFailed(why, is_final=_is_final(error.code)) from None
    except (aiosmtplib.SMTPNotSupported, ValueError) as error:
        raise DeliveryFailed(type(error).__name__, is_final=True) from None
    except (aiosmtplib.SMTPException, OSError) as error:
        raise DeliveryFailed(type(error).__name__, is_final=False) from None
    finally:
        client.close()


def _is_final(code: int) -> bool:
    return code in PERMANENT_CODES
