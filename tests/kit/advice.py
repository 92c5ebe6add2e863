"""Checks of what helps players: messages, hints, reviews and bots."""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from random import Random
from typing import Any

from quincunx.core.bots import next_to_act
from quincunx.core.events import Event
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.messages import Message, languages, render
from quincunx.core.options import Options
from tests.kit.play import MAX_STEPS, new_match, random_match, random_step, sample_moves

HINTED_VERSIONS = 2
"""How many random positions of a match hints are requested for; some games search for long."""


def messages_are_translated(game: Game, options: Options, seats: int, seed: int) -> None:
    """Every message of the game exists in every language of the game."""
    match = random_match(game, options, seats, seed)
    messages = [match.outcome.reason] if match.outcome else []
    for entry in match.log:
        for event in entry.events:
            messages += _messages(event)
    for seat in range(seats):
        messages += [hint.message for hint in new_match(game, options, seats, seed).hints(seat)]
    messages += [game.describe_move(move) for move in sample_moves(game, options, seats, seed)]
    _assert_translated(game, messages)


def hints_are_legal(game: Game, options: Options, seats: int, seed: int) -> None:
    """A hint suggests only legal moves of its seat."""
    match = random_match(game, options, seats, seed)
    rng = Random(seed)
    for version in (0, *(rng.randrange(match.version + 1) for _ in range(HINTED_VERSIONS))):
        state = match.state_at(version)
        for seat in range(seats):
            moves = match.rules.legal_moves(state, seat)
            for hint in game.hints(match.rules, match.rules.view(state, seat)):
                _assert_translated(game, (hint.message,))
                if hint.move is not None:
                    assert game.parse_move(hint.move) in moves, "a hint advises an illegal move"


def _assert_translated(game: Game, messages: Iterable[Message]) -> None:
    for message in messages:
        assert message.id.startswith(f"{game.name}.")
        for language in languages(game.name):
            assert render(message, language)


def reviews_are_consistent(game: Game, options: Options, seats: int, seed: int) -> None:
    """A review covers the game from the deal to the end and judges the moves that were played."""
    match = _match_with_take_backs(game, options, seats, seed)
    review = game.review(match)
    judged = (judgement.message for judgement in review.judgements)
    _assert_translated(game, (review.measure, review.decided, *judged))
    versions = [point.version for point in review.curve]
    assert (versions[0], versions[-1]) == (0, match.version), "from the deal to the end"
    assert versions == sorted(set(versions)), "one point a version, in order"
    for point in review.curve:
        assert len(point.values) == (1 if game.cooperative else seats)
        assert all(map(isfinite, point.values))
    for judgement in review.judgements:
        entry = match.log[judgement.version + 1]
        assert match.is_in_effect(judgement.version + 1), "a move that was taken back is judged"
        assert (entry.seat, str(entry.move)) == (judgement.seat, judgement.move)
        assert judgement.loss >= 0
        assert judgement.loss == 0 or judgement.move not in judgement.best, (
            "the best move has a loss"
        )
        better = map(game.parse_move, judgement.best)
        _assert_translated(game, map(game.describe_move, better))


def _match_with_take_backs(game: Game, options: Options, seats: int, seed: int) -> Match:
    """Play at random and take back some of the moves."""
    match, rng = new_match(game, options, seats, seed), Random(seed)
    while match.outcome is None:
        random_step(match, rng)
        seat = match.log[-1].seat
        if seat is not None and match.can_take_back(seat) and rng.random() < 0.3:
            match.take_back(seat)
    return match


def _messages(event: Event) -> list[Message]:
    return [*event.private.values(), *([event.public] if event.public else [])]


def bots_play_legal_moves(game: Game, options: Options, seats: int, seed: int) -> None:
    """Every bot plays legal moves to the end, and decides the same when it is asked again."""
    for name in game.bots:
        match = new_match(game, options, seats, seed)
        bots = {seat: game.bots[name]() for seat in range(seats)}
        for _ in range(MAX_STEPS):
            if match.outcome is not None:
                break
            first = next_to_act(match, bots, seed=name)
            assert next_to_act(match, bots, seed=name) == first
            before = match.version
            match.step(bots, seed=name, work=50)
            if match.version > before:
                _decides_again(match, before, name, bots)
        assert match.outcome is not None, f"the game of {name} does not end"


def _decides_again(match: Match, version: int, name: str, bots: dict[int, Any]) -> None:
    entry = match.log[-1]
    if entry.seat is None:
        return
    match.undo()
    assert match.version == version
    match.step(bots, seed=name, work=50)
    assert match.log[-1] == entry, f"{name} changes its mind"
