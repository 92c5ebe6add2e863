"""Fixtures for tests of the store itself."""

from __future__ import annotations

import pytest


@pytest.fixture
def database(empty_database: str) -> str:
    """A database without tables: the tests of this folder create the schema themselves."""
    return empty_database
