"""Hypothesis strategies for every message type, with values of all kinds."""

from __future__ import annotations

import json
from typing import Any, Literal, get_args, get_origin

import msgspec
from hypothesis import strategies as st

from quincunx.wire import FromClient
from quincunx.wire.requests import ShortRequestId

TEXTS = st.one_of(
    st.text(max_size=40),
    st.sampled_from(["", "x", "easy", "expert", "roll", "ready", "twist clockwise", "decline"]),
)
NUMBERS = st.one_of(st.integers(-2, 6), st.integers(), st.just(2**63), st.just(-(10**40)))
ANYTHING = st.recursive(
    st.none() | st.booleans() | NUMBERS | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


NAMES = st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=64)


def _of(kind: Any) -> st.SearchStrategy[Any]:
    if kind is ShortRequestId:
        return NAMES
    if get_origin(kind) is Literal:
        return st.sampled_from(get_args(kind))
    if get_args(kind):
        return st.one_of(*map(_of, get_args(kind)))
    known = {str: TEXTS, int: NUMBERS, bool: st.booleans(), type(None): st.none()}
    return known.get(kind, ANYTHING)


def _message(kind: type[msgspec.Struct]) -> st.SearchStrategy[dict[str, Any]]:
    tag = kind.__struct_config__.tag
    values = {}
    for field in msgspec.structs.fields(kind):
        # Nine times out of ten something that can be read, so that more than the reader is tried.
        values[field.name] = st.one_of(*[_of(field.type)] * 9, ANYTHING)
    return st.fixed_dictionaries({"type": st.just(tag), **values})


MESSAGES: st.SearchStrategy[str] = st.one_of(
    *(_message(kind) for kind in get_args(FromClient))
).map(json.dumps)
