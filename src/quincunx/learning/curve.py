"""The learning curve as an SVG file: the mean score by the number of games, below the optimum."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from itertools import accumulate
from math import ceil, log10
from typing import Final

from quincunx.core.messages import Arg, Message, render
from quincunx.lab.svg import line, text_at
from quincunx.learning.result import CurvePoint, FinishedTraining
from quincunx.pictures.palette import SURFACES

_WIDTH: Final = 560
_HEIGHT: Final = 300
_LEFT: Final = 44
_RIGHT: Final = 548
_TOP: Final = 28
_BOTTOM: Final = 250
_MAX_POINTS: Final = 120
"""If there are more updates, they are averaged in groups."""
_SCORES_PER_LINE: Final = 25
_MAX_TICKS: Final = 6


def learning_curve(training: FinishedTraining) -> str:
    """Return the curve of a training as an SVG file, in the current language."""
    points = _grouped(training.curve)
    played = list(accumulate(point.games for point in points))
    most, high = played[-1], training.optimum
    low = int(min(point.score for point in points) // _SCORES_PER_LINE * _SCORES_PER_LINE)

    def x(games: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * games / most

    def y(score: float) -> float:
        return _TOP + (_BOTTOM - _TOP) * (high - score) / (high - low)

    parts = [
        line(_LEFT, y(high), _RIGHT, y(high), "optimum"),
        text_at(_LEFT, y(high) - 8, _say("optimum", points=round(high, 1))),
    ]
    for score in range(low, int(high), _SCORES_PER_LINE):
        parts.append(line(_LEFT, y(score), _RIGHT, y(score)))
        parts.append(text_at(_LEFT - 8, y(score) + 4, str(score), "end"))
    parts += [
        text_at(x(thousands * 1000), _BOTTOM + 18, f"{thousands:g}", "middle")
        for thousands in _ticks(most / 1000)
    ]
    parts.append(text_at((_LEFT + _RIGHT) / 2, _HEIGHT - 12, _say("games"), "middle"))
    curve = " ".join(
        f"{x(games - point.games / 2):.1f},{y(point.score):.1f}"
        for games, point in zip(played, points, strict=True)
    )
    parts.append(f'<polyline points="{curve}"/>')
    return _file(parts)


def _grouped(curve: Sequence[CurvePoint]) -> list[CurvePoint]:
    """Return at most `_MAX_POINTS` points with the means of neighbouring ones."""
    size = ceil(len(curve) / _MAX_POINTS)
    groups = (curve[first : first + size] for first in range(0, len(curve), size))
    return [_mean(group) for group in groups]


def _mean(points: Sequence[CurvePoint]) -> CurvePoint:
    games = sum(point.games for point in points)
    return CurvePoint(games, sum(point.games * point.score for point in points) / games)


def _ticks(last: float) -> Iterator[float]:
    """Yield round numbers from 0 up to the last one."""
    power = 10.0 ** int(log10(last / _MAX_TICKS) // 1)
    step = next(power * each for each in (1, 2, 5, 10) if last / (power * each) <= _MAX_TICKS)
    for number in range(int(last / step) + 1):
        yield number * step


def _say(name: str, **args: Arg) -> str:
    return render(Message(f"learning.curve.{name}", args))


def _file(parts: Sequence[str]) -> str:
    # Without CSS variables, which only browsers know.
    style = f"{_css('light')}@media(prefers-color-scheme:dark){{{_css('dark')}}}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img">'
        f"<title>{escape(_say('title'))}</title><style>{style}</style>"
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" rx="8"/>{"".join(parts)}</svg>\n'
    )


def _css(scheme: str) -> str:
    """Return the colours on a light or a dark screen."""
    names = ("sheet", "ink", "edge", "edge-strong", "accent")
    paper, ink, faint, edge, accent = (SURFACES[name][scheme] for name in names)
    return (
        f"rect{{fill:{paper}}}text{{font:13px system-ui,sans-serif;fill:{ink}}}"
        f".axis{{stroke:{faint}}}.optimum{{stroke:{edge};stroke-dasharray:6 4}}"
        f"polyline{{fill:none;stroke:{accent};stroke-width:2}}"
    )
