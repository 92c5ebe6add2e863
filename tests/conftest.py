"""Settings for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# Slow machines are no failures, and a run is the same as the last one.
settings.register_profile("quincunx", deadline=None, derandomize=True)
settings.load_profile("quincunx")

# Whatever the machine speaks, tests read English.
os.environ["LC_ALL"] = "C.UTF-8"
