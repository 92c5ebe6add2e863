"""The screens that pages are looked at on."""

from __future__ import annotations

import pytest

ON_EVERY_SCREEN = pytest.mark.parametrize(
    ("width", "scheme"),
    [
        (360, "dark"),
        (1440, "light"),
        # Each width and each scheme has been seen by now; here they change partners.
        pytest.param(360, "light", marks=pytest.mark.exhaustive),
        pytest.param(1440, "dark", marks=pytest.mark.exhaustive),
    ],
)
