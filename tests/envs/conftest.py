"""The environments need packages that only the lab's environment has: see `make test-lab`."""

from __future__ import annotations

import os
from importlib.util import find_spec

# No screen is needed to show a window.
os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

collect_ignore = [] if find_spec("pyspiel") else ["test_openspiel.py"]
collect_ignore_glob = [] if find_spec("gymnasium") and find_spec("pettingzoo") else ["test_*.py"]
