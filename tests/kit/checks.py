"""The checks, each a function of a game, its options, the number of seats and a seed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from quincunx.core.chance import FastChance
from quincunx.core.errors import IllegalMove, MalformedMove
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.options import Options
from quincunx.core.records.record import Record
from quincunx.core.records.replay import Recording, replay
from quincunx.core.viewers import OMNISCIENT
from tests.kit.advice import (
    bots_play_legal_moves,
    hints_are_legal,
    messages_are_translated,
    reviews_are_consistent,
)
from tests.kit.encodings import encodings_agree_with_the_rules, kept_drafts_can_be_continued
from tests.kit.hidden_state import hidden_state_is_not_read
from tests.kit.limits import drafts_are_bounded, games_are_bounded, moves_are_bounded
from tests.kit.non_interference import non_interference
from tests.kit.play import new_match, random_match, random_step, repeat_step, sample_moves
from tests.kit.taking_back import taking_back_restores_the_position, taking_back_reveals_nothing

Check = Callable[[Game, Options, int, int], None]


def random_play_ends(game: Game, options: Options, seats: int, seed: int) -> None:
    """Random play ends; no piece is lost and every score is right at every step."""
    match = random_match(game, options, seats, seed)
    assert match.outcome is not None
    assert len(match.outcome.scores) == seats
    assert set(match.outcome.winners) <= set(range(seats))
    for version in range(match.version + 1):
        match.rules.audit(match.state_at(version))


def active_seats_have_moves(game: Game, options: Options, seats: int, seed: int) -> None:
    """Active seats have moves and others have none; the awaited ones are among them."""
    match = random_match(game, options, seats, seed)
    for version in range(match.version + 1):
        state = match.state_at(version)
        active = match.rules.active(state)
        assert set(match.rules.awaited(state)) <= set(active) <= set(range(seats))
        assert not (match.rules.outcome(state) and active), "nobody acts after the end"
        for seat in range(seats):
            some = next(iter(match.rules.legal_moves(state, seat)), None)
            assert (some is not None) == (seat in active), f"seat {seat} at version {version}"
        waiting = match.rules.awaited(state) or match.rules.deadline(state) is not None
        assert match.rules.outcome(state) or waiting, "the game is stuck"


def games_with_deadlines_are_real_time(game: Game, options: Options, seats: int, seed: int) -> None:
    """A game that has a deadline at any time is declared as real-time."""
    match = random_match(game, options, seats, seed)
    states = map(match.state_at, range(match.version + 1))
    if any(match.rules.deadline(state) is not None for state in states):
        assert match.rules.is_real_time, "a deadline, but not in real time"


def is_deterministic(game: Game, options: Options, seats: int, seed: int) -> None:
    """The same moves give the same game at another time of day."""
    match = random_match(game, options, seats, seed)
    with other_clocks():
        other = new_match(game, options, seats, seed)
        while other.version < match.version:
            repeat_step(match, other)
    _assert_same_game(match, other)


def matches_are_independent(game: Game, options: Options, seats: int, seed: int) -> None:
    """A match does not depend on another one that is played at the same time."""
    match = random_match(game, options, seats, seed)
    other = new_match(game, options, seats, seed)
    beside = new_match(game, options, seats, seed + 1)
    rng = Random(seed)
    while other.version < match.version:
        repeat_step(match, other)
        if beside.outcome is None:
            random_step(beside, rng)
    _assert_same_game(match, other)


def states_can_be_stored(game: Game, options: Options, seats: int, seed: int) -> None:
    """Every state can be stored and restored, as MessagePack and as JSON."""
    match = random_match(game, options, seats, seed)
    rules = match.rules
    for version in range(match.version + 1):
        state = match.state_at(version)
        for restored in (
            msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=rules.state_type),
            msgspec.json.decode(msgspec.json.encode(state), type=rules.state_type),
        ):
            assert restored == state, "restored == state"
            assert hash(restored) == hash(state)
            for viewer in (None, OMNISCIENT, *range(seats)):
                assert rules.view(restored, viewer) == rules.view(state, viewer)
        for viewer in (None, OMNISCIENT, *range(seats)):
            view = rules.view(state, viewer)
            assert msgspec.json.decode(msgspec.json.encode(view), type=rules.view_type) == view


def notation_round_trips(game: Game, options: Options, seats: int, seed: int) -> None:
    """Parsing the text of a move gives the move; malformed text is refused."""
    for move in sample_moves(game, options, seats, seed):
        text = str(move)
        assert game.parse_move(text) == move
        assert game.parse_move(f"  {text.upper()} ") == move
        with pytest.raises(MalformedMove):
            game.parse_move(f"{text} {text} ?")


def records_replay(game: Game, options: Options, seats: int, seed: int) -> None:
    """A record replays to the same states; the record of a viewer shows its views."""
    match = random_match(game, options, seats, seed)
    text = match.record().to_json()
    other = replay(Record.from_json(text), game)
    assert isinstance(other, Match)
    _assert_same_game(match, other)
    assert other.record().to_json() == text
    half = _half_of(match)
    for viewer in (None, *range(seats)):
        shown = replay(Record.from_json(half.record(viewer).to_json()), game)
        assert isinstance(shown, Recording) or half.outcome is not None
        if isinstance(shown, Recording):
            _assert_shows_the_views(shown, half, viewer)


def _assert_shows_the_views(shown: Recording, match: Match, viewer: int | None) -> None:
    for version in range(match.version + 1):
        scene = msgspec.convert(shown.scene(version), match.rules.view_type)
        assert scene == match.view(viewer, version)


def continues_after_a_restart(game: Game, options: Options, seats: int, seed: int) -> None:
    """An unfinished match that is restored from its record continues in the same way."""
    match = random_match(game, options, seats, seed)
    half = replay(Record.from_json(_half_of(match).full_record().to_json()), game)
    assert isinstance(half, Match)
    while half.version < match.version:
        repeat_step(match, half)
    _assert_same_game(match, half)


def undo_restores_the_position(game: Game, options: Options, seats: int, seed: int) -> None:
    """Undoing and repeating a move changes nothing, chance included."""
    match = random_match(game, options, seats, seed)
    other = new_match(game, options, seats, seed)
    while other.version < match.version:
        before = (other.digest(), other.now, other.outcome)
        repeat_step(match, other)
        other.undo()
        assert (other.digest(), other.now, other.outcome) == before
        repeat_step(match, other)
    _assert_same_game(match, other)


def legality_is_consistent(game: Game, options: Options, seats: int, seed: int) -> None:
    """`in`, the listed moves and `apply` agree on the legality of every move."""
    match = random_match(game, options, seats, seed)
    pool = sample_moves(game, options, seats, seed)
    rng = Random(seed)
    for version in range(match.version + 1):
        state = match.state_at(version)
        for seat in match.rules.active(state):
            moves = match.rules.legal_moves(state, seat)
            listed = list(moves)
            for move in (*listed, *(moves.sample(rng) for _ in range(3))):
                assert move in moves, f"{move} is listed but not legal"
                assert is_legal(match, version, seat, move), f"{move} is listed but refused"
            for move in pool:
                legal = is_legal(match, version, seat, move)
                assert legal == (move in moves), f"{move}: refused {not legal}"
                assert not (moves.complete and legal) or move in listed


def is_legal(match: Match, version: int, seat: int, move: Any) -> bool:
    at = match.log[version].at
    try:
        match.rules.apply(match.state_at(version), seat, move, at, FastChance(Random(0)))
    except IllegalMove as refusal:
        refused_by = refusal.rule
    else:
        return True
    assert refused_by.startswith(f"{match.game.name}:"), "a refusal names its rule"
    return False


def late_deadlines_change_nothing(game: Game, options: Options, seats: int, seed: int) -> None:
    """Deadlines that are processed late, before the next move, give the same log."""
    match = random_match(game, options, seats, seed)
    other = new_match(game, options, seats, seed)
    for version in range(1, match.version + 1):
        if match.log[version].seat is not None:
            entry = match.log[version]
            other.play(entry.move, entry.seat, at=entry.at)
    if other.version < match.version:
        other.tick(match.log[-1].at + 10_000)
    _assert_same_game(match, other)


def determinised_states_match_the_view(game: Game, options: Options, seats: int, seed: int) -> None:
    """A determinised state looks to the viewer like the real one."""
    match = random_match(game, options, seats, seed)
    rng = Random(seed)
    for version in range(match.version + 1):
        for viewer in (None, *range(seats)):
            view = match.view(viewer, version)
            seen = match.observations(viewer)[: version + 1]
            possible = match.rules.determinise(view, seen, rng)
            match.rules.audit(possible)
            assert match.rules.view(possible, viewer) == view, "the view is different"


def drafts_are_private(game: Game, options: Options, seats: int, seed: int) -> None:
    """Drafts are not public while any seat is building."""
    match = random_match(game, options, seats, seed)
    rules = match.rules
    for state in map(match.state_at, range(match.version + 1)):
        building = any(rules.drafting(state, seat) for seat in range(seats))
        assert not (building and rules.drafts_are_public(state)), "a draft is public too early"


def only_the_server_gives_latency_credit(
    game: Game, options: Options, seats: int, seed: int
) -> None:
    """The text of a move cannot claim latency credit; a credited move has a notation."""
    rules = game.rules(options, seats)
    for move in sample_moves(game, options, seats, seed):
        credited = rules.with_latency_credit(move, 50)
        assert game.parse_move(str(credited)) == credited
        assert rules.with_latency_credit(credited, 0) == rules.with_latency_credit(move, 0), (
            "a player can claim credit"
        )


@contextmanager
def other_clocks() -> Iterator[None]:
    """Replace every clock of the machine by one that stands still at another time."""
    later = 12_345.678
    with (
        patch("time.time", lambda: later),
        patch("time.time_ns", lambda: int(later * 1e9)),
        patch("time.monotonic", lambda: later),
        patch("time.monotonic_ns", lambda: int(later * 1e9)),
        patch("time.perf_counter", lambda: later),
    ):
        assert time.time() == later
        yield


def _half_of(match: Match) -> Match:
    half = Match(match.game, match.options, match.seats, seed=match.seed, table=match.table)
    while half.version < match.version // 2:
        repeat_step(match, half)
    return half


def _assert_same_game(match: Match, other: Match) -> None:
    assert other.version == match.version
    for version in range(match.version + 1):
        assert other.digest(version) == match.digest(version), f"state {version}"
        assert other.log[version] == match.log[version], f"entry {version}"
    assert other.outcome == match.outcome


CHECKS: tuple[Check, ...] = (
    random_play_ends,
    active_seats_have_moves,
    games_with_deadlines_are_real_time,
    is_deterministic,
    matches_are_independent,
    states_can_be_stored,
    notation_round_trips,
    records_replay,
    continues_after_a_restart,
    undo_restores_the_position,
    taking_back_restores_the_position,
    legality_is_consistent,
    late_deadlines_change_nothing,
    determinised_states_match_the_view,
    non_interference,
    hidden_state_is_not_read,
    taking_back_reveals_nothing,
    messages_are_translated,
    hints_are_legal,
    reviews_are_consistent,
    drafts_are_private,
    only_the_server_gives_latency_credit,
    bots_play_legal_moves,
    moves_are_bounded,
    drafts_are_bounded,
    games_are_bounded,
    encodings_agree_with_the_rules,
    kept_drafts_can_be_continued,
)

SLOW_CHECKS: frozenset[Check] = frozenset(
    (
        determinised_states_match_the_view,
        non_interference,
        hidden_state_is_not_read,
        taking_back_reveals_nothing,
        hints_are_legal,
        reviews_are_consistent,
        bots_play_legal_moves,
    )
)
"""Checks that search, play many games, or choose hidden state at random many times."""
