"""Settings for all tests."""

from __future__ import annotations

import os
from contextlib import ExitStack

import pytest
from hypothesis import settings

from tests.helpers.postgres import MissingUserCommand, find_system_commands
from tests.helpers.reaper import reaper

# No deadlines, because machines differ; and every run tries the same examples.
settings.register_profile("quincunx", deadline=None, derandomize=True)
settings.load_profile("quincunx")

# Tests read English, whatever the machine's language is.
os.environ["LC_ALL"] = "C.UTF-8"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the longest tests first, so that no worker is still busy when the others have ended."""
    items.sort(key=lambda item: "faults" not in item.path.parts)


def pytest_configure(config: pytest.Config) -> None:
    """Start the reaper; before a whole run, report a missing command once and not in every test."""
    if not hasattr(config, "workerinput"):
        running = ExitStack()
        running.enter_context(reaper())
        config.add_cleanup(running.close)
    if config.args_source is not pytest.Config.ArgsSource.ARGS:
        try:
            find_system_commands()
        except MissingUserCommand as missing:
            raise pytest.UsageError(str(missing)) from None
