"""These tests need packages that only the lab's environment has: see `make test-lab`."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore_glob = [] if find_spec("pgx") and find_spec("pettingzoo") else ["test_*.py"]
