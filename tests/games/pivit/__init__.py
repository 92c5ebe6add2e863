"""Pivit, examined by its rulebook and its rulings."""

import pytest

pytest.register_assert_rewrite("tests.games.pivit.matches")
