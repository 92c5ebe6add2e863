"""People: guests and sessions, accounts, profiles, moderation, and the export of personal data.

`Sessions` (sessions.py) creates guests and knows who a cookie belongs to; `accounts/` is about
logging in; `profile` (profiles.py) and `export` (export.py) read a person's data, and deletion.py
removes it; vacations.py stops a person's clocks; `Moderation` (moderation.py) is what
`quincunx admin` does, and reports.py what people tell the operator. The folder depends on
`server.mail`, `server.ratings`, `server.storage` and `server.common`.
"""
