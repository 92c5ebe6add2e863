"""Presets: usual choices of options, with texts in every language."""

from __future__ import annotations

import pytest

from quincunx.core.errors import UnknownPreset
from quincunx.core.messages import Message, languages, render
from quincunx.core.options import make_options
from quincunx.registry import find, game_names


@pytest.mark.parametrize("name", game_names())
def test_every_preset_can_be_played_and_has_texts(name: str) -> None:
    game = find(name)
    base, *variants = game.presets
    assert (base.name, base.options) == ("base", {})
    for preset in variants:
        options = make_options(game.options, preset.options, game=name)
        assert options != game.options()
        assert game.seats(options)
    for preset in game.presets if game.listed else ():
        for language in languages():
            for kind in ("preset", "preset_help"):
                assert render(Message(f"{name}.{kind}.{preset.name}"), language)


def test_an_unknown_preset_is_refused_with_those_that_exist() -> None:
    with pytest.raises(UnknownPreset, match="base"):
        find("quivvit").find_preset("nonsense")
