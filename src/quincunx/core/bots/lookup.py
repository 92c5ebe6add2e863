"""Find bots: by name, of installed packages, and by `module:Class` or `file.py:Class`."""

from __future__ import annotations

import logging
import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from inspect import isabstract
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

from quincunx.core.bots.bot import AnyBot, Bot
from quincunx.core.errors import BadBot

if TYPE_CHECKING:
    from quincunx.core.game import Game

log = logging.getLogger(__name__)

BotSpec = str | type[AnyBot] | AnyBot
"""A bot, its class, its name in the game, or where its class is: `module:Class`."""

ENTRY_POINTS: Final = "quincunx.bots"
"""The group of entry points with which an installed package offers its bots by name."""


def make_bot(game: Game, bot: BotSpec) -> AnyBot:
    """Return the bot itself, or a new one of its class; raise an error if there is none."""
    if isinstance(bot, str):
        bot = load_bot(bot) if ":" in bot else game.find_bot(bot)
    if not isinstance(bot, Bot):
        bot = _construct(_check_bot(bot))
    if bot.games and game.name not in bot.games:
        raise BadBot(
            "core.error.bot_of_other_games",
            bot=type(bot).__name__,
            game=game.name,
            games=bot.games,
        )
    return bot


def _construct(kind: type[AnyBot]) -> AnyBot:
    try:
        return kind()
    except Exception as error:
        raise BadBot(
            "core.error.bot_not_constructed",
            bot=kind.__name__,
            why=f"{type(error).__name__}: {error}",
        ) from error


def load_bot(path: str) -> type[AnyBot]:
    """Return the class at `module:Class` or `folder/file.py:Class`.

    This runs the module's code, so the path must never come from a client of a server.
    """
    where, _, name = path.rpartition(":")
    try:
        module = _load_file(where) if where.endswith(".py") else import_module(where)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{where}.".startswith(f"{error.name}."):
            raise _not_imported(where, error) from error
        raise BadBot("core.error.no_bot_module", module=where) from None
    except Exception as error:
        raise _not_imported(where, error) from error
    try:
        found = getattr(module, name)
    except AttributeError:
        raise BadBot("core.error.no_bot_class", module=where, name=name) from None
    return _check_bot(found)


def _not_imported(where: str, error: Exception) -> BadBot:
    return BadBot("core.error.bot_import", module=where, why=f"{type(error).__name__}: {error}")


def _load_file(path: str) -> ModuleType:
    """Import a file once, whether or not its folder is on the path of modules."""
    file = Path(path).resolve()
    name = str(file)
    if name not in sys.modules:
        if not file.is_file():
            raise BadBot("core.error.no_bot_module", module=path)
        spec = spec_from_file_location(name, file)
        assert spec is not None
        assert spec.loader is not None, "every Python file has a loader"
        # Decorators such as `dataclass` look their module up while it is executed.
        sys.modules[name] = module = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[name]
            raise
    return sys.modules[name]


def _check_bot(found: Any) -> type[AnyBot]:
    if not (isinstance(found, type) and issubclass(found, Bot)) or isabstract(found):
        raise BadBot("core.error.not_a_bot", name=getattr(found, "__name__", str(found)))
    return found


@cache
def installed_bots() -> Mapping[str, type[AnyBot]]:
    """Return the bots of installed packages by name; one that cannot be used is only logged."""
    found = {}
    # Imported late: it takes longer than most of quincunx, and few programs need it.
    from importlib.metadata import entry_points

    for entry in entry_points(group=ENTRY_POINTS):
        try:
            found[entry.name] = _check_bot(entry.load())
        except Exception as error:
            log.warning("the bot %s (%s) cannot be used: %s", entry.name, entry.value, error)
    return found
