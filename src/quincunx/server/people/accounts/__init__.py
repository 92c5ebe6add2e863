"""Accounts: how people log in, and how they get in again.

`Accounts` (accounts.py) adds a login and a password (passwords.py; password_rules.py says which
ones are refused) to a guest, perhaps only for those whom the operator has invited (invitations.py).
`Recovery` (recovery.py) sets a new password with a recovery code (recovery_codes.py) or a link
(password_links.py), which the operator creates or `PasswordMails` (password_mails.py) sends to the
account's confirmed address (mail_addresses.py). `passkeys/` logs people in without a password.
bot_accounts.py is for people's programs.
"""
