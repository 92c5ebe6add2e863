"""What several server processes on one PostgreSQL share: the time, and who is connected where."""
