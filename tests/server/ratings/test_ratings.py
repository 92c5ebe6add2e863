"""Ratings: what a game says about its players."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quincunx.core.game import Game
from quincunx.core.messages import Message
from quincunx.core.outcome import Outcome
from quincunx.registry import find, game_names
from quincunx.server.common.seating import Occupant
from quincunx.server.ratings.ratings import (
    Skill,
    load_ratings,
    lock_ratings,
    update_ratings,
    update_skills,
)
from quincunx.server.ratings.sides import DEAL, Side, rank_sides
from quincunx.server.storage.connection import StoreConnection
from quincunx.server.storage.store import Store
from quincunx.wire import Person, PersonId
from tests.helpers.finished_games import make_seating
from tests.helpers.stores import open_store
from tests.helpers.waiting import run

ADA, BEN, CLEO, DAN = (
    Person(PersonId(name.lower()), name) for name in ("Ada", "Ben", "Cleo", "Dan")
)

skills = st.builds(Skill, mu=st.floats(0, 50), sigma=st.floats(0.5, 9), games=st.integers(0, 1000))


@st.composite
def games(draw: st.DrawFn) -> tuple[dict[str, Skill], list[Side]]:
    """Two to five sides of one to three players, who finish in some order, ties included."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=2, max_size=5))
    merits = draw(st.lists(st.integers(0, 4), min_size=len(sizes), max_size=len(sizes)))
    teams = [tuple(f"{side}.{member}" for member in range(size)) for side, size in enumerate(sizes)]
    known = {player: draw(skills) for team in teams for player in team}
    return known, [
        Side(team, sum(other > merit for other in merits))
        for team, merit in zip(teams, merits, strict=True)
    ]


def close(found: dict[str, Skill], wanted: dict[str, Skill]) -> bool:
    """Equal but for the last digits, which depend on the order of adding up."""
    return found.keys() == wanted.keys() and all(
        found[player].mu == pytest.approx(wanted[player].mu)
        and found[player].sigma == pytest.approx(wanted[player].sigma)
        and found[player].games == wanted[player].games
        for player in found
    )


@given(games(), st.randoms())
def test_the_order_of_seats_does_not_matter(
    game: tuple[dict[str, Skill], list[Side]], rng: Any
) -> None:
    known, order = game
    shuffled = rng.sample(order, len(order))
    assert close(update_skills(known, shuffled), update_skills(known, order))


@given(games())
def test_rating_a_game_is_deterministic(game: tuple[dict[str, Skill], list[Side]]) -> None:
    assert update_skills(*game) == update_skills(*game)


@given(games())
def test_the_winner_gains_and_the_last_does_not(
    game: tuple[dict[str, Skill], list[Side]],
) -> None:
    known, order = game
    after = update_skills(known, order)
    first, last = (pick(side.rank for side in order) for pick in (min, max))
    for side in order:
        alone = [other.rank for other in order].count(side.rank) == 1
        for player in side.players:
            change = after[player].mu - known[player].mu
            assert after[player].games == known[player].games + 1
            if alone and side.rank == first:
                assert change > 0
            if alone and side.rank == last:
                assert change < 0


@given(st.integers(2, 5), st.integers(1, 30))
def test_more_wins_give_a_higher_rating(players: int, rounds: int) -> None:
    """Always in the same order: then so are the ratings, and the first is far from the last."""
    names = [f"p{number}" for number in range(players)]
    known = dict.fromkeys(names, Skill())
    order = [Side((name,), rank) for rank, name in enumerate(names)]
    for _ in range(rounds):
        known = update_skills(known, order)
    shown = [known[name].rating for name in names]
    assert shown == sorted(shown, reverse=True)
    assert shown[0] > Skill().rating
    assert len(set(shown)) == players


@pytest.mark.parametrize(("won_of_ten", "about"), [(5, 1500), (9, 2000)])
def test_a_new_player_starts_at_1000_and_rises_with_certainty(won_of_ten: int, about: int) -> None:
    """A hundred games against players in the middle."""
    skill, other = Skill(), Skill(mu=25, sigma=1.5)
    assert skill.rating == pytest.approx(1000)
    for game in range(100):
        won = game * won_of_ten % 10 < won_of_ten
        order = [Side(("ada",), int(not won)), Side(("other",), int(won))]
        skill = update_skills({"ada": skill, "other": other}, order)["ada"]
    assert skill.rating == pytest.approx(about, abs=100)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_the_strength_of_a_team_is_the_mean_of_its_members(size: int) -> None:
    """However many they are, nothing is expected of a side but what its members are."""
    many, one = tuple(f"p{number}" for number in range(size)), ("one",)
    known = dict.fromkeys((*many, *one), Skill(sigma=3))
    drawn = update_skills(known, [Side(many, 0), Side(one, 0)])
    assert all(skill.mu == pytest.approx(25) for skill in drawn.values())
    won = update_skills(known, [Side(many, 0), Side(one, 1)])
    for player in many:
        assert won[player].mu - 25 == pytest.approx(25 - won["one"].mu)


@pytest.mark.parametrize("size", [2, 4])
def test_a_team_and_a_player_of_equal_strength_have_equal_expectations(size: int) -> None:
    def surprise(size: int) -> float:
        """How little a win of the better side says, compared with a defeat."""
        good, bad = (tuple(f"{kind} {n}" for n in range(size)) for kind in ("good", "bad"))
        known = dict.fromkeys(good, Skill(30, 0.5)) | dict.fromkeys(bad, Skill(25, 0.5))
        win = update_skills(known, [Side(good, 0), Side(bad, 1)])["good 0"].mu - 30
        defeat = update_skills(known, [Side(good, 1), Side(bad, 0)])["good 0"].mu - 30
        return -win / defeat

    assert surprise(size) == pytest.approx(surprise(1), rel=0.05)


def test_an_upset_changes_ratings_more_than_an_expected_result() -> None:
    known = {"strong": Skill(35, 3), "weak": Skill(20, 3)}
    expected = update_skills(known, [Side(("strong",), 0), Side(("weak",), 1)])
    upset = update_skills(known, [Side(("strong",), 1), Side(("weak",), 0)])
    assert upset["weak"].mu - 20 > 5 * (expected["strong"].mu - 35) > 0


def test_a_bot_in_several_seats_is_one_player() -> None:
    known = {"ada": Skill(), "bot:easy": Skill()}
    order = [Side(("bot:easy",), 1), Side(("ada",), 0), Side(("bot:easy",), 2)]
    after = update_skills(known, order)
    assert after["bot:easy"].games == 1
    assert after["bot:easy"].mu < 25 < after["ada"].mu
    assert close(update_skills(known, order[::-1]), after)


# Who played against whom


def ranks(
    game: str | Game,
    *seats: Any,
    scores: Sequence[int],
    winners: Sequence[int],
    margin: int | None = None,
) -> dict[tuple[str, ...], int]:
    outcome = Outcome(tuple(winners), tuple(scores), Message("table.refusal.not_over"))
    found = rank_sides(
        find(game) if isinstance(game, str) else game, make_seating(*seats), outcome, margin
    )
    assert len({side.players for side in found}) == len(found)
    return {side.players: side.rank for side in found}


def test_winners_come_first_then_points() -> None:
    """A tie-break makes a winner of one with as many points as others."""
    found = ranks("quivvit", ADA, "easy", BEN, CLEO, scores=(9, 9, 3, 9), winners=(0,))
    assert found == {("ada",): 0, ("bot:easy",): 1, ("cleo",): 1, ("ben",): 3}


def test_fewer_points_win_if_the_game_says_so() -> None:
    race = replace(find("pivit"), low_score_wins=lambda seats: True)
    found = ranks(race, ADA, BEN, CLEO, scores=(7, 3, 5), winners=(1,))
    assert found == {("ben",): 0, ("cleo",): 1, ("ada",): 2}


def test_the_members_of_a_seat_are_one_team() -> None:
    found = ranks("quivvit", (ADA, "easy"), (BEN, CLEO), scores=(4, 7), winners=(1,))
    assert found == {("ada", "bot:easy"): 1, ("ben", "cleo"): 0}


def test_a_player_who_left_comes_last_without_affecting_others() -> None:
    left = Occupant(CLEO, "expert")
    found = ranks("pivit", ADA, BEN, left, scores=(2, 5, 9), winners=(2,))
    assert found == {("ben",): 0, ("ada",): 1, ("cleo",): 2}
    found = ranks("quivvit", (ADA, left), (BEN, DAN), scores=(9, 2), winners=(0,))
    assert found == {("ada",): 0, ("ben", "dan"): 1, ("cleo",): 2}


@pytest.mark.parametrize(
    ("margin", "winners", "people", "deal"),
    [
        (1, range(4), 0, 1),
        (0, range(4), 0, 0),
        (-2, range(4), 1, 0),
        (-1, (), 1, 0),
        (None, range(4), 0, 1),
        (None, (), 1, 0),
    ],
)
def test_cooperative_players_are_rated_against_the_deal(
    margin: int | None, winners: Sequence[int], people: int, deal: int
) -> None:
    found = ranks(
        "quatrefoil", ADA, BEN, "easy", "easy", scores=(5,) * 4, winners=winners, margin=margin
    )
    assert found == {("ada", "ben", "bot:easy", "bot:easy"): people, (DEAL,): deal}


def test_every_cooperative_game_has_a_par_set_by_experts() -> None:
    for name in game_names():
        game = find(name)
        assert game.cooperative == (game.margin is not None), name


def test_a_player_who_leaves_a_cooperative_game_loses_to_the_deal() -> None:
    left = Occupant(BEN, "expert")
    solved = partial(ranks, "quatrefoil", scores=(5,) * 4, winners=range(4), margin=1)
    found = solved(ADA, left, "easy", "easy")
    assert found == {("ada", "bot:easy", "bot:easy"): 0, (DEAL,): 1, ("ben",): 2}
    everybody = [Occupant(person, "easy") for person in (ADA, BEN, CLEO, DAN)]
    found = solved(*everybody)
    assert found == {(DEAL,): 0, **{(str(person.id),): 1 for person in (ADA, BEN, CLEO, DAN)}}


# In the store


def test_ratings_are_kept_by_game(database: str) -> None:
    order = [Side(("ada",), 0), Side(("bot:easy",), 1)]

    async def work() -> None:
        async with open_store(database) as store:
            for game in ("pivit", "pivit", "quivvit"):
                await store.write(partial(update_ratings, game=game, sides=order))
            async with store.connect() as connection:
                found = await load_ratings(connection, "ada")
            once = update_skills(dict.fromkeys(("ada", "bot:easy"), Skill()), order)
            assert found == {"pivit": update_skills(once, order)["ada"], "quivvit": once["ada"]}

    run(work())


def test_concurrent_results_at_two_servers_are_both_rated(database: str) -> None:
    """Both against the same bot: the second must not reckon from what the first is changing."""
    order = [Side(("ada",), 0), Side(("bot:easy",), 1)]
    put = partial(update_ratings, game="pivit", sides=order)

    async def work() -> None:
        held, second_is_done = asyncio.Event(), asyncio.Event()

        async def first(connection: StoreConnection) -> None:
            await lock_ratings(connection, "pivit", ["ada", "bot:easy"])
            held.set()
            # Time enough for the second, if nothing stopped it.
            await asyncio.sleep(0.3)
            assert not second_is_done.is_set()
            await put(connection)

        async def second(store: Store) -> None:
            await held.wait()
            await store.write(put)
            second_is_done.set()

        async with open_store(database) as one, Store(database) as other:
            await one.write(put)
            await asyncio.gather(one.write(first), second(other))
            async with one.connect() as connection:
                assert (await load_ratings(connection, "bot:easy"))["pivit"].games == 3

    run(work())
