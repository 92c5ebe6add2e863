"""`quincunx play`."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import quincunx
from quincunx.cli import main
from quincunx.cli.terminal.keyboard import Keyboard
from quincunx.core.analysis import largest_losses
from quincunx.core.events import visible_messages
from quincunx.core.match import Match
from quincunx.core.messages import render
from quincunx.core.records.record import Record
from tests.cli.commands import OTHERS, PLAY, SEAT, TABLE, RunCommand, SlowBot, board


@pytest.mark.usefixtures("twisters")
def test_play_ends_cleanly_when_input_ends(run: RunCommand) -> None:
    code, out, err = run(*PLAY)
    assert (code, err) == (0, "")
    assert out.startswith(f"You are Player {SEAT + 1}. Type a move")
    assert out.endswith("\nYour move: \nYou left the game.\n")


@pytest.mark.usefixtures("twisters")
def test_play_ends_cleanly_when_interrupted(
    run: RunCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(keyboard: Keyboard, seconds: float | None) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Keyboard, "read", interrupted)
    code, out, err = run(*PLAY)
    assert (code, err) == (0, "")
    assert out.endswith("\nYour move: \nYou left the game.\n")


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
    _, ending, given_away = out.partition(f"\n{outcome}\n{decided}\n\nMistakes:\n")
    assert ending
    mistakes = largest_losses(review.judgements)
    assert mistakes
    assert given_away.splitlines() == [
        *(
            f"{mistake.version + 1:>4}  {match.names[mistake.seat]}, {mistake.move}: "
            f"{render(mistake.message)} Better: {mistake.best[0]}"
            for mistake in mistakes
        ),
        f"The record is saved in {file}.",
    ]
    assert run("verify", str(file)).code == 0


@pytest.mark.usefixtures("twisters")
def test_players_are_named(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert run(*PLAY, "--save", str(file)).out.startswith(f"You are Player {SEAT + 1}.")
    names = list(Record.from_json(file.read_text("utf-8")).names)
    assert names.pop(SEAT) == f"Player {SEAT + 1}"
    assert names == [f"expert {seat + 1}" for seat in sorted(OTHERS)]


@pytest.mark.usefixtures("toy")
def test_without_an_expert_the_last_bot_plays(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "toy", "--save", str(file))
    assert Record.from_json(file.read_text("utf-8")).names == ("Player 1", "slow 2")


@pytest.mark.usefixtures("toy")
def test_play_reports_a_game_without_mistakes(run: RunCommand) -> None:
    out = run("play", "toy", "--bots", "random", "--seed", "3", typed=["lay", "lay"]).out
    assert out.count("Player 1 lays .") == 2
    decided = "Two rounds are played.\nLuck decided it.\n"
    assert out.endswith(f"{decided}\nNo mistakes.\n")


@pytest.mark.usefixtures("twisters")
def test_play_lists_the_moves_with_descriptions(run: RunCommand) -> None:
    out = run(*PLAY, typed=["?"]).out
    assert "\n  push north from west  push the north row from the west\n" in out
    assert "\n  stack                 stack\n" in out
    assert "others" not in out


@pytest.mark.usefixtures("toy")
def test_play_says_when_there_are_more_moves(run: RunCommand) -> None:
    out = run("play", "toy", "--bots", "random", "--seed", "3", typed=["?"]).out
    assert "\n  fish " in out
    assert "\n… and more.\n" in out


@pytest.mark.usefixtures("twisters")
def test_play_gives_one_hint_more_each_time(run: RunCommand) -> None:
    out = run(*PLAY, typed=["hint", "hint", "hint", "hint", "twist c", "hint"]).out
    answers = [part.partition("\n")[2] for part in out.split("Your move: ")]
    hints = [
        "\n".join([render(hint.message), *filter(None, [hint.move]), ""])
        for hint in TABLE.hints(SEAT)
    ]
    assert len(hints) == 3
    assert answers[1:5] == [*hints, hints[-1]]
    # Four twists later the tokens lie as before, but the position is another one.
    assert answers[6] == hints[0]


@pytest.mark.usefixtures("toy")
def test_play_says_when_there_is_no_hint(run: RunCommand) -> None:
    out = run("play", "toy", "--bots", "random", typed=["hint"]).out
    assert "There is no hint for this position.\n" in out


@pytest.mark.usefixtures("twisters")
def test_play_takes_back_to_the_last_decision(run: RunCommand) -> None:
    typed = ["undo", "push n w", "undo", "view", "push n w", "quit", "stack"]
    out = run(*PLAY, typed=typed).out
    begun, nothing, pushed, undone, viewed, again, left = out.split("Your move: ")
    assert nothing == "undo\nYou have no move to undo.\n"
    assert f"\n{board(TABLE)}\n" in begun
    assert board(TABLE) not in pushed
    shown = f"{board(TABLE)}\n\n20 pushes and twists left.\n\n"
    assert undone == f"undo\nUndone.\n\n{shown}"
    assert viewed == f"view\n\n{shown}"
    assert again == pushed
    assert left == "quit\n\nYou left the game.\n"


@pytest.mark.usefixtures("twisters")
def test_a_refused_move_loses_nothing(run: RunCommand) -> None:
    out = run(*PLAY, typed=["abracadabra", "look", "signal", "stack"]).out
    _, *refused, stacked = out.split("Your move: ")
    assert [part.count("\n") for part in refused] == [2, 2, 2], "what was typed, and a sentence"
    assert "“abracadabra” is not a move." in refused[0]
    assert refused[1] == "look\nYou have already looked at your cards.\n"
    assert "All signals are always visible" in refused[2]
    assert stacked.startswith("stack\nYou stack the free token.\n")


@pytest.mark.usefixtures("twisters")
def test_what_is_saved_when_leaving_is_what_the_seat_saw(run: RunCommand, tmp_path: Path) -> None:
    file = tmp_path / "left.json"
    run(*PLAY, "--save", str(file), typed=["twist c"])
    record = Record.from_json(file.read_text("utf-8"))
    assert (record.whole, record.viewer, record.seed) == (False, SEAT, None)
    assert len(record.steps) == 5


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
    assert "Your move (0:00 left): \nslow 2 lays .\n" in out
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

    def read(self, seconds: float | None) -> str | None:
        if not self.lines:
            raise EOFError
        wait, line = self.lines.pop(0)
        if seconds is not None and seconds * 1e9 < wait:
            self.lines.insert(0, (wait - int(seconds * 1e9), line))
            self.now += int(seconds * 1e9)
            return None
        self.now += wait
        return line


@pytest.mark.usefixtures("toy")
def test_undo_turns_the_clock_back(
    run: RunCommand, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    typist = Typist([(2000, "lay"), (5000, "undo"), (3000, "lay"), (0, "quit")])
    monkeypatch.setattr("quincunx.cli.commands.play.Keyboard", lambda source: typist)
    monkeypatch.setattr("quincunx.cli.terminal.clock.monotonic_ns", lambda: typist.now)
    monkeypatch.setattr(SlowBot, "acts_at", lambda *_: None)
    file = tmp_path / "undone.json"
    argv = ["play", "toy", "--bots", "slow", "--option", "timed=true", "--save", str(file)]
    assert "Undone." in run(*argv).out
    record = Record.from_json(file.read_text("utf-8"))
    assert [(step.at, step.seat) for step in record.steps] == [(0, None), (5000, 0)]
