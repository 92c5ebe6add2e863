"""Screens and settings that pages are tested with."""

from __future__ import annotations

from collections.abc import Collection
from itertools import product
from typing import Any, Final

import pytest
from _pytest.mark import ParameterSet

DESKTOP: Final = {"width": 1440, "height": 900}
PHONE: Final = {"width": 360, "height": 740}
SIZES: Final = {360: PHONE, 1440: DESKTOP}
SCHEMES: Final = ("light", "dark")
LANGUAGES: Final = ("en", "de", "fr")
ANIMATED: Final[dict[str, Any]] = {"reduced_motion": "no-preference"}
"""For tests in which animations matter; by default the tests' browsers reduce motion."""


Screen = tuple[int, str]
"""Width and colour scheme."""
PHONE_DARK: Final = (360, "dark")
DESKTOP_LIGHT: Final = (1440, "light")


def on_screens(*usual: Screen) -> pytest.MarkDecorator:
    """Run a test with every width and colour scheme; only the `usual` ones in `make test`."""
    return pytest.mark.parametrize(
        ("width", "scheme"), [_param(screen, usual) for screen in product(SIZES, SCHEMES)]
    )


def in_schemes(*usual: str) -> pytest.MarkDecorator:
    """Run a test in every colour scheme; only in the `usual` ones in `make test`."""
    return pytest.mark.parametrize(
        "scheme", [_param((scheme,), [(each,) for each in usual]) for scheme in SCHEMES]
    )


def in_languages(*usual: str) -> pytest.MarkDecorator:
    """Run a test in every language; only in the `usual` ones in `make test`."""
    return pytest.mark.parametrize(
        "language", [_param((language,), [(each,) for each in usual]) for language in LANGUAGES]
    )


def _param(values: tuple[object, ...], usual: Collection[tuple[object, ...]]) -> ParameterSet:
    return pytest.param(*values, marks=() if values in usual else pytest.mark.exhaustive)
