"""People: guests and sessions, accounts, profiles, moderation, and the export of personal data.

`Sessions` (sessions.py) creates guests and knows who a cookie belongs to; `Accounts` (accounts.py)
adds a login and a password (passwords.py); deletion.py removes a person's data; `profile`
(profiles.py) and `export` (export.py) read it; `Moderation` (moderation.py) is what
`quincunx admin` does. The folder depends on `server.ratings`, `server.storage` and
`server.common`.
"""
