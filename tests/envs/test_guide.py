"""The examples of the guide to training agents run, one after the other."""

from __future__ import annotations

import re

from tests.helpers.paths import ROOT

EXAMPLE = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
GUIDE = ROOT / "docs" / "how-to" / "train-agents.md"


def test_the_examples_of_the_guide_run() -> None:
    examples = EXAMPLE.findall(GUIDE.read_text("utf-8"))
    names: dict[str, object] = {"print": lambda *values: None}
    for example in examples:
        exec(example, names)
    assert len(examples) == 9
