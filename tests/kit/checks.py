"""The checks, each a function of a game, its options, the number of seats and a seed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from math import isfinite
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from quincunx.core.bots import next_to_act, play_next
from quincunx.core.chance import FastChance
from quincunx.core.errors import IllegalMove, MalformedMove
from quincunx.core.events import Event
from quincunx.core.game import Game
from quincunx.core.match import Match
from quincunx.core.messages import Message, languages, render
from quincunx.core.options import Options
from quincunx.core.records.record import Record
from quincunx.core.records.replay import Recording, replay
from quincunx.core.viewers import OMNISCIENT
from tests.kit.closed_eyes import closed_eyes
from tests.kit.limits import dawdlers_come_to_an_end, drafts_are_bounded, moves_are_bounded
from tests.kit.play import MANY_STEPS, again, deal, random_match, step
from tests.kit.secrets import non_interference
from tests.kit.take_backs import take_backs_teach_nothing, takes_back

Check = Callable[[Game, Options, int, int], None]


def ends(game: Game, options: Options, seats: int, seed: int) -> None:
    """Random play comes to an end, pieces conserved and scores right at every step."""
    match = random_match(game, options, seats, seed)
    assert match.outcome is not None
    assert len(match.outcome.scores) == seats
    assert set(match.outcome.winners) <= set(range(seats))
    for version in range(match.version + 1):
        match.rules.audit(match.state_at(version))


def seats_agree_with_moves(game: Game, options: Options, seats: int, seed: int) -> None:
    """Active seats have moves and others have none; the awaited ones are among them."""
    match = random_match(game, options, seats, seed)
    for version in range(match.version + 1):
        state = match.state_at(version)
        active = match.rules.active(state)
        assert set(match.rules.awaited(state)) <= set(active) <= set(range(seats))
        assert not (match.rules.outcome(state) and active), "nobody acts after the end"
        for seat in range(seats):
            some = next(iter(match.rules.moves(state, seat)), None)
            assert (some is not None) == (seat in active), f"seat {seat} at version {version}"
        waiting = match.rules.awaited(state) or match.rules.deadline(state) is not None
        assert match.rules.outcome(state) or waiting, "somebody or the clock goes on"


def deadlines_make_it_real_time(game: Game, options: Options, seats: int, seed: int) -> None:
    """A game that ever has a deadline says that it is played in real time."""
    match = random_match(game, options, seats, seed)
    states = map(match.state_at, range(match.version + 1))
    if any(match.rules.deadline(state) is not None for state in states):
        assert match.rules.is_real_time, "a deadline, but not in real time"


def deterministic(game: Game, options: Options, seats: int, seed: int) -> None:
    """The same moves give the same game at another hour of the day."""
    match = random_match(game, options, seats, seed)
    with another_hour():
        other = deal(game, options, seats, seed)
        while other.version < match.version:
            again(match, other)
    _same_game(match, other)


def isolated(game: Game, options: Options, seats: int, seed: int) -> None:
    """A match is not touched by another one that is played beside it."""
    match = random_match(game, options, seats, seed)
    other, beside = deal(game, options, seats, seed), deal(game, options, seats, seed + 1)
    rng = Random(seed)
    while other.version < match.version:
        again(match, other)
        if beside.outcome is None:
            step(beside, rng)
    _same_game(match, other)


def serialises(game: Game, options: Options, seats: int, seed: int) -> None:
    """Every state survives being stored and restored, in both formats."""
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
    """Every move is read back from its text; other text is refused as malformed."""
    for move in moves_met(game, options, seats, seed):
        text = game.format_move(move)
        assert game.parse_move(text) == move
        assert game.parse_move(f"  {text.upper()} ") == move
        with pytest.raises(MalformedMove):
            game.parse_move(f"{text} {text} ?")


def replays(game: Game, options: Options, seats: int, seed: int) -> None:
    """A record replays to the same states; a seat's own shows what that seat saw."""
    match = random_match(game, options, seats, seed)
    text = match.record().to_json()
    other = replay(Record.from_json(text), game)
    assert isinstance(other, Match)
    _same_game(match, other)
    assert other.record().to_json() == text
    half = _half_way(match)
    for viewer in (None, *range(seats)):
        shown = replay(Record.from_json(half.record(viewer).to_json()), game)
        assert isinstance(shown, Recording) or half.outcome is not None
        if isinstance(shown, Recording):
            _shows_what_was_seen(shown, half, viewer)


def _shows_what_was_seen(shown: Recording, match: Match, viewer: int | None) -> None:
    for version in range(match.version + 1):
        scene = msgspec.convert(shown.scene(version), match.rules.view_type)
        assert scene == match.view(viewer, version)


def plays_on_after_a_restart(game: Game, options: Options, seats: int, seed: int) -> None:
    """An unfinished match, restored from its archive, goes on as if nothing had happened."""
    match = random_match(game, options, seats, seed)
    half = replay(Record.from_json(_half_way(match).full_record().to_json()), game)
    assert isinstance(half, Match)
    while half.version < match.version:
        again(match, half)
    _same_game(match, half)


def undoes(game: Game, options: Options, seats: int, seed: int) -> None:
    """A move taken back and made again leaves no trace, chance included."""
    match = random_match(game, options, seats, seed)
    other = deal(game, options, seats, seed)
    while other.version < match.version:
        before = (other.digest(), other.now, other.outcome)
        again(match, other)
        other.undo()
        assert (other.digest(), other.now, other.outcome) == before
        again(match, other)
    _same_game(match, other)


def legality_agrees(game: Game, options: Options, seats: int, seed: int) -> None:
    """`in`, the list and what `apply` refuses say the same of every move ever met."""
    match = random_match(game, options, seats, seed)
    pool = moves_met(game, options, seats, seed)
    rng = Random(seed)
    for version in range(match.version + 1):
        state = match.state_at(version)
        for seat in match.rules.active(state):
            moves = match.rules.moves(state, seat)
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


def late_steward_changes_nothing(game: Game, options: Options, seats: int, seed: int) -> None:
    """Deadlines that fire late, before the next move, leave the same log."""
    match = random_match(game, options, seats, seed)
    other = deal(game, options, seats, seed)
    for version in range(1, match.version + 1):
        if match.log[version].seat is not None:
            entry = match.log[version]
            other.play(entry.seat, entry.move, at=entry.at)  # type: ignore[arg-type]
    if other.version < match.version:
        other.tick(match.log[-1].at + 10_000)
    _same_game(match, other)


def determinises(game: Game, options: Options, seats: int, seed: int) -> None:
    """What a viewer knows is true in every state imagined from it."""
    match = random_match(game, options, seats, seed)
    rng = Random(seed)
    for version in range(match.version + 1):
        for viewer in (None, *range(seats)):
            view = match.view(viewer, version)
            seen = match.observations(viewer)[: version + 1]
            imagined = match.rules.determinise(view, seen, rng)
            match.rules.audit(imagined)
            assert match.rules.view(imagined, viewer) == view, "it is imagined otherwise"


def speaks(game: Game, options: Options, seats: int, seed: int) -> None:
    """All that is said can be said in every language of the room."""
    match = random_match(game, options, seats, seed)
    said = [match.outcome.reason] if match.outcome else []
    for entry in match.log:
        for event in entry.events:
            said += _messages(event)
    for seat in range(seats):
        said += [hint.message for hint in deal(game, options, seats, seed).hints(seat)]
    said += [game.describe_move(move) for move in moves_met(game, options, seats, seed)]
    _can_be_said(game, said)


def hints_can_be_followed(game: Game, options: Options, seats: int, seed: int) -> None:
    """A hint advises only moves that its seat may make at that moment."""
    match = random_match(game, options, seats, seed)
    rng = Random(seed)
    for version in (0, *(rng.randrange(match.version + 1) for _ in range(HINTED_VERSIONS))):
        state = match.state_at(version)
        for seat in range(seats):
            moves = match.rules.moves(state, seat)
            for hint in game.hints(match.rules, match.rules.view(state, seat)):
                _can_be_said(game, (hint.message,))
                if hint.move is not None:
                    assert game.parse_move(hint.move) in moves, "a hint advises an illegal move"


HINTED_VERSIONS = 2
"""Random positions of a match in which hints are asked for: some games search a while for them."""


def _can_be_said(game: Game, said: Iterable[Message]) -> None:
    for message in said:
        assert message.id.startswith(f"{game.name}.")
        for language in languages(game.name):
            assert render(message, language)


def looks_back(game: Game, options: Options, seats: int, seed: int) -> None:
    """A review goes from the deal to the end and judges what was played; it can be said."""
    match = _match_with_regrets(game, options, seats, seed)
    review = game.review(match)
    _can_be_said(game, (review.measure, review.decided, *(j.message for j in review.judgements)))
    versions = [point.version for point in review.curve]
    assert (versions[0], versions[-1]) == (0, match.version), "from the deal to the end"
    assert versions == sorted(set(versions)), "one point a version, in order"
    for point in review.curve:
        assert len(point.values) == (1 if game.cooperative else seats)
        assert all(map(isfinite, point.values))
    for judgement in review.judgements:
        entry = match.log[judgement.version + 1]
        assert match.is_in_effect(judgement.version + 1), "what was taken back is no decision"
        assert (entry.seat, game.format_move(entry.move)) == (judgement.seat, judgement.move)
        assert judgement.loss >= 0
        assert judgement.loss == 0 or judgement.move not in judgement.best, "a loss is a loss"
        _can_be_said(game, (game.describe_move(game.parse_move(text)) for text in judgement.best))


def _match_with_regrets(game: Game, options: Options, seats: int, seed: int) -> Match:
    """Random play in which some of what may be taken back is."""
    match, rng = deal(game, options, seats, seed), Random(seed)
    while match.outcome is None:
        step(match, rng)
        seat = match.log[-1].seat
        if seat is not None and match.can_take_back(seat) and rng.random() < 0.3:
            match.take_back(seat)
    return match


def _messages(event: Event) -> list[Message]:
    return [*event.private.values(), *([event.public] if event.public else [])]


def bots_play_by_the_rules(game: Game, options: Options, seats: int, seed: int) -> None:
    """Every bot plays legal moves to the end, and answers the same when asked twice."""
    for name in game.bots:
        match = deal(game, options, seats, seed)
        bots = {seat: game.bots[name](match.rules) for seat in range(seats)}
        for _ in range(MANY_STEPS):
            if match.outcome is not None:
                break
            once = next_to_act(match, bots, seed=name)
            assert next_to_act(match, bots, seed=name) == once
            before = match.version
            play_next(match, bots, seed=name, work=50)
            if match.version > before:
                _asked_again(match, before, name, bots)
        assert match.outcome is not None, f"{name} does not come to an end"


def _asked_again(match: Match, version: int, name: str, bots: dict[int, Any]) -> None:
    entry = match.log[-1]
    if entry.seat is None:
        return
    match.undo()
    assert match.version == version
    play_next(match, bots, seed=name, work=50)
    assert match.log[-1] == entry, f"{name} changes its mind"


def drafts_are_private(game: Game, options: Options, seats: int, seed: int) -> None:
    """Nobody's draft is shown to others while anybody builds."""
    match = random_match(game, options, seats, seed)
    rules = match.rules
    for state in map(match.state_at, range(match.version + 1)):
        building = any(rules.drafting(state, seat) for seat in range(seats))
        assert not (building and rules.drafts_are_public(state)), "a draft is open too early"


def credit_is_given_by_the_table(game: Game, options: Options, seats: int, seed: int) -> None:
    """A player's text cannot ask for credit, and a credited move is still a move."""
    rules = game.rules(options, seats)
    for move in moves_met(game, options, seats, seed):
        credited = rules.with_latency_credit(move, 50)
        assert game.parse_move(game.format_move(credited)) == credited
        assert rules.with_latency_credit(credited, 0) == rules.with_latency_credit(move, 0), (
            "credit was asked for"
        )


def moves_met(game: Game, options: Options, seats: int, seed: int, most: int = 60) -> list[Any]:
    """Moves of all seats in a few random games: right ones and, mostly, wrong ones."""
    met: dict[Any, None] = {}
    for number in range(3):
        match = random_match(game, options, seats, seed + number)
        met.update((entry.move, None) for entry in match.log if entry.move is not None)
        for state in map(match.state_at, range(0, match.version, max(1, match.version // 4))):
            for seat in range(seats):
                met.update((move, None) for move in match.rules.moves(state, seat))
    pool = list(met)
    Random(seed).shuffle(pool)
    return pool[:most]


@contextmanager
def another_hour() -> Iterator[None]:
    """Every clock of the machine says something else."""
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


def _half_way(match: Match) -> Match:
    half = Match(match.game, match.options, match.seats, seed=match.seed, table=match.table)
    while half.version < match.version // 2:
        again(match, half)
    return half


def _same_game(match: Match, other: Match) -> None:
    assert other.version == match.version
    for version in range(match.version + 1):
        assert other.digest(version) == match.digest(version), f"state {version}"
        assert other.log[version] == match.log[version], f"entry {version}"
    assert other.outcome == match.outcome


CHECKS: tuple[Check, ...] = (
    ends,
    seats_agree_with_moves,
    deadlines_make_it_real_time,
    deterministic,
    isolated,
    serialises,
    notation_round_trips,
    replays,
    plays_on_after_a_restart,
    undoes,
    takes_back,
    legality_agrees,
    late_steward_changes_nothing,
    determinises,
    non_interference,
    closed_eyes,
    take_backs_teach_nothing,
    speaks,
    hints_can_be_followed,
    looks_back,
    drafts_are_private,
    credit_is_given_by_the_table,
    bots_play_by_the_rules,
    moves_are_bounded,
    drafts_are_bounded,
    dawdlers_come_to_an_end,
)
