"""The server of the website: many tables, people and bots on one database.

Folders, each of which imports only from those after it: `http` (routes, sockets, authentication),
`lobby` and `daily`, `tables` (live tables) and `people` (accounts, profiles, moderation), `bots`
(processes that think) and `cluster` (what several server processes share), `ratings`, `storage`
(the database), `common` (errors, limits, small types), `ops` (settings, logs, metrics). `serve`,
`worker` and `reloading` start a process.
"""
