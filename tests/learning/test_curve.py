"""Learning curves: a drawing that needs nothing else."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from quincunx.core.messages import use_language
from quincunx.learning.curve import learning_curve
from quincunx.learning.result import CurvePoint, Evaluation, FinishedTraining
from tests.learning.agents import untrained_agent

SVG = "{http://www.w3.org/2000/svg}"
EVALUATION = Evaluation(100, 205.0, 204.0, 206.0)


def drawn(curve: tuple[CurvePoint, ...]) -> ElementTree.Element:
    finished = FinishedTraining(untrained_agent(), curve, EVALUATION, 216.4)
    return ElementTree.fromstring(learning_curve(finished))


def points(drawing: ElementTree.Element) -> list[tuple[float, float]]:
    line = drawing.find(f"{SVG}polyline")
    assert line is not None
    pairs = (pair.split(",") for pair in line.attrib["points"].split())
    return [(float(x), float(y)) for x, y in pairs]


@pytest.mark.parametrize("updates", [1, 2, 119, 1000])
def test_a_curve_that_rises_is_drawn_so(updates: int) -> None:
    curve = tuple(CurvePoint(500, 80 + 130 * n / updates) for n in range(updates))
    drawing = drawn(curve)
    found = points(drawing)
    assert 1 <= len(found) <= 120
    assert found == sorted(found, key=lambda point: (point[0], -point[1]))
    _, _, width, height = map(float, drawing.attrib["viewBox"].split())
    assert all(0 < x < width and 0 < y < height for x, y in found)


def test_neighbouring_updates_are_averaged_by_their_games() -> None:
    curve = tuple(CurvePoint(1 + 2 * (n % 2), 100.0 + 40 * (n % 2)) for n in range(240))
    assert points(drawn(curve)) == points(drawn((CurvePoint(4, 130.0),) * 120))


def test_its_texts_are_in_the_readers_language() -> None:
    texts = set()
    for language in ("en", "de", "fr"):
        with use_language(language):
            drawing = drawn((CurvePoint(10, 100.0),))
        texts.add(drawing.findtext(f"{SVG}title"))
        mark = "." if language == "en" else ","
        assert any(f"216{mark}4" in (text.text or "") for text in drawing.iter(f"{SVG}text"))
    assert len(texts) == 3
