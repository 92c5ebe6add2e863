"""Settings for all tests."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

from tests.server.postgres import find_system_commands

# Slow machines are no failures, and a run is the same as the last one.
settings.register_profile("quincunx", deadline=None, derandomize=True)
settings.load_profile("quincunx")

# Whatever the machine speaks, tests read English.
os.environ["LC_ALL"] = "C.UTF-8"


def pytest_configure(config: pytest.Config) -> None:
    """Before a whole run: say once what is missing, instead of in every test that needs it."""
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        find_system_commands()
