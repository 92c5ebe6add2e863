"""The learning curve in the progress bar of `quincunx train`."""

from __future__ import annotations

import pytest

from quincunx.cli.terminal.progress import ProgressBar
from quincunx.cli.training.learning_bar import LearningBar, sparkline


@pytest.mark.parametrize(
    ("numbers", "width", "curve"),
    [
        ([0.5], 3, "▁"),
        ([1, 1, 1], 3, "▁▁▁"),
        ([0, 1], 3, "▁█"),
        ([3, 2, 1, 0], 4, "█▆▃▁"),
        ([0, 0, 7, 7, 0, 0], 3, "▁█▁"),
        ([*range(300)], 3, "▁▅█"),
    ],
)
def test_a_curve_is_at_most_as_wide_as_it_may_be(
    numbers: list[float], width: int, curve: str
) -> None:
    assert sparkline(numbers, width) == curve


class Notes(ProgressBar):
    """Keeps what it would show beside the bar."""

    def __init__(self) -> None:
        super().__init__(None)
        self.notes: list[str] = []

    def update(self, done: int, total: int, note: str = "") -> None:
        self.notes.append(note)


def test_the_bar_shows_the_curve_so_far_and_the_latest_result() -> None:
    notes = Notes()
    bar = LearningBar(notes, "cli.train_explained")
    for done, share in enumerate((None, 0.1, 0.2, 0.4)):
        bar.update(done, 3, share)
    assert notes.notes == [
        "",
        "▁ explained variance 10%",
        "▁█ explained variance 20%",
        "▁▃█ explained variance 40%",
    ]
