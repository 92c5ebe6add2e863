"""Messages and catalogues. Code passes message ids and arguments; catalogues hold the texts.

A catalogue is one JSON file for each language and maps ids to patterns. Patterns are a small part
of ICU's message syntax, which the page implements as well:

    {name}                                   the argument; decimals as the language writes them,
                                             a list with commas between its items
    {name, seat}                             a seat number as that player's name
    {name, seats}                            a list of seat numbers as names: Ada, Ben and Cy
    {name, word, prefix}                     a term, looked up as `prefix.value`
    {name, words, prefix}                    a list of such terms: red, green and blue
    {n, plural, =0 {none} one {# card} other {# cards}}
    {kind, select, push {…} other {…}}
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from quincunx.core import plurals

if TYPE_CHECKING:
    from quincunx.core.events import Event

Arg = int | float | str | tuple[str | int, ...]


class Message(msgspec.Struct, frozen=True, gc=False):
    """A text in any language: its id in the catalogues and its arguments."""

    id: str
    args: dict[str, Arg] = {}


FORMS_OF_ADDRESS = {
    "seat": "you",
    "seats": "you",
    "up": "you",
    "actor": "you_actor",
    "rival": "you_rival",
}
"""The suffix of a message for the player that its argument names: `quivvit.event.blocked.you`."""


class UnknownMessage(KeyError):
    """No catalogue of that language has this id."""


_PACKAGE = Path(__file__).parents[1]
_registered: dict[str, Path] = {}
_language: ContextVar[str] = ContextVar("language", default="en")


def register_catalogues(prefix: str, folder: Path) -> None:
    """Use the catalogues in `folder` for ids that start with `prefix`.

    Only packages outside of quincunx need this, such as a game of your own.
    """
    _registered[prefix] = folder
    catalogue.cache_clear()
    languages.cache_clear()


@lru_cache(1)
def _package_folders() -> Mapping[str, Path]:
    """Map the prefixes of ids to the `messages` folders of quincunx's packages.

    A package keeps the messages that it raises. They are found as files, without importing the
    package: a client shows what a server refused, and need not have the server's dependencies.
    """
    folders = {}
    for depth in ("*", "*/*"):
        for file in _PACKAGE.glob(f"{depth}/messages/en.json"):
            for message_id in json.loads(file.read_text("utf-8")):
                folders[message_id.partition(".")[0]] = file.parent
    return folders


def _folder(prefix: str) -> Path | None:
    return _registered.get(prefix) or _package_folders().get(prefix)


@lru_cache(256)
def catalogue(prefix: str, language: str) -> Mapping[str, str]:
    """Return the patterns of a language by id, from the catalogue that has ids with `prefix`."""
    folder = _folder(prefix)
    path = folder / f"{language}.json" if folder else None
    if path is None or not path.is_file():
        return {}
    patterns: dict[str, str] = json.loads(path.read_text("utf-8"))
    return patterns


@lru_cache(64)
def languages(prefix: str = "core") -> tuple[str, ...]:
    """Return the languages of the catalogues for ids that start with `prefix`."""
    folder = _folder(prefix)
    return () if folder is None else tuple(sorted(path.stem for path in folder.glob("*.json")))


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """Set the default language within the context."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def current_language() -> str:
    """Return the default language of this context."""
    return _language.get()


def pattern(message_id: str, language: str | None = None) -> str:
    language = language or _language.get()
    try:
        return catalogue(message_id.partition(".")[0], language)[message_id]
    except KeyError:
        raise UnknownMessage(f"{message_id} ({language})") from None


def render(
    message: Message | Event,
    language: str | None = None,
    names: Sequence[str] = (),
    you: int | None = None,
) -> str:
    """Return a message, or what the reader learns from an event, as text.

    `names` are the players' names by seat. `you` is the reader's seat, if they have one: "You win"
    instead of "Ada wins".

    >>> import quincunx
    >>> match = quincunx.new("quivvit", seats=2, seed=7)
    >>> quincunx.render(match.play("a1 left")[0], names=("Ada", "Ben"))
    'Ben rotates a1 left and takes 2 cards: 3 points.'
    """
    language = language or _language.get()
    if not isinstance(message, Message):
        seen = message.seen_by(you)
        return " ".join(render(each, language, names, you) for each in seen)
    if you is not None:
        message = _addressed(message, you, language)
    return _fill(pattern(message.id, language), message.args, language, names)


def _addressed(message: Message, you: int, language: str) -> Message:
    """Return the message in the form for the player it is about, if that is you."""
    args, known = message.args, catalogue(message.id.partition(".")[0], language)
    for role, form in FORMS_OF_ADDRESS.items():
        player, message_id = args.get(role), f"{message.id}.{form}"
        if message_id not in known:
            continue
        if player == you:
            return Message(message_id, args)
        if isinstance(player, tuple | list) and you in player:
            others = tuple(seat for seat in player if seat != you)
            return Message(message_id, {**args, "others": others})
    return message


def _fill(
    text: str, args: Mapping[str, Arg], language: str, names: Sequence[str], number: str = "#"
) -> str:
    """`number` replaces `#`: the count of the enclosing plural, not of a nested one."""
    return "".join(
        part.replace("#", number) if literal else _placeholder(part, args, language, names)
        for literal, part in _split(text)
    )


def _placeholder(body: str, args: Mapping[str, Arg], language: str, names: Sequence[str]) -> str:
    name, _, rest = (piece.strip() for piece in body.partition(","))
    kind, _, detail = (piece.strip() for piece in rest.partition(","))
    value = _without_zero_fraction(args[name])
    match kind:
        case "":
            each = value if isinstance(value, tuple | list) else (value,)
            return ", ".join(_plain(part, language) for part in each)
        case "seat":
            return _seat(value, language, names)
        case "seats":
            assert isinstance(value, tuple | list)
            return _listed([_seat(seat, language, names) for seat in value], language)
        case "word":
            return pattern(f"{detail}.{value}", language)
        case "words":
            assert isinstance(value, tuple | list)
            return _listed([pattern(f"{detail}.{word}", language) for word in value], language)
        case "plural":
            branch = _choose(detail, f"={value}", plural_category(value, language))
            return _fill(branch, args, language, names, _plain(value, language))
        case "select":
            return _fill(_choose(detail, str(value)), args, language, names)
        case _:
            raise ValueError(f"unknown placeholder kind {kind!r}")


def _without_zero_fraction(value: Arg) -> Arg:
    """Return whole floats as integers: 10 instead of 10.0."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _plain(value: Arg, language: str) -> str:
    if not isinstance(value, int | float):
        return str(value)
    number = str(value).replace("-", "−")
    return number.replace(".", catalogue("core", language).get("core.decimal_mark", "."))


def _listed(items: Sequence[str], language: str) -> str:
    """Join items with commas and, before the last one, a word such as "and"."""
    if len(items) < 2:
        return "".join(items)
    args = {"most": ", ".join(items[:-1]), "last": items[-1]}
    return _fill(pattern("core.list", language), args, language, ())


def _seat(value: Arg, language: str, names: Sequence[str]) -> str:
    assert isinstance(value, int)
    if value < len(names):
        return names[value]
    return pattern("core.seat", language).replace("{number}", str(value + 1))


def plural_category(value: Arg, language: str) -> str:
    """Return the plural category of a number by the language's rules, `core.plural`."""
    if not isinstance(value, int | float):
        return plurals.OTHER
    rules = catalogue("core", language).get("core.plural", "one: n = 1")
    return plurals.plural_category(value, rules)


def _choose(detail: str, *keys: str) -> str:
    parts = list(_split(detail))
    branches = {
        label.strip(): body for (_, label), (_, body) in zip(parts[::2], parts[1::2], strict=False)
    }
    return next(branches[key] for key in (*keys, "other") if key in branches)


def _split(text: str) -> Iterator[tuple[bool, str]]:
    """Yield literal texts and brace bodies alternately, as (is_literal, text); braces may nest."""
    depth, start = 0, 0
    for index, letter in enumerate(text):
        if letter == "{":
            if depth == 0:
                yield True, text[start:index]
                start = index + 1
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth == 0:
                yield False, text[start:index]
                start = index + 1
    yield True, text[start:]
