"""The HTTP and WebSocket handlers, one module for each subject, each with its `ROUTES`.

A handler authenticates the request, applies the rate limits, and calls `tables`, `people`, `lobby`
or `daily`. It decides nothing itself.
"""
