"""The examples of the guide to training agents run, one after the other."""

from __future__ import annotations

import re

from tests.helpers.paths import ROOT

GUIDE = ROOT / "docs" / "how-to" / "train-agents.md"


def test_the_examples_of_the_guide_run() -> None:
    examples = re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text("utf-8"), re.DOTALL | re.M)
    names: dict[str, object] = {"print": lambda *values: None}
    for example in examples:
        exec(example, names)
    assert len(examples) == 6
