"""The hardest positions found so far: each answer within its number of steps, and right.

`hard_positions.txt` has them, with the most Qwirkles that each can make. CP-SAT has confirmed those
numbers. `python -m bench qwirkle_cards_hardest` looks for harder ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from importlib.util import module_from_spec, spec_from_file_location
from itertools import islice
from random import Random
from typing import Any, Final

import numpy as np
import pytest

import quincunx
from quincunx.core.bots import Turn
from quincunx.core.support import jit
from quincunx.games.qwirkle_cards import position, solver
from quincunx.games.qwirkle_cards.bots import BOTS
from quincunx.games.qwirkle_cards.cards import CARD_TEXTS, CardKinds, count_kinds
from quincunx.games.qwirkle_cards.hints import hints
from quincunx.games.qwirkle_cards.layouts import division, kernel, rearrangement
from quincunx.games.qwirkle_cards.layouts.plays import LegalPlays, can_play, simple_plays
from quincunx.games.qwirkle_cards.moves import QwirkleCardsPlay
from quincunx.games.qwirkle_cards.position import (
    format_position,
)
from quincunx.games.qwirkle_cards.puzzle import deal
from quincunx.games.qwirkle_cards.search import lookahead
from quincunx.games.qwirkle_cards.sets import all_cards, is_qwirkle, is_set
from quincunx.games.qwirkle_cards.solver import (
    MAX_ALL_PLAYS_STEPS,
    MAX_SEARCH_STEPS,
    find_choices,
    lay_out,
)
from quincunx.games.qwirkle_cards.state import QwirkleCardsView
from tests.games.qwirkle_cards.hard_positions import HARD, Hard

LEVELS_FOR_A_PLAY: Final = 5_000
FILLED_FOR_A_PLAY: Final = 400
"""Choices of levels that the rules look at and try to fill to say whether a play exists.

The hardest position found takes 3,544 and 234.
"""


def _name(hard: Hard) -> str:
    return f"{len(all_cards(hard.position.table))}+{len(hard.position.hand)}"


PLAYABLE: Final = [hard for hard in HARD if hard.most is not None]

each = pytest.mark.parametrize("hard", HARD, ids=_name)
each_playable = pytest.mark.parametrize("hard", PLAYABLE, ids=_name)
some = pytest.mark.parametrize("hard", PLAYABLE[:3], ids=_name)
"""The first three: 92 cards, 45 and 99."""
many_takings = pytest.mark.parametrize("hard", [PLAYABLE[0], PLAYABLE[8]], ids=_name)


def counting(monkeypatch: pytest.MonkeyPatch, module: Any, *names: str) -> Counter[str]:
    """Counts the calls of these functions of the module from now on."""
    calls: Counter[str] = Counter()

    def counted_call(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            calls[name] += 1
            return function(*args)

        return call

    for name in names:
        monkeypatch.setattr(module, name, counted_call(name, getattr(module, name)))
    return calls


def texts(cards: CardKinds) -> tuple[str, ...]:
    return tuple(CARD_TEXTS[kind] for kind in cards)


def view_of(hard: Hard) -> QwirkleCardsView:
    """What the player on turn sees in that position, one of two."""
    table, hand = hard.position
    match = quincunx.new("qwirkle_cards", seats=2, seed=1)
    view = match.view(0)
    unseen = 108 - len(all_cards(table)) - len(hand)
    sizes = (len(hand), min(9, unseen))
    seen = {
        "table": tuple(map(texts, table)),
        "hands": (texts(hand), None),
        "sizes": sizes,
        "turn": 0,
        "deck": unseen - sizes[1],
        "turns_left": None if unseen > sizes[1] else 2,
    }
    return QwirkleCardsView(
        **{name: getattr(view, name) for name in QwirkleCardsView.__struct_fields__} | seen
    )


# Within the steps, and right


@each
def test_the_most_qwirkles_are_proved(hard: Hard) -> None:
    lying, held = count_kinds(all_cards(hard.position.table)), count_kinds(hard.position.hand)
    most, _, cut_off, steps = kernel.most_qwirkles(
        np.array(lying), np.array(held), MAX_SEARCH_STEPS
    )
    assert (most, cut_off) == (-1 if hard.most is None else hard.most, 0)
    assert steps <= MAX_SEARCH_STEPS / 2, "half of them are to spare"


@each
def test_every_choice_of_cards_is_proved(hard: Hard) -> None:
    found = find_choices(*hard.position)
    assert found.proved
    assert max((choice.qwirkles for choice in found.choices), default=None) == hard.most
    assert found.steps <= MAX_ALL_PLAYS_STEPS / 2, "half of them are to spare"
    assert len(found.choices) <= solver.MAX_CHOICES


@each_playable
def test_the_best_choice_is_laid_out(hard: Hard, monkeypatch: pytest.MonkeyPatch) -> None:
    best = min(find_choices(*hard.position).choices, key=solver.choice_order)
    calls = counting(monkeypatch, rearrangement, "_steps", "_lower_bound")
    move, layout = lay_out(hard.position.table, best)
    searches = 2
    assert calls["_steps"] <= searches * rearrangement.MAX_EXPANSIONS
    assert calls["_lower_bound"] <= searches * (
        rearrangement.MAX_QUEUED_NODES + rearrangement.MAX_EXPANSIONS
    )
    assert all(map(is_set, layout))
    assert sum(map(is_qwirkle, layout)) == hard.most
    assert all_cards(layout) == tuple(sorted((*all_cards(hard.position.table), *best.cards)))
    assert move in LegalPlays(*hard.position)


@each
def test_the_rules_say_whether_a_play_exists(hard: Hard, monkeypatch: pytest.MonkeyPatch) -> None:
    assert can_play(*hard.position) == (hard.most is not None)
    calls = counting(monkeypatch, division, "_is_lowest", "_fill_levels")
    alone = division.find_playable(count_kinds(all_cards(hard.position.table)), hard.position.hand)
    assert (alone is not None) == (hard.most is not None)
    assert calls["_is_lowest"] <= LEVELS_FOR_A_PLAY
    assert calls["_fill_levels"] <= FILLED_FOR_A_PLAY
    for move in islice(simple_plays(*hard.position), 3):
        assert move in LegalPlays(*hard.position)


@some
@pytest.mark.parametrize("level", ["easy", "medium", "expert"])
def test_every_bot_plays(hard: Hard, level: str) -> None:
    match = quincunx.new("qwirkle_cards", seats=2, seed=1)
    bot = BOTS[level]()
    move = bot.choose(Turn(match.rules, view_of(hard), (), Random(1), work=200))
    assert isinstance(move, QwirkleCardsPlay)
    assert move in LegalPlays(*hard.position)


@some
def test_hints_name_the_most_qwirkles(hard: Hard) -> None:
    match = quincunx.new("qwirkle_cards", seats=2, seed=1)
    given = hints(match.rules, view_of(hard))
    assert given[0].message.id == "qwirkle_cards.hint.qwirkles"
    assert given[0].message.args == {"qwirkles": hard.most}
    assert match.game.parse_move(given[-1].move or "") in LegalPlays(*hard.position)


@some
def test_solve_proves_its_answer(hard: Hard) -> None:
    solution = position.solve(format_position(hard.position))
    assert (solution.data["proved"], solution.data["qwirkles"]) == (True, hard.most)
    assert solution.lines[0].id == "qwirkle_cards.solution.best"


# Where a search is cut off


@many_takings
def test_a_search_that_is_cut_off_says_so(hard: Hard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position, "find_choices", partial(find_choices, steps=0))
    solution = position.solve(format_position(hard.position))
    assert not solution.data["proved"]
    assert solution.data["playable"]
    assert solution.lines[0].id == "qwirkle_cards.solution.found"
    assert "may be more" in quincunx.render(solution.lines[0])
    match = quincunx.new("qwirkle_cards", seats=2, seed=1)
    assert match.game.parse_move(solution.data["best"]["move"]) in LegalPlays(*hard.position)


@many_takings
def test_a_hint_from_a_search_that_is_cut_off_promises_nothing(
    hard: Hard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookahead, "MAX_ALL_PLAYS_STEPS", 0)
    match = quincunx.new("qwirkle_cards", seats=2, seed=1)
    given = hints(match.rules, view_of(hard))
    assert given[0].message.id == "qwirkle_cards.hint.qwirkles_found"
    assert quincunx.render(given[0].message)
    assert match.game.parse_move(given[-1].move or "") in LegalPlays(*hard.position)


@each_playable
def test_a_search_that_is_cut_off_knows_all_the_same_what_can_be_played(hard: Hard) -> None:
    whole, cut_off = find_choices(*hard.position), find_choices(*hard.position, steps=0)
    assert {choice.cards for choice in cut_off.choices} == {
        choice.cards for choice in whole.choices
    }


@some
def test_a_layout_that_was_not_searched_for_to_the_end_is_legal(
    hard: Hard, monkeypatch: pytest.MonkeyPatch
) -> None:
    best = min(find_choices(*hard.position).choices, key=solver.choice_order)
    for expansions, states in ((1, 1_000), (1_000, 1)):
        monkeypatch.setattr(rearrangement, "MAX_EXPANSIONS", expansions)
        monkeypatch.setattr(rearrangement, "MAX_QUEUED_NODES", states)
        move, layout = lay_out(hard.position.table, best)
        assert sum(map(is_qwirkle, layout)) == hard.most
        assert move in LegalPlays(*hard.position)


def test_a_puzzle_that_is_too_hard_is_dealt_again(monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"puzzle": True}
    dealt = quincunx.new("qwirkle_cards", seed=1, options=options).state
    asked: list[int] = []
    explore = deal._QwirkleSearch.explore

    def counted_search(self: deal._QwirkleSearch, *args: Any) -> bool | None:
        if args[0] == 0 and args[3] == 0:
            asked.append(len(asked))
        if len(asked) == 1:
            self.questions = deal.MAX_QUESTIONS + 1
        return explore(self, *args)

    monkeypatch.setattr(deal._QwirkleSearch, "explore", counted_search)
    again = quincunx.new("qwirkle_cards", seed=1, options=options).state
    assert again.deals > dealt.deals
    assert deal.most_qwirkles(again.table, again.hands[0])


# The kernel as it is where numba is missing


@pytest.fixture
def plain_kernel(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The kernel with all its functions as Python."""
    monkeypatch.setattr(jit, "HAS_NUMBA", False)
    spec = spec_from_file_location("plain_kernel", kernel.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.skipif(not hasattr(kernel.can_divide, "py_func"), reason="numba is missing here")
def test_plain_python_gives_the_same_answers(plain_kernel: Any) -> None:
    hard = min(PLAYABLE, key=lambda hard: len(hard.position.table))
    table, hand = (
        np.array(count_kinds(all_cards(hard.position.table))),
        np.array(hard.position.hand),
    )
    held = np.array(count_kinds(hard.position.hand))
    for budget in (10, MAX_SEARCH_STEPS):
        assert plain_kernel.most_qwirkles(table, held, budget) == kernel.most_qwirkles(
            table, held, budget
        )
    few = hand[:3]
    plain, cut_off, steps = plain_kernel.all_plays(
        table, few, 100, MAX_SEARCH_STEPS, MAX_ALL_PLAYS_STEPS
    )
    plays, cut_off_too, steps_too = kernel.all_plays(
        table, few, 100, MAX_SEARCH_STEPS, MAX_ALL_PLAYS_STEPS
    )
    assert plain.tolist() == plays.tolist()
    assert (cut_off, steps) == (cut_off_too, steps_too)
