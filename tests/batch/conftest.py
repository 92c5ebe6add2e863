"""The tests on arrays compile quickly; JAX reads these flags when it compiles its first program."""

from __future__ import annotations

import os

from tests.helpers.quick_compiling import XLA_FLAGS

os.environ["XLA_FLAGS"] = " ".join(XLA_FLAGS)
