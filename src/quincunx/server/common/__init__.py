"""Small types and helpers for every folder of the server, without state or I/O of their own.

Errors that are sent to clients (`errors`), limits and rate limiters (`limits`, `rate_limiter`),
times and days (`times`, `days`), what a table is and where people sit (`table_config`, `seating`),
and helpers for text, compression and long work (`text_safety`, `compression`, `slices`). Depends on
the engine and `quincunx.wire` only.
"""
