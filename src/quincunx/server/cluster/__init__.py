"""What several server processes on one database share.

`clock` is the server time, which runs while any process runs; `presence` says which people are
connected to which tables through which process. Both keep their state in the `storage` folder's
database. Public names: the clocks of `clock.py`, and `Presence`.
"""
