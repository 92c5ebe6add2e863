"""People: guests and sessions, accounts, profiles, moderation, and the export of personal data.

`Sessions` (sessions.py) creates guests and knows who a cookie belongs to; `Accounts` (accounts.py)
adds a login and a password (passwords.py; password_rules.py says which ones are refused), perhaps
only for those whom the operator has invited (invitations.py);
`Recovery` (recovery.py) sets a new password with a recovery code (recovery_codes.py) or a link of
the operator (password_links.py); `MailAddresses` (mail_addresses.py) and `PasswordMails`
(password_mails.py) are for accounts with an e-mail address, and `passkeys/` for those who log in
without a password; deletion.py removes a person's data; `profile` (profiles.py) and
`export` (export.py) read it; `Moderation` (moderation.py) is what `quincunx admin` does. The folder
depends on `server.mail`, `server.ratings`, `server.storage` and `server.common`.
"""
