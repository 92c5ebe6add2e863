"""Checks of limits: the size of moves and drafts, and the length of a game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, Final

import msgspec
import pytest

from quincunx.core.chance import FastChance
from quincunx.core.errors import MalformedMove
from quincunx.core.game import Game
from quincunx.core.match import TAKE_BACKS_PER_SEAT, Match
from quincunx.core.options import Options
from tests.kit.play import new_match, random_match

ENLARGED: Final = 1_000
"""How many times a list or text of a hostile draft is repeated."""
HUGE: Final = 10**15
LONG_DELAY_MS: Final = 60_000
CANDIDATES: Final = 4
"""How many moves a delaying player compares."""
LISTED: Final = 30
"""How many of the listed moves of a position are used."""
TAKE_BACK_CHANCE: Final = 0.25
"""The chance that a delaying player takes back a move, if that is possible."""


# Moves


def moves_are_bounded(game: Game, options: Options, seats: int, seed: int) -> None:
    """Every move fits `max_move_length`, with credit too; a longer text is refused unparsed."""
    match = random_match(game, options, seats, seed)
    for move in _legal_moves(match, Random(seed)):
        for made in (move, match.rules.with_latency_credit(move, LONG_DELAY_MS)):
            text = str(made)
            assert len(text) <= game.max_move_length, f"{text} is longer than max_move_length"
    _refused_before_parsing(game)


def _legal_moves(match: Match, rng: Random) -> Iterator[Any]:
    for version in range(match.version):
        state = match.state_at(version)
        for seat in match.rules.active(state):
            moves = match.rules.legal_moves(state, seat)
            yield moves.sample(rng)
            yield from islice(moves, LISTED)
    yield from (entry.move for entry in match.log if entry.move is not None)


def _refused_before_parsing(game: Game) -> None:
    parsed: list[str] = []

    def parser(text: str) -> None:
        parsed.append(text)
        raise MalformedMove("core.error.missing_move")

    spied = replace(game, move_parser=parser)
    for length in (game.max_move_length, game.max_move_length + 1):
        with pytest.raises(MalformedMove):
            spied.parse_move("x" * length)
    assert [len(text) for text in parsed] == [game.max_move_length], (
        "a text that is too long is parsed"
    )


# Drafts


def drafts_are_bounded(game: Game, options: Options, seats: int, seed: int) -> None:
    """A normal draft can be sent; one with a much larger list, text or number cannot."""
    match, rng = random_match(game, options, seats, seed), Random(seed)
    for version in range(match.version + 1):
        for seat in range(seats):
            if match.rules.drafting(match.state_at(version), seat):
                draft = match.rules.sample_draft(match.view(seat, version), rng)
                _is_bounded(match, msgspec.to_builtins(draft))


def _is_bounded(match: Match, draft: Any) -> None:
    msgspec.convert(draft, match.rules.draft_type)
    for hostile in _enlarged(draft):
        try:
            msgspec.convert(hostile, match.rules.draft_type)
        except msgspec.ValidationError:
            continue
        raise AssertionError(f"a draft type without a bound: {str(hostile)[:80]}")


def _enlarged(value: Any) -> Iterator[Any]:
    """Yield the value with one list, text or number made much too large."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from ({**value, key: larger} for larger in _enlarged(inner))
    elif isinstance(value, list | tuple):
        if value:
            yield [*value] * ENLARGED
        for place, inner in enumerate(value):
            yield from (
                [*value[:place], larger, *value[place + 1 :]] for larger in _enlarged(inner)
            )
    elif isinstance(value, str):
        yield (value or "x") * ENLARGED
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (HUGE, -HUGE)


# The length of a game


Turn = tuple[int, Any]
"""A seat and its move."""
DelayingPlayer = Callable[[Match, list[Turn], Counter[str]], Turn | None]
"""Chooses one of some turns, given how often each kind was played; `None` waits for a deadline."""


def games_are_bounded(game: Game, options: Options, seats: int, seed: int) -> None:
    """A game is no longer than `max_log_entries`, even if all players delay it."""
    for player in DELAYING_PLAYERS:
        match = new_match(game, options, seats, seed)
        play_to_the_end(match, player, Random(seed))
        most = match.rules.max_log_entries + 2 * TAKE_BACKS_PER_SEAT * seats
        assert len(match.log) <= most, "take-backs make the log too long"


def play_to_the_end(match: Match, player: DelayingPlayer, rng: Random) -> None:
    """Let players who delay the game play it to the end."""
    played: Counter[str] = Counter()
    while match.outcome is None:
        last = match.log[-1].seat
        if last is not None and match.can_take_back(last) and rng.random() < TAKE_BACK_CHANCE:
            match.take_back(last)
            continue
        turn = player(match, _candidates(match, rng), played) if match.active else None
        if turn is None:
            assert match.deadline is not None, "the game is stuck"
            match.tick(match.deadline)
        else:
            seat, move = turn
            played[_kind(move)] += 1
            match.play(move, seat)
        standing = len(match.observations(None))
        assert standing <= match.rules.max_log_entries, f"longer than max_log_entries: {played}"


def _candidates(match: Match, rng: Random) -> list[Turn]:
    """Return a few legal turns of different kinds; none that ends the game, unless all do."""
    turns: list[Turn] = []
    for seat in match.active:
        moves = match.legal_moves(seat)
        listed = [moves.sample(rng), *islice(moves, LISTED)]
        rng.shuffle(listed)
        turns += [(seat, move) for move in {_kind(move): move for move in listed}.values()]
    rng.shuffle(turns)
    lasting = (turn for turn in turns if match.rules.outcome(_after(match, turn)) is None)
    return list(islice(lasting, CANDIDATES)) or turns[:1]


def _kind(move: Any) -> str:
    if isinstance(move, msgspec.Struct):
        return type(move).__name__
    return str(move).split()[0]


def _after(match: Match, turn: Turn) -> Any:
    seat, move = turn
    after, _ = match.rules.apply(match.state, seat, move, match.now, FastChance(Random(0)))
    return after


def _keeps_options_open(match: Match, turns: list[Turn], played: Counter[str]) -> Turn:
    """Prefer the turn that leaves the most kinds of moves."""

    def options(turn: Turn) -> int:
        after, rules = _after(match, turn), match.rules
        return sum(
            len({_kind(move) for move in islice(rules.legal_moves(after, seat), LISTED)})
            for seat in rules.active(after)
        )

    return max(turns, key=options)


def _repeats_moves(match: Match, turns: list[Turn], played: Counter[str]) -> Turn:
    """Prefer the kind of move that was played most."""
    return max(turns, key=lambda turn: played[_kind(turn[1])])


def _plays_out_of_turn(match: Match, turns: list[Turn], played: Counter[str]) -> Turn:
    """Prefer seats that the game does not wait for."""
    return min(turns, key=lambda turn: turn[0] in match.awaited)


def _waits_for_deadlines(match: Match, turns: list[Turn], played: Counter[str]) -> Turn | None:
    """Wait for every deadline."""
    return turns[0] if match.deadline is None else None


DELAYING_PLAYERS: Final[tuple[DelayingPlayer, ...]] = (
    _keeps_options_open,
    _repeats_moves,
    _plays_out_of_turn,
    _waits_for_deadlines,
)
