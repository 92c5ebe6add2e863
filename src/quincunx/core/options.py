"""Options are declared once, as a typed struct; forms, CLI and documents are made from that.

    class Options(core.Options, frozen=True, kw_only=True):
        clock: Annotated[bool, About(needs={"variant": ("base", "dual")})] = False

A text option declares its maximum length (`msgspec.Meta(max_length=…)`) and a number its range,
because option values are stored with every table and sent to everybody at it.

An option's words are in the game's catalogue, as `GAME.option.NAME` and, for the values of a
choice, `GAME.option.NAME.VALUE`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    Self,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from quincunx.core.errors import BadOption, UnknownOption
from quincunx.core.messages import Arg

OptionValue = bool | int | str | None
OptionKind = Literal["flag", "choice", "number", "text"]

QUOTED_CHARACTERS: Final = 100
"""How much of a refused value its error message repeats."""


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The root of every game's options."""

    def check(self) -> None:
        """Raises `BadOption` where a value of the right kind is still no good."""

    def canonical(self) -> Self:
        """Return equivalent options in which every text is written as the game itself writes it.

        `make_options` calls it after `check`, so that clients need to read one notation only.
        """
        return self


class Pattern(msgspec.Struct, frozen=True):
    """One of the things that a line of a composed text can say."""

    name: str
    """Its words are in the game's catalogue, as `GAME.option.OPTION.NAME`; spaces become `_`."""
    text: str
    """How it is written: words with spaces between them, some of which are slots."""
    slots: tuple[str, ...] = ()
    """The words of the text that are to be replaced, each by a different letter."""


class CompositionLine(msgspec.Struct, frozen=True):
    """A line of a composed text: which patterns it can follow."""

    group: str
    """What the line belongs to, for headings."""
    patterns: tuple[Pattern, ...]


class Composition(msgspec.Struct, frozen=True):
    """What a text option is put together from, so that a form can let people pick."""

    lines: tuple[CompositionLine, ...]
    letters: tuple[str, ...]
    """What the slots of a pattern can be replaced by."""
    separator: str
    """What is written between two lines."""
    start: str
    """A valid text to begin with."""


class OptionNotes(msgspec.Struct, frozen=True):
    """What an option needs of others before it may leave its default, and what it excludes."""

    needs: dict[str, tuple[OptionValue, ...]] = {}
    excludes: dict[str, tuple[OptionValue, ...]] = {}
    listed: bool = True
    """Whether lists of tables show its value."""
    composed: Composition | None = None
    """For a text that can be put together from parts."""


class Option(msgspec.Struct, frozen=True):
    """One option, described for whoever wants to offer it."""

    name: str
    kind: OptionKind
    default: OptionValue
    choices: tuple[str, ...] = ()
    low: int | None = None
    high: int | None = None
    can_be_off: bool = False
    """Whether `None` is a value: a number that may be left out."""
    needs: dict[str, tuple[OptionValue, ...]] = {}
    excludes: dict[str, tuple[OptionValue, ...]] = {}
    longest: int | None = None
    """The maximum length of a text, in characters."""
    listed: bool = True
    """Whether lists of tables show its value."""
    composed: Composition | None = None

    @property
    def allowed(self) -> dict[str, Arg]:
        """The values it takes, as arguments of a message that names them."""
        return {
            "kind": self.kind,
            "choices": self.choices,
            "low": str(self.low),
            "high": str(self.high),
            "off": "yes" if self.can_be_off else "no",
            "longest": str(self.longest),
        }

    def takes(self, value: object) -> bool:
        if value is None:
            return self.can_be_off
        match self.kind:
            case "flag":
                return isinstance(value, bool)
            case "choice":
                return value in self.choices
            case "number":
                return _is_number(value) and self._in_range(value)
            case "text":
                return isinstance(value, str) and len(value) <= (self.longest or 0)

    def _in_range(self, value: Any) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


O = TypeVar("O", bound=Options)  # noqa: E741 (the letter that the word begins with)


@lru_cache(64)
def describe_options(options: type[Options]) -> tuple[Option, ...]:
    """The declared options, in their order."""
    hints = get_type_hints(options, include_extras=True)
    return tuple(
        _described(field.name, hints[field.name], field.default)
        for field in msgspec.structs.fields(options)
    )


def _described(name: str, hint: Any, default: Any) -> Option:
    about, bounds, can_be_off = OptionNotes(), msgspec.Meta(), False
    while True:
        if get_origin(hint) is Annotated:
            hint, *notes = get_args(hint)
            about = next((note for note in notes if isinstance(note, OptionNotes)), about)
            bounds = next((note for note in notes if isinstance(note, msgspec.Meta)), bounds)
        elif get_origin(hint) in (Union, UnionType):
            (hint,) = (part for part in get_args(hint) if part is not NoneType)
            can_be_off = True
        else:
            break
    choices = get_args(hint) if get_origin(hint) is Literal else ()
    kind: OptionKind = "choice" if choices else _KINDS[hint]
    if kind == "text" and bounds.max_length is None:
        raise TypeError(f"the text option {name!r} declares no maximum length")
    if kind == "number" and (bounds.ge is None or bounds.le is None):
        raise TypeError(f"the number option {name!r} declares no range")
    return Option(
        name=name,
        kind=kind,
        default=default,
        choices=choices,
        low=None if bounds.ge is None else int(bounds.ge),
        high=None if bounds.le is None else int(bounds.le),
        can_be_off=can_be_off,
        needs=about.needs,
        excludes=about.excludes,
        longest=bounds.max_length,
        listed=about.listed,
        composed=about.composed,
    )


_KINDS: dict[type, OptionKind] = {bool: "flag", int: "number", str: "text"}


def make_options(options: type[O], values: Mapping[str, object], *, game: str) -> O:
    """Checked options from plain values; what is not given takes its default."""
    known = {option.name: option for option in describe_options(options)}
    for name, value in values.items():
        if name not in known:
            raise UnknownOption(
                "core.error.unknown_option", game=game, option=name, known=tuple(known)
            )
        if not known[name].takes(value):
            raise BadOption(
                "core.error.bad_option",
                option=name,
                value=str(value)[:QUOTED_CHARACTERS],
                **known[name].allowed,
            )
    made = options(**values)
    _check_company(made, known)
    made.check()
    return made.canonical()


def _check_company(made: Options, known: Mapping[str, Option]) -> None:
    """Options that leave their default must find the others as they need them."""
    for option in known.values():
        if getattr(made, option.name) == option.default:
            continue
        for other, values in option.needs.items():
            if getattr(made, other) not in values:
                raise _misfit("core.error.option_needs", option, other, values)
        for other, values in option.excludes.items():
            if getattr(made, other) in values:
                raise _misfit("core.error.option_excludes", option, other, values)


def _misfit(
    message_id: str, option: Option, other: str, values: tuple[OptionValue, ...]
) -> BadOption:
    return BadOption(
        message_id, option=option.name, other=other, values=tuple(str(value) for value in values)
    )


def parse_values(options: type[Options], texts: Mapping[str, str]) -> dict[str, object]:
    """Values as they are typed (`clock=true`), for `make_options` to check."""
    known = {option.name: option for option in describe_options(options)}
    return {
        name: _read(known[name], text) if name in known else text for name, text in texts.items()
    }


_SPELLINGS: dict[str, OptionValue] = {"true": True, "false": False, "none": None}


def _read(option: Option, text: str) -> object:
    if option.can_be_off and text == "none":
        return None
    if option.kind == "flag":
        return _SPELLINGS.get(text, text)
    if option.kind == "number" and re.fullmatch(r"-?[0-9]+", text):
        return int(text)
    return text


def as_values(options: Options) -> dict[str, OptionValue]:
    """The options as plain values, for records and commitments."""
    values: dict[str, OptionValue] = msgspec.to_builtins(options)
    return values
