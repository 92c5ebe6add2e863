"""The largest inputs that a server accepts, found from the types themselves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any, Final

import msgspec
from msgspec import inspect

from quincunx.core.game import Game
from quincunx.core.match import Match

LONGEST_GAME: Final = 1500
"""Log entries that are played here: a game that may be longer is cut there to save time. What one
request costs must not depend on it."""

OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "quatrefoil": {"signals": "by-hand"},
    "coloryam": {},
    "quivvit": {"color_blocking": True, "drain_the_deck": True, "decks": 2},
    "qwirkle_cards": {},
    "pivit": {"referee": "at-scoring"},
}
"""By game, the options with which it is longest and its log entries are largest. A game that is
missing here fails the kit."""


def largest_draft(match: Match, seat: int) -> Any:
    """Return the largest draft that the type allows, made of the words of a usual one."""
    rules = match.rules
    usual = msgspec.to_builtins(rules.sample_draft(match.view(seat), Random(0)))
    words = sorted(set(_texts(usual))) or ["x"]
    kind = inspect.type_info(rules.draft_type)
    for inner in (None, 6, 3, 2, 1):
        draft = _largest(kind, words, [0], inner)
        # A game may also bound all lists together.
        with suppress(msgspec.ValidationError):
            msgspec.convert(draft, rules.draft_type)
            return draft
    raise AssertionError("no large draft fits the type")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)


def _largest(
    kind: inspect.Type, words: list[str], used: list[int], inner: int | None, depth: int = 0
) -> Any:
    """Return the largest value, with at most `inner` items in each list of a list."""
    more = (words, used, inner, depth + 1)
    match kind:
        case inspect.StructType():
            return {
                field.encode_name: _largest(field.type, words, used, inner, depth)
                for field in kind.fields
            }
        case inspect.VarTupleType() | inspect.ListType():
            assert kind.max_length is not None, "a list without a maximum length"
            length = kind.max_length if depth == 0 or inner is None else inner
            return [_largest(kind.item_type, *more) for _ in range(length)]
        case inspect.TupleType():
            return [_largest(each, *more) for each in kind.item_types]
        case inspect.StrType():
            assert kind.max_length is not None, "a text without a maximum length"
            used[0] += 1
            return words[used[0] % len(words)]
        case inspect.IntType():
            assert kind.le is not None, "a number without a maximum"
            used[0] += 1
            return min(kind.le, used[0])
        case inspect.BoolType():
            return True
        case inspect.NoneType():
            return None
        case inspect.UnionType():
            return _largest(kind.types[0], *more)
        case inspect.DictType():
            assert kind.max_length is not None, "a mapping without a maximum length"
            return {}
        case _:
            raise AssertionError(f"a draft type has a part without bounds: {kind}")


def longest_legal_move(match: Match, seat: int) -> str:
    """Return the longest text among the legal moves that are listed or sampled."""
    moves = match.legal_moves(seat)
    rng = Random(0)
    some = [*moves, *(moves.sample(rng) for _ in range(20))]
    return max((str(move) for move in some), key=len)


def junk_move(game: Game) -> str:
    """Return a text of the greatest length that is still parsed, and means nothing."""
    return ("[Rc Oc Yc Gc Bc Pc] " * game.max_move_length)[: game.max_move_length].strip()
