"""The toy game with the bots of `toy_bots`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from quincunx import registry
from quincunx.core.bots import RandomBot
from quincunx.lab.experiments import game as playing
from tests.lab.experiments.toy_bots import Idler, SetUpToy, Witness
from tests.toy.game import TOY
from tests.toy.rules import ToyRules


@pytest.fixture(autouse=True)
def set_up_toy(monkeypatch: pytest.MonkeyPatch) -> SetUpToy:
    """Register the toy game; return a function that changes its rules."""

    def set_up(rules: type[ToyRules], **more: Any) -> None:
        bots = {"random": RandomBot, "witness": Witness, "idler": Idler}
        monkeypatch.setitem(registry._games, "toy", replace(TOY, rules=rules, bots=bots, **more))

    set_up(ToyRules)
    monkeypatch.setattr(Witness, "asked", [])
    monkeypatch.setattr(playing, "_warm", set())
    return set_up
