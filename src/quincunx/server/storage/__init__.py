"""The database: SQLite, or PostgreSQL for several server processes.

`Store` (`store.py`) is what the rest of the server uses: it reads through a `StoreConnection` and
writes through one commit queue, either jobs or compare-and-swap changes of a table (`TableChange`).
`schema` and `migrations` define the tables of the database, `table_data` stores and loads the parts
of a live table, `maintenance` backs up, restores and upgrades whole stores, `notifications` and
`operator_commands` pass messages between processes. Depends on `common` and `ops` only.
"""
