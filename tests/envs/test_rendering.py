"""Pictures of tables: the same frame for every board, and the learner's own view."""

from __future__ import annotations

import numpy as np
import pytest

from quincunx.envs import LearnerEnv, env
from quincunx.envs.rendering import HEIGHT, WIDTH
from quincunx.registry import game_names


@pytest.mark.parametrize("game", game_names())
def test_frames_show_the_board_and_have_one_size(game: str) -> None:
    table = env(game, render_mode="rgb_array")
    table.reset(seed=1)
    frame = table.render()
    assert isinstance(frame, np.ndarray)
    assert frame.shape == (HEIGHT, WIDTH, 3)
    assert len(np.unique(frame.reshape(-1, 3), axis=0)) > 10, "there is a board in the picture"


def test_a_learner_sees_its_own_view_only() -> None:
    learner = LearnerEnv("qwirkle_cards", render_mode="ansi")
    learner.reset(seed=1)
    text = learner.render()
    table = env("qwirkle_cards", render_mode="ansi")
    table.reset(seed=1)
    whole = table.render()
    assert isinstance(text, str)
    assert isinstance(whole, str)
    assert "[" not in text.replace("[R", ""), "no markup is left"
    assert text != whole
