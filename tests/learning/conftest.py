"""Training needs packages that only the lab's environment has: see `make test-lab`."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("optax") else ["test_training.py", "test_command.py"]
