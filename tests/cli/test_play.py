"""`quincunx play`."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import quincunx
from quincunx.cli import main
from quincunx.cli.terminal.guide import guide_sections
from quincunx.cli.terminal.keyboard import Keyboard, Tick
from quincunx.core.analysis import largest_losses
from quincunx.core.events import visible_messages
from quincunx.core.match import Match
from quincunx.core.messages import Message, pattern, render, use_language
from quincunx.core.records.record import Record
from quincunx.registry import find
from tests.cli.commands import OTHERS, PLAY, SEAT, TABLE, RunCommand, SlowBot, answers, board


@pytest.mark.usefixtures("twisters")
def test_play_ends_cleanly_when_input_ends(run: RunCommand) -> None:
    code, out, err = run(*PLAY)
    assert (code, err) == (0, "")
    assert out.startswith("Quatrefoil. Place five tokens together")
    assert "\nYou play with 3 bots (medium). Type a move" in out
    assert answers(out)[-1] == "\nYou left the game.\n"


@pytest.mark.usefixtures("twisters")
def test_an_interrupt_before_the_first_move_leaves(
    run: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(keyboard: Keyboard, prompt: str, tick: Tick) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Keyboard, "read", interrupted)
    code, out, err = run(*PLAY)
    assert (code, err) == (0, "")
    assert out.endswith("\nYou left the game.\n")


@pytest.mark.usefixtures("twisters")
def test_leaving_a_game_is_confirmed(run: RunCommand) -> None:
    out = run(*PLAY, typed=["twist c", "quit", "view", "quit", "quit", "stack"]).out
    _, _, first, viewed, second, left = answers(out)
    assert first.startswith("quit\nIf you leave now, this game is lost. Type “quit” again")
    assert second == first
    assert board(TABLE)[:20] in viewed
    assert left == "quit\n\nYou left the game.\n"


@pytest.mark.usefixtures("twisters")
def test_play_a_whole_game(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, out, err = run(*PLAY, "--save", str(file), typed=["twist c", "stack"])
    assert (code, err) == (0, "")
    match = quincunx.replay(file.read_text("utf-8"))
    assert isinstance(match, Match)
    assert [entry.seat for entry in match.log[1:]] == [SEAT, *OTHERS, SEAT]
    said = [message for entry in match.log for message in visible_messages(entry.events, SEAT)]
    assert len(said) > match.version
    for message in said:
        assert f"{render(message, names=match.names, you=SEAT)}\n" in out
    assert board(match) in out
    assert match.outcome
    outcome = render(match.outcome.reason)
    review = match.game.review(match)
    decided = render(review.decided, names=match.names, you=SEAT)
    _, ending, given_away = out.partition(f"\n{outcome}\n{decided}\n\nThe largest mistakes:\n")
    assert ending
    mistakes = largest_losses(review.judgements)
    names = ["You" if seat == SEAT else name for seat, name in enumerate(match.names)]
    assert SEAT in {mistake.seat for mistake in mistakes}
    assert given_away.splitlines() == [
        *(
            f"  Step {mistake.version + 1}, {names[mistake.seat]}: "
            f"{mistake.move}. {render(mistake.message, names=match.names, you=SEAT)} "
            f"Better: {mistake.best[0]}"
            for mistake in mistakes
        ),
        f"The record is saved in {file}.",
    ]
    assert run("verify", str(file)).code == 0


@pytest.mark.usefixtures("twisters")
def test_players_are_named(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run(*PLAY, "--save", str(file))
    names = list(Record.from_json(file.read_text("utf-8")).names)
    assert names.pop(SEAT) == f"Player {SEAT + 1}"
    assert names == ["Bot 1", "Bot 2", "Bot 3"]


@pytest.mark.usefixtures("toy")
def test_one_bot_needs_no_number(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert "one bot (slow)" in run("play", "toy", "--save", str(file)).out
    assert Record.from_json(file.read_text("utf-8")).names == ("Player 1", "Bot")


@pytest.mark.parametrize("game", ["quivvit", "coloryam", "pivit", "qwirkle_cards"])
def test_every_game_is_played_with_a_bot_by_default(run: RunCommand, game: str) -> None:
    out = run("play", game, "--bots", "random", "--seed", "1").out
    assert "You play with one bot (random)." in out


def test_a_player_can_play_alone(run: RunCommand) -> None:
    out = run("play", "coloryam", "--seats", "1", "--seed", "1", typed=["roll"]).out
    assert "You play alone." in out
    assert "Bot" not in out


@pytest.mark.usefixtures("toy")
def test_play_reports_a_game_without_mistakes(run: RunCommand) -> None:
    out = run("play", "toy", "--bots", "random", "--seed", "3", typed=["lay", "lay"]).out
    assert out.count("Player 1 lays .") == 2
    decided = "Two rounds are played.\nLuck decided it.\n"
    assert out.endswith(f"{decided}\nNo mistakes.\n")


@pytest.mark.usefixtures("twisters")
def test_play_lists_the_moves_with_descriptions(run: RunCommand) -> None:
    out = run(*PLAY, typed=["moves"]).out
    assert "\n  push north from west  push the north row from the west\n" in out
    assert "\n  stack                 stack\n" in out
    assert "others" not in out


@pytest.mark.usefixtures("toy")
def test_play_says_when_there_are_more_moves(run: RunCommand) -> None:
    out = run("play", "toy", "--bots", "random", "--seed", "3", typed=["moves"]).out
    assert "\n  fish " in out
    assert "\n… and more.\n" in out


@pytest.mark.usefixtures("twisters")
def test_play_gives_one_hint_more_each_time(run: RunCommand) -> None:
    out = run(*PLAY, typed=["hint", "hint", "hint", "hint", "twist c", "hint"]).out
    given = [part.splitlines()[1] for part in answers(out)[1:-1]]
    hints = [render(hint.message) for hint in TABLE.hints(SEAT)]
    assert len(hints) == 3
    assert given[:4] == [*hints, hints[-1]]
    # Four twists later the tokens are as before, but the position is another one.
    assert given[5] == hints[0]
    assert out.count("Type “hint” again for a clearer hint.") == 2 + 1


@pytest.mark.usefixtures("toy")
def test_play_says_when_there_is_no_hint(run: RunCommand) -> None:
    out = run("play", "toy", "--bots", "random", typed=["hint"]).out
    assert "There is no hint for this position.\n" in out


@pytest.mark.usefixtures("twisters")
def test_play_takes_back_to_the_last_decision(run: RunCommand) -> None:
    typed = ["undo", "push n w", "take back", "view", "push n w"]
    begun, nothing, pushed, undone, viewed, again, _ = answers(run(*PLAY, typed=typed).out)
    assert nothing == "undo\nYou have no move to undo.\n"
    assert f"\n{board(TABLE)}\n" in begun
    assert board(TABLE) not in pushed
    shown = f"{board(TABLE)}\n\n20 pushes and twists left.\n\n"
    assert undone == f"take back\nUndone.\n\n{shown}"
    assert viewed == f"view\n\n{shown}"
    assert again == pushed


@pytest.mark.usefixtures("twisters")
def test_a_refused_move_loses_nothing(run: RunCommand) -> None:
    out = run(*PLAY, typed=["abracadabra", "look", "signal", "stack"]).out
    _, *refused, stacked = answers(out)
    advice = "“help” shows what you can type.\n"
    assert refused[0].startswith("abracadabra\n“abracadabra” is not a move.")
    assert refused[1] == f"look\nYou have already looked at your cards.\n{advice}"
    assert "All signals are always visible" in refused[2]
    assert all(part.endswith(advice) for part in refused)
    assert stacked.startswith("stack\nYou stack the free token.\n")


@pytest.mark.usefixtures("twisters")
def test_what_is_saved_when_leaving_is_what_the_seat_saw(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "left.json"
    run(*PLAY, "--save", str(file), typed=["twist c"])
    record = Record.from_json(file.read_text("utf-8"))
    assert (record.whole, record.viewer, record.seed) == (False, SEAT, None)
    assert len(record.steps) == 5


@pytest.mark.usefixtures("twisters")
def test_a_game_can_be_saved_at_any_time(run: RunCommand, tmp_path: Path) -> None:
    file, other = tmp_path / "game.json", tmp_path / "other.json"
    other.write_text("mine")
    typed = ["save", f"save {other}", f"save {tmp_path}/no/where", f"save {file}", "twist c"]
    _, where, exists, nowhere, saved, *_ = answers(run(*PLAY, typed=typed).out)
    assert where == "save\nSay where, for example “save game.json”.\n"
    assert f"{other} exists already. Choose another name.\n" in exists
    assert other.read_text() == "mine"
    assert "cannot be written: No such file or directory.\n" in nowhere
    assert f"The record is saved in {file}.\n" in saved
    # The file that was chosen is written again when the player leaves.
    assert len(Record.from_json(file.read_text("utf-8")).steps) == 5


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("game", ["quivvit", "coloryam", "pivit", "qwirkle_cards", "quatrefoil"])
def test_help_and_guide_are_given_in_every_language(
    run: RunCommand, game: str, language: str
) -> None:
    words = {"en": "help guide moves", "de": "hilfe anleitung züge", "fr": "aide guide coups"}
    typed = [*words[language].split(), f"{words[language].split()[1]} 2"]
    argv = ["play", game, "--seed", "2", "--bots", "random", "--language", language]
    code, out, err = run(*argv, typed=typed)
    assert (code, err) == (0, "")
    legend = render(Message(f"{game}.terminal.legend"), language)
    assert legend in out
    assert pattern("cli.command_help.guide", language) in out
    sections = guide_titles(game, language)
    assert all(title in out for title in sections)
    assert out.count(sections[1]) > 1, "the second section is printed"


def guide_titles(game: str, language: str) -> list[str]:
    with use_language(language):
        _, *sections = guide_sections(find(game).folder)
    return [section.title for section in sections]


@pytest.mark.parametrize("game", ["quivvit", "coloryam", "qwirkle_cards", "quatrefoil", "pivit"])
def test_the_example_of_the_prompt_can_be_typed(run: RunCommand, game: str) -> None:
    argv = ["play", game, "--seed", "2", "--bots", "random"]
    (example,) = re.findall(r"\(such as (.+)\): \n", run(*argv).out)[-1:]
    out = run(*argv, typed=[example]).out
    assert f": {example}\n" in out
    assert "shows what you can type" not in out


@pytest.mark.usefixtures("toy")
def test_the_same_seed_plays_the_same_game(run: RunCommand) -> None:
    once, again, other = (
        run("play", "toy", "--bots", "random", "--seed", seed, typed=["fish"]).out
        for seed in ("5", "5", "6")
    )
    assert once == again != other


@pytest.mark.usefixtures("toy")
def test_the_clock_runs_while_play_waits_for_input(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.toy.rules.ROUND_TIME", 300)
    file = tmp_path / "timed.json"
    reading, writing = os.pipe()
    with open(reading) as silence:
        monkeypatch.setattr(sys, "stdin", silence)
        argv = ["play", "toy", "--bots", "slow", "--option", "timed=true", "--save", str(file)]
        assert main(argv) == 0
        os.close(writing)
    out = capsys.readouterr().out
    assert re.search(r"Your move, 0:00 left \(such as .+\): \nBot lays .\n", out)
    assert "\nRound 2 begins.\n" in out
    record = Record.from_json(file.read_text("utf-8"))
    assert [step.at for step in record.steps] == [0, 100, 300, 400, 600]
    assert record.outcome


class Typist:
    """A player who types each line after so many milliseconds, on a clock of its own."""

    echoes = False

    def __init__(self, lines: Sequence[tuple[int, str]]) -> None:
        self.lines = [(wait * 1_000_000, line) for wait, line in lines]
        self.now = 0

    def read(self, prompt: str, tick: Tick) -> str:
        if not self.lines:
            raise EOFError
        wait, line = self.lines.pop(0)
        seconds = tick()
        while seconds is not None and seconds * 1e9 < wait:
            wait -= int(seconds * 1e9)
            self.now += int(seconds * 1e9)
            seconds = tick()
        self.now += wait
        return line


@pytest.mark.usefixtures("toy")
def test_undo_turns_the_clock_back(
    run: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typist = Typist([(2000, "lay"), (5000, "undo"), (3000, "lay"), (0, "quit"), (0, "quit")])
    monkeypatch.setattr("quincunx.cli.commands.play.open_input", lambda source, words: typist)
    monkeypatch.setattr("quincunx.cli.terminal.clock.monotonic_ns", lambda: typist.now)
    monkeypatch.setattr(SlowBot, "acts_at", lambda *_: None)
    file = tmp_path / "undone.json"
    argv = ["play", "toy", "--bots", "slow", "--option", "timed=true", "--save", str(file)]
    assert "Undone." in run(*argv).out
    record = Record.from_json(file.read_text("utf-8"))
    assert [(step.at, step.seat) for step in record.steps] == [(0, None), (5000, 0)]
