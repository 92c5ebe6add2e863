"""Gymnasium's own checks, learners with bots and alone, and vector environments."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quincunx
from quincunx.core.bots import BotSpec
from quincunx.core.errors import UnknownSeat
from quincunx.envs import ILLEGAL_REWARD, LearnerEnv, PotentialShaping
from tests.envs.setups import ALONE, SEVERAL, Setup, setup_id

IDS = [name for name in gymnasium.registry if name.startswith("quincunx/")]


@pytest.mark.parametrize("name", IDS)
def test_registered_environments_pass_gymnasiums_check(name: str) -> None:
    check_env(gymnasium.make(name, disable_env_checker=True).unwrapped)


@pytest.mark.parametrize("setup", [*SEVERAL, *ALONE], ids=setup_id)
def test_every_setup_passes_gymnasiums_check(setup: Setup) -> None:
    check_env(LearnerEnv(**setup, bots="random"), skip_render_check=True)


def episode(env: gymnasium.Env[Any, Any], seed: int, steps: int = 3000) -> dict[str, Any]:
    """Play allowed actions at random; return the last info with the sum of the rewards."""
    env.action_space.seed(seed)
    observation, info = env.reset(seed=seed)
    total = 0.0
    for _ in range(steps):
        assert env.observation_space.contains(observation)
        action = env.action_space.sample(info["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        total += float(reward)
        assert reward == 0 or terminated, "only the end is rewarded"
        if terminated or truncated:
            break
    return {**info, "total": total}


@pytest.mark.parametrize("setup", [*SEVERAL[::2], *ALONE], ids=setup_id)
def test_random_episodes_repeat(setup: Setup) -> None:
    first, second = (episode(LearnerEnv(**setup, bots="random"), 7, 200) for _ in range(2))
    assert np.array_equal(first.pop("action_mask"), second.pop("action_mask"))
    assert first == second


@pytest.mark.parametrize("game", ["quatrefoil", "coloryam", "quivvit", "pivit"])
@pytest.mark.parametrize("bot", ["random", "medium", "expert"])
def test_a_game_with_bots_comes_to_its_end(game: str, bot: str) -> None:
    info = episode(LearnerEnv(game, bots=bot), 3)
    assert "winners" in info
    assert not info["action_mask"].any()


def test_bots_can_be_given_by_class_and_for_each_seat() -> None:
    bots: dict[int, BotSpec] = {0: quincunx.RandomBot, 2: "easy"}
    assert "winners" in episode(LearnerEnv("coloryam", seats=3, seat=1, bots=bots), 1)


def test_a_sheet_alone_is_rewarded_with_its_score() -> None:
    info = episode(gymnasium.make("quincunx/coloryam-alone-v0").unwrapped, 1)
    assert info["total"] == info["scores"][0] > 0


def test_a_game_against_bots_is_won_or_lost() -> None:
    info = episode(LearnerEnv("coloryam", bots="expert"), 1)
    assert info["total"] == (1.0 if info["winners"] == (0,) else -1.0)


@pytest.mark.parametrize("action", [-1, 5, 10_000])
def test_an_action_that_is_not_allowed_ends_the_episode(action: int) -> None:
    env = LearnerEnv("coloryam", seats=1)
    env.reset(seed=1)
    _, reward, terminated, truncated, info = env.step(action)
    assert (reward, terminated, truncated) == (ILLEGAL_REWARD, True, False)
    assert not info["action_mask"].any()


def test_a_learner_needs_a_seat_at_the_table() -> None:
    with pytest.raises(UnknownSeat):
        LearnerEnv("coloryam", seats=2, seat=2)


@pytest.mark.parametrize("game", ["coloryam", "quivvit"])
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_environments_run_in_vectors(game: str, mode: str) -> None:
    # A new process imports the ids with the name before the colon.
    envs = gymnasium.make_vec(
        f"quincunx.envs:quincunx/{game}-v0", num_envs=2, vectorization_mode=mode, bots="random"
    )
    try:
        observations, infos = envs.reset(seed=1)
        for _ in range(20):
            actions = np.array([int(np.flatnonzero(mask)[0]) for mask in infos["action_mask"]])
            # After the end of an episode no action is allowed, and the next step resets.
            observations, _, _, _, infos = envs.step(actions)
            if not infos["action_mask"].any(axis=1).all():
                break
        assert observations.shape == (2, *envs.single_observation_space.shape)
    finally:
        envs.close()


def test_shaping_adds_up_to_what_the_game_rewards() -> None:
    plain = LearnerEnv("quivvit", seats=1)
    shaped = PotentialShaping(plain, lambda seen: float(seen["points"][0]))
    shaped.action_space.seed(1)
    _, info = shaped.reset(seed=1)
    gains, terminated = [], False
    while not terminated:
        _, gain, terminated, _, info = shaped.step(shaped.action_space.sample(info["action_mask"]))
        gains.append(gain)
    assert any(gains[:-1]), "points are rewarded when they are made"
    assert sum(gains) == info["scores"][0]
