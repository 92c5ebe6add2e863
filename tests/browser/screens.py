"""The screens that pages are looked at on."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.visitor import Visitor

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


DESKTOP = {"width": 1440, "height": 900}


def opens_a_table(visitor: Visitor, game: str, seats: int, **more: Any) -> str:
    """A table with bots at the other seats; its address."""
    page = visitor.page
    page.goto("/")
    assert page.request.post("/api/guest", data={"name": "Ada"}).ok
    bots = {str(seat): "easy" for seat in range(1, seats)}
    opened = page.request.post(
        "/api/tables", data={"game": game, "seats": seats, "bots": bots, **more}
    ).json()
    page.goto(f"/table/{opened['id']}#{opened['invite']}")
    return page.url
