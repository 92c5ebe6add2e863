"""Routes of accounts: recovery, e-mail, passkeys, bot accounts."""

from __future__ import annotations

from quincunx.server.http.routes.accounts import (
    bot_accounts,
    mail,
    passkeys,
    recovery,
)

ROUTES = (
    *recovery.ROUTES,
    *mail.ROUTES,
    *passkeys.ROUTES,
    *bot_accounts.ROUTES,
)
