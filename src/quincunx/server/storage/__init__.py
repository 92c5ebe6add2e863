"""The database: SQLite, or PostgreSQL for several server processes.

`Store` (`store.py`) is what the rest of the server uses: it reads through a `StoreConnection` and
writes through one commit queue, either jobs or compare-and-swap changes of a table (`TableChange`).
`schema` and `migrations` define the tables, `table_store` loads and saves a live table, `backup`,
`restore` and `upgrade` move whole stores, `notifications` and `operator_commands` pass messages
between processes. Depends on `common` and `ops` only.
"""
