"""Bots by name, by `module:Class` or file, and from installed packages."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

import quincunx
from quincunx.core.bots import load_bot, make_bot
from quincunx.registry import find
from tests.helpers.bot_packages import BOT, installed


@pytest.fixture
def bot_file(tmp_path: Path) -> Path:
    path = tmp_path / "my_bots.py"
    path.write_text(BOT.format(games=()))
    return path


def test_a_class_is_found_in_a_file(bot_file: Path) -> None:
    bot = load_bot(f"{bot_file}:Quick")
    assert issubclass(bot, quincunx.Bot)
    assert load_bot(f"{bot_file}:Quick") is bot, "the file is imported once"
    quincunx.new("coloryam", seed=1).play_out(f"{bot_file}:Quick")


def test_a_class_is_found_in_a_module(bot_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(bot_file.parent)
    assert load_bot("my_bots:Quick").__name__ == "Quick"
    assert load_bot("quincunx.core.bots:RandomBot") is quincunx.RandomBot


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("no_such_module:Quick", "There is no module or file “no_such_module”"),
        ("no.such:Quick", "There is no module or file “no.such”"),
        ("no_such.py:Quick", "There is no module or file “no_such.py”"),
        (":Quick", "could not be imported"),
        ("{file}:Quack", "has no class called “Quack”"),
        ("{file}:", "has no class called “”"),
        ("{file}:number", "is not a bot"),
        ("quincunx:Bot", "“Bot” is not a bot"),
        ("quincunx:Match", "“Match” is not a bot"),
        ("{broken}:Quick", "could not be imported: SyntaxError"),
        ("{needs}:Quick", "could not be imported: ModuleNotFoundError: No module named 'absent'"),
    ],
)
def test_what_is_no_bot_is_refused_with_the_reason(
    path: str, message: str, bot_file: Path, tmp_path: Path
) -> None:
    (tmp_path / "broken.py").write_text("class")
    (tmp_path / "needs.py").write_text("import absent")
    names = {"file": bot_file, "broken": tmp_path / "broken.py", "needs": tmp_path / "needs.py"}
    with pytest.raises(quincunx.BadBot, match=message):
        load_bot(path.format(**names))


def test_a_bot_of_other_games_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "of_quivvit.py"
    path.write_text(BOT.format(games=("quivvit",)))
    assert make_bot(find("quivvit"), f"{path}:Quick").games == ("quivvit",)
    with pytest.raises(quincunx.BadBot, match=r"does not play coloryam\. It plays: quivvit"):
        make_bot(find("coloryam"), f"{path}:Quick")


def test_a_name_never_imports_a_module(bot_file: Path) -> None:
    """A server looks up names that its clients send."""
    with pytest.raises(quincunx.UnknownBot):
        find("quivvit").find_bot(f"{bot_file}:Quick")


def test_an_installed_package_offers_its_bots(tmp_path: Path) -> None:
    game = find("coloryam")
    with installed(tmp_path, BOT.format(games=("coloryam",)), "quick = quick_package:Quick"):
        assert [*game.all_bots()] == [*game.bots, "quick"], "the game's own bots come first"
        quincunx.new("coloryam", seed=1).play_out("quick")
        assert "quick" not in find("quivvit").all_bots()
        with pytest.raises(quincunx.UnknownBot, match="expert, random, quick"):
            game.find_bot("quack")
    assert [*game.all_bots()] == [*game.bots]


def test_an_installed_bot_that_cannot_be_used_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    entries = """
        quick = quick_package:Quick
        easy = quick_package:Quick
        number = quick_package:number
        absent = absent:Bot
    """
    own = find("quivvit").bots
    with installed(tmp_path, BOT.format(games=()), entries), caplog.at_level(logging.WARNING):
        offered = find("quivvit").all_bots()
    assert [*offered] == [*own, "quick"]
    assert offered["easy"] is own["easy"], "a game's own name stays its own"
    text = caplog.text
    assert "the bot absent (absent:Bot) cannot be used: No module named 'absent'" in text
    assert "the bot number (quick_package:number) cannot be used" in text
