"""The public interface changes only on purpose: `tests/public_api.txt` lists it.

After a change, write the file with `python -m tests.test_public_api --write` and read the diff.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import quincunx

LISTED: Final = Path(__file__).with_name("public_api.txt")


def public_api() -> Iterator[str]:
    """Yield a line for each public name, and for each public member of a class."""
    for name in sorted(quincunx.__all__):
        thing = getattr(quincunx, name)
        if not inspect.isclass(thing):
            yield f"{name}{_signature(thing)}"
            continue
        yield f"class {name}({', '.join(base.__name__ for base in thing.__bases__)})"
        for member, value in _members(thing):
            yield f"    {member}{_signature(value)}"


def _members(kind: type) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a class, and the other public members that it defines itself."""
    fields = getattr(kind, "__struct_fields__", getattr(kind, "__dataclass_fields__", ()))
    for name in (*fields, *sorted(set(vars(kind)) - set(fields))):
        if not name.startswith("_"):
            yield name, vars(kind).get(name)


def _signature(value: Any) -> str:
    if isinstance(value, classmethod | staticmethod):
        value = value.__func__
    if not inspect.isfunction(value):
        return ""
    return str(inspect.signature(value)).replace("'", "")


def documented() -> Iterator[tuple[str, Any]]:
    """Yield everything public that needs a docstring."""
    for name in sorted(quincunx.__all__):
        thing = getattr(quincunx, name)
        if inspect.isfunction(thing):
            yield name, thing
        elif inspect.isclass(thing):
            yield name, thing
            for member, value in _members(thing):
                if isinstance(value, property | classmethod) or inspect.isfunction(value):
                    yield f"{name}.{member}", value


def test_the_public_interface_is_as_listed() -> None:
    assert LISTED.read_text("utf-8").splitlines() == [*public_api()]


def test_everything_public_has_a_docstring() -> None:
    assert [name for name, thing in documented() if not inspect.getdoc(thing)] == []


if __name__ == "__main__" and "--write" in sys.argv:
    LISTED.write_text("\n".join(public_api()) + "\n", "utf-8")
