"""What a dataset says about the position before a decision: features of the seat's view."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, Final, Literal, Protocol, Union, get_args, get_origin, get_type_hints

import msgspec

from quincunx.core.match import Match

FeatureKind = Literal["number", "real", "flag", "text", "numbers", "reals", "flags", "texts"]
"""The type of a feature's column. Each value can be missing, and each value of a list."""

_SCALARS: Final[Mapping[Any, FeatureKind]] = {bool: "flag", int: "number", str: "text"}
_LISTS: Final[Mapping[FeatureKind, FeatureKind]] = {
    "flag": "flags",
    "number": "numbers",
    "text": "texts",
}
_LEFT_OUT: Final = frozenset({"seat"})
"""Fields of a view that every row has anyway."""


class Encoding(Protocol):
    """How a dataset describes positions. Implement it to attach features of your own.

    Workers get a copy by pickling. `name` goes into the dataset, so that a changed encoding is not
    mixed with an older one.
    """

    name: str

    def columns(self, match: Match) -> Mapping[str, FeatureKind]:
        """Return the names and kinds of the features, the same for all games of a dataset."""

    def encode(self, view: Any) -> Mapping[str, Any]:
        """Return the features of what a seat sees; a value that is left out is missing."""


class ViewFeatures:
    """The fields of the view that are numbers, flags or texts, or lists of them.

    Names are those of the fields. Fields with parts of their own are left out.
    """

    name = "view/1"

    def columns(self, match: Match) -> Mapping[str, FeatureKind]:
        return _columns_of(match.view(0, 0).__class__)

    def encode(self, view: Any) -> Mapping[str, Any]:
        found = {}
        for name in _columns_of(view.__class__):
            value = getattr(view, name)
            if value is not msgspec.UNSET:
                found[name] = value
        return found


@lru_cache(32)
def _columns_of(view: Any) -> Mapping[str, FeatureKind]:
    kinds = {name: _kind_of(hint) for name, hint in get_type_hints(view).items()}
    return {
        name: kind for name, kind in kinds.items() if kind is not None and name not in _LEFT_OUT
    }


def _kind_of(hint: Any) -> FeatureKind | None:
    """Return the kind of a field with this type; `None` if it is not simple."""
    hint = _without_none(hint)
    if get_origin(hint) is tuple:
        parts = {_scalar_kind(_without_none(part)) for part in get_args(hint) if part is not ...}
        kind = parts.pop() if len(parts) == 1 else None
        return None if kind is None else _LISTS[kind]
    return _scalar_kind(hint)


def _scalar_kind(hint: Any) -> FeatureKind | None:
    if get_origin(hint) is Literal:
        kinds = {type(value) for value in get_args(hint)}
        return _SCALARS.get(kinds.pop()) if len(kinds) == 1 else None
    return _SCALARS.get(hint) if isinstance(hint, type) else None


def _without_none(hint: Any) -> Any:
    if get_origin(hint) not in (Union, UnionType):
        return hint
    parts = [part for part in get_args(hint) if part not in (NoneType, msgspec.UnsetType)]
    return parts[0] if len(parts) == 1 else hint
