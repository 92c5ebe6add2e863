"""Running the server: its settings, logs and metrics.

Depends on nothing else in the server. Public names: `Settings` and `load_settings`,
`configure_logging`, and the counters in `metrics`.
"""
