"""The command line, as people and programs meet it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest
from rich.text import Text

import quincunx
from quincunx import registry
from quincunx.cli import main
from quincunx.cli.terminal.keyboard import Keyboard
from quincunx.cli.terminal.output import print_json
from quincunx.cli.terminal.screen import Screen
from quincunx.core.analysis import largest_losses
from quincunx.core.bots import RandomBot
from quincunx.core.events import visible_messages
from quincunx.core.match import Match
from quincunx.core.messages import render
from quincunx.core.observation import Observation
from quincunx.core.records.record import Record
from quincunx.lab.duel import duel as hold_duel
from tests.kit.play import play_out
from tests.toy.game import TOY
from tests.toy.rules import Lay, View


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def _plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


@pytest.fixture
def run(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Run]:
    """Runs a command with these lines typed into it."""
    opened = []

    def run(*argv: str, typed: Sequence[str] = ()) -> Ran:
        lines = tmp_path / "typed"
        lines.write_text("".join(f"{line}\n" for line in typed))
        opened.append(lines.open())
        monkeypatch.setattr(sys, "stdin", opened[-1])
        capsys.readouterr()
        return Ran(main(argv), *capsys.readouterr())

    yield run
    for file in opened:
        file.close()


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy game in the house, with a bot that takes its time."""
    bots = {"random": RandomBot, "slow": SlowBot}
    monkeypatch.setitem(registry._games, "toy", replace(TOY, bots=bots))


class SlowBot(RandomBot):
    """Lays nothing, a tenth of a second after whatever happened last."""

    def choose(self, *_: Any) -> Lay:
        return Lay(())

    def acts_at(self, view: View, observations: Sequence[Observation[Any]], rng: Random) -> int:
        return observations[-1].at + 100


# A table at which the player begins, all cards are open, and the bots do nothing but twist.
TABLE = quincunx.new("quatrefoil", seed=5, options={"variant": "nothing-to-hide"})
SEAT = TABLE.active[0]
OTHERS = [seat % 4 for seat in (SEAT + 1, SEAT + 2, SEAT + 3)]
PLAY = ["play", "quatrefoil", "--option", "variant=nothing-to-hide", "limit=20"]
PLAY += ["--seed", "5", "--seat", str(SEAT + 1)]


class Twister(RandomBot):
    def choose(self, *_: Any) -> Any:
        return TABLE.game.parse_move("twist clockwise")


@pytest.fixture
def twisters(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = {"expert": Twister, "random": RandomBot}
    monkeypatch.setitem(registry._games, "quatrefoil", replace(TABLE.game, bots=bots))


def board(match: Match, viewer: int = SEAT, version: int = -1) -> str:
    """What the viewer sees of it, without the colours."""
    return Text.from_markup(match.game.board(match.view(viewer, version))).plain


@pytest.fixture(scope="module")
def finished() -> Match:
    return play_out(quincunx.new("quatrefoil", seed=1), seed=4)


@pytest.fixture
def record_file(tmp_path: Path, finished: Match) -> Path:
    return saved(tmp_path / "whole.json", finished.record())


def saved(path: Path, record: Record) -> Path:
    path.write_text(record.to_json(), "utf-8")
    return path


def tampered(path: Path, change: Callable[[Any], object]) -> Path:
    """The same record, but for that change."""
    data = json.loads(path.read_text("utf-8"))
    change(data)
    path.write_text(json.dumps(data), "utf-8")
    return path


# games


def test_games_lists_seats_bots_and_options(run: Run) -> None:
    code, out, err = run("games")
    assert (code, err) == (0, "")
    assert out.startswith("quatrefoil\n  Four people cooperate")
    assert "\n  4 players\n" in out
    assert "random" in next(line for line in out.splitlines() if line.startswith("  bots: "))
    assert "  variant (choice: base, nothing-to-hide, half-and-half, dual; default base)\n" in out
    assert "      dual             Dual. Everyone sees the target" in out
    assert "  limit (number: 1 to 99, none; default none)\n    Action limit. How many" in out
    assert "    Only when variant is one of: base, dual.\n" in out
    assert "    Not when variant is one of: dual.\n" in out


@pytest.mark.usefixtures("toy")
def test_games_of_one_name(run: Run) -> None:
    out = run("games", "toy").out
    assert "quatrefoil" not in out
    assert "\n  2 to 3 players\n" in out
    assert "  team (number: 1 to 2; default 1)\n" in out
    assert "  bonus (flag: true, false; default false)\n    Only when timed is one of: true." in out


def test_games_for_programs(run: Run) -> None:
    (game,) = json.loads(run("games", "quatrefoil", "--json").out)
    assert (game["name"], game["title"]) == ("quatrefoil", "Quatrefoil")
    assert game["seats"] == {"low": 4, "high": 4}
    assert "random" in game["bots"]
    assert [option["name"] for option in game["options"]] == [
        option.name for option in quincunx.options("quatrefoil")
    ]
    half = game["options"][1]
    assert half["choices_help"]["positions"] == "Position cards"
    assert half["needs"] == {"variant": ["half-and-half"]}
    assert half["title"] == "Cards face up"


# solve


def test_solve_prints_every_line(run: Run) -> None:
    code, out, _ = run("solve", "quatrefoil", "RG/YB P > GR/YB P")
    solution = quincunx.solve("quatrefoil", "RG/YB P > GR/YB P")
    assert code == 0
    assert out.splitlines() == [render(line) for line in solution.lines]


def test_solve_for_programs(run: Run) -> None:
    data = json.loads(run("solve", "quatrefoil", "RG/YB P > RG/YB P", "--json").out)
    assert data["distance"] == 0
    assert data["target"] == "RG/YB P"


# verify


def test_verify_says_what_it_checked(run: Run, record_file: Path, finished: Match) -> None:
    code, out, err = run("verify", str(record_file))
    assert (code, err, out.count("\n")) == (0, "", 1)
    results = sum(len(entry.chance) for entry in finished.log)
    assert f"commitment {finished.commitment}" in out
    assert "no nonces" in out
    assert f"all {results} results" in out


def test_verify_finds_another_seed(run: Run, record_file: Path) -> None:
    tampered(record_file, lambda data: data["seed"].update(secret="0" * 64))
    code, _, err = run("verify", str(record_file))
    assert code == 2
    assert "the commitment is not what the rules give" in err


def test_verify_finds_another_deal(run: Run, record_file: Path) -> None:
    tampered(record_file, lambda data: data["steps"][0]["chance"][0]["values"].reverse())
    code, _, err = run("verify", str(record_file))
    assert code == 2
    assert "at step 0" in err


def test_verify_needs_the_whole_record(run: Run, tmp_path: Path) -> None:
    file = saved(tmp_path / "half.json", quincunx.new("quatrefoil", seed=1).record(2))
    code, _, err = run("verify", str(file))
    assert code == 2
    assert "one seat’s view" in err


# replay


def test_replay_prints_every_step(run: Run, record_file: Path, finished: Match) -> None:
    code, out, err = run("replay", str(record_file))
    assert (code, err) == (0, "")
    steps = [line for line in out.splitlines() if line.startswith("Step ")]
    assert len(steps) == finished.version + 1
    assert steps[-1].startswith(f"Step {finished.version} of {finished.version}, at 0:")
    assert finished.outcome
    assert out.splitlines()[-1] == render(finished.outcome.reason)
    for version, entry in enumerate(finished.log):
        assert board(finished, quincunx.OMNISCIENT, version) in out
        for event in entry.events:
            assert event.public
            assert render(event.public) in out


def test_replay_starts_at_the_given_step(run: Run, record_file: Path, finished: Match) -> None:
    out = run("replay", str(record_file), "--step", str(finished.version)).out
    assert out.count("Step ") == 1


def test_replay_of_what_one_seat_saw(run: Run, tmp_path: Path) -> None:
    match = quincunx.new("quatrefoil", seed=1)
    match.play(match.active[0], "twist clockwise")
    out = run("replay", str(saved(tmp_path / "half.json", match.record(0))), "--all").out
    dealt, twisted = out.split("Step 1 of 1, at 0:00\n")
    assert board(match, 0, 0) in dealt
    assert ": twist clockwise." in twisted
    assert board(match, 0, 1) in twisted


def test_replay_of_other_rules(run: Run, record_file: Path, finished: Match) -> None:
    whole = run("replay", str(record_file)).out
    tampered(record_file, lambda data: data.update(rules=99))
    assert run("replay", str(record_file)) == (0, whole, "")


def test_replay_of_an_unknown_view_shows_the_events(
    run: Run, record_file: Path, finished: Match
) -> None:
    def change(data: Any) -> None:
        data["rules"] = 99
        data["steps"][0]["scene"] = [[[], {"unheard": "of"}]]
        data["steps"] = data["steps"][:1]
        data["steps"][0]["events"].append({"public": {"id": "quatrefoil.event.gone"}})

    code, out, _ = run("replay", str(tampered(record_file, change)))
    assert code == 0
    events = [event.public for event in finished.log[0].events if event.public]
    assert out.splitlines()[1:-1] == [*map(render, events), "quatrefoil.event.gone {}"]


@pytest.mark.parametrize("end", ["q", "", "\x04"])
def test_replay_step_by_step(
    run: Run, record_file: Path, finished: Match, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    last = str(finished.version)
    typed = iter(["", "b", "b", "99", "nonsense", last, end])

    def answer(prompt: str) -> str:
        assert prompt.startswith("Enter: next")
        line = next(typed)
        if line == "\x04":
            raise EOFError
        return line

    monkeypatch.setattr("builtins.input", answer)
    monkeypatch.setattr("quincunx.cli.commands.replay.sys", FakeTerminal)
    code, out, _ = run("replay", str(record_file))
    assert code == 0
    steps = [line.split()[1] for line in out.splitlines() if line.startswith("Step ")]
    assert steps == ["0", "1", "0", "0", last]
    assert f"There is no step 99. This record has steps 0 to {last}." in out
    assert "There is no step nonsense" in out


class FakeTerminal:
    class stdin:  # noqa: N801
        @staticmethod
        def isatty() -> bool:
            return True


# play


@pytest.mark.usefixtures("twisters")
def test_play_ends_cleanly_when_input_ends(run: Run) -> None:
    code, out, err = run(*PLAY)
    assert (code, err) == (0, "")
    assert out.startswith(f"You are Player {SEAT + 1}. Type a move")
    assert out.endswith("\nYour move: \nYou left the game.\n")


@pytest.mark.usefixtures("twisters")
def test_play_ends_cleanly_when_interrupted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(keyboard: Keyboard, seconds: float | None) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(Keyboard, "read", interrupted)
    code, out, err = run(*PLAY)
    assert (code, err) == (0, "")
    assert out.endswith("\nYour move: \nYou left the game.\n")


@pytest.mark.usefixtures("twisters")
def test_play_a_whole_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    code, out, err = run(*PLAY, "--save", str(file), typed=["twist c", "stack"])
    assert (code, err) == (0, "")
    match = quincunx.replay(file.read_text("utf-8"))
    assert isinstance(match, Match)
    assert [entry.seat for entry in match.log[1:]] == [SEAT, *OTHERS, SEAT]
    said = [message for entry in match.log for message in visible_messages(entry.events, SEAT)]
    assert len(said) > match.version
    for message in said:
        assert f"{render(message, names=match.names)}\n" in out
    assert board(match) in out
    assert match.outcome
    outcome = render(match.outcome.reason)
    review = match.game.review(match)
    decided = render(review.decided, names=match.names)
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
def test_players_are_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert run(*PLAY, "--save", str(file)).out.startswith(f"You are Player {SEAT + 1}.")
    names = list(Record.from_json(file.read_text("utf-8")).names)
    assert names.pop(SEAT) == f"Player {SEAT + 1}"
    assert names == [f"expert {seat + 1}" for seat in sorted(OTHERS)]


@pytest.mark.usefixtures("toy")
def test_without_an_expert_the_last_bot_plays(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("play", "toy", "--save", str(file))
    assert Record.from_json(file.read_text("utf-8")).names == ("Player 1", "slow 2")


@pytest.mark.usefixtures("toy")
def test_play_reports_a_game_without_mistakes(run: Run) -> None:
    out = run("play", "toy", "--bots", "random", "--seed", "3", typed=["lay", "lay"]).out
    assert out.count("Player 1 lays .") == 2
    decided = "Two rounds are played.\nLuck decided it.\n"
    assert out.endswith(f"{decided}\nNo mistakes.\n")


@pytest.mark.usefixtures("twisters")
def test_play_lists_the_moves_with_descriptions(run: Run) -> None:
    out = run(*PLAY, typed=["?"]).out
    assert "\n  push north from west  push the north row from the west\n" in out
    assert "\n  stack                 stack\n" in out
    assert "others" not in out


@pytest.mark.usefixtures("toy")
def test_play_says_when_there_are_more_moves(run: Run) -> None:
    out = run("play", "toy", "--bots", "random", "--seed", "3", typed=["?"]).out
    assert "\n  fish " in out
    assert "\n… and more.\n" in out


@pytest.mark.usefixtures("twisters")
def test_play_gives_one_hint_more_each_time(run: Run) -> None:
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
def test_play_says_when_there_is_no_hint(run: Run) -> None:
    out = run("play", "toy", "--bots", "random", typed=["hint"]).out
    assert "There is no hint for this position.\n" in out


@pytest.mark.usefixtures("twisters")
def test_play_takes_back_to_the_last_decision(run: Run) -> None:
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
def test_a_refused_move_loses_nothing(run: Run) -> None:
    out = run(*PLAY, typed=["abracadabra", "look", "signal", "stack"]).out
    _, *refused, stacked = out.split("Your move: ")
    assert [part.count("\n") for part in refused] == [2, 2, 2], "what was typed, and a sentence"
    assert "“abracadabra” is no move." in refused[0]
    assert refused[1] == "look\nYour cards are face up to you already.\n"
    assert "every signal is always shown" in refused[2]
    assert stacked.startswith(f"stack\nPlayer {SEAT + 1} stacks the free token.\n")


@pytest.mark.usefixtures("twisters")
def test_what_is_saved_when_leaving_is_what_the_seat_saw(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "left.json"
    run(*PLAY, "--save", str(file), typed=["twist c"])
    record = Record.from_json(file.read_text("utf-8"))
    assert (record.whole, record.viewer, record.seed) == (False, SEAT, None)
    assert len(record.steps) == 5


@pytest.mark.usefixtures("toy")
def test_the_same_seed_plays_the_same_game(run: Run) -> None:
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
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
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


# duel


def test_duel_for_programs(run: Run) -> None:
    argv = ("duel", "quatrefoil", "random", "random", "--games", "6", "--seed", "9", "--json")
    code, out, err = run(*argv)
    result = json.loads(out)
    assert (code, err) == (0, "")
    assert list(result) == ["game", "games", "players"]
    assert (result["game"], result["games"], len(result["players"])) == ("quatrefoil", 6, 2)
    for player in result["players"]:
        assert list(player) == ["bot", "share", "low", "high", "mean_score", "ms_per_move"]
        assert 0 <= player["low"] <= player["share"] <= player["high"] <= 1
        del player["ms_per_move"]
    again = json.loads(run(*argv).out)
    for player in again["players"]:
        del player["ms_per_move"]
    assert again == result


def test_duel_for_people(run: Run) -> None:
    limit = ("--option", "limit=1", "--seats", "4", "--work", "5")
    code, out, err = run("duel", "quatrefoil", "random", "--games", "1", *limit)
    assert (code, err) == (0, "")
    assert "quatrefoil: 1 game" in out
    headings, row = (line for line in out.splitlines() if "interval" in line or "random" in line)
    assert [word.strip() for word in headings.strip("┃").split("┃")] == [
        "bot",
        "wins",
        "95% interval",
        "mean score",
        "ms per move",
    ]
    cells = [word.strip() for word in row.strip("│").split("│")]
    assert cells[:3] == ["random", "0.0%", "0.0% to 79.3%"]


# What is refused


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        ([], "COMMAND"),
        (["dance"], "dance"),
        (["games", "chess"], "There is no game called “chess”. Choose from: quatrefoil"),
        (["play"], "GAME"),
        (["play", "chess"], "There is no game called “chess”"),
        (["play", "quatrefoil", "--seats", "3"], "not 3"),
        (["play", "quatrefoil", "--seats", "many"], "--seats"),
        (["play", "quatrefoil", "--seat", "5"], "There is no seat 5. This table has seats 1 to 4."),
        (["play", "quatrefoil", "--seat", "0"], "There is no seat 0"),
        (["play", "quatrefoil", "--bots", "god"], "quatrefoil has no bot called “god”"),
        (
            ["play", "quatrefoil", "--option", "limit"],
            "“limit” is not an option. Write NAME=VALUE.",
        ),
        (["play", "quatrefoil", "--option", "colour=red"], "has no option called “colour”"),
        (["play", "quatrefoil", "--option", "limit=0"], "cannot be “0”"),
        (["play", "quatrefoil", "--option", "limit=x"], "cannot be “x”"),
        (["play", "quatrefoil", "--option", "half=positions"], "“variant” is one of"),
        (["play", "quatrefoil", "--seed", "x"], "--seed"),
        (["play", "quatrefoil", "--save", "/nowhere/at/all"], "/nowhere/at/all cannot be written"),
        (["replay", "/nowhere/at/all"], "/nowhere/at/all cannot be read: No such file"),
        (["verify", "/nowhere/at/all"], "/nowhere/at/all cannot be read: No such file"),
        (["verify", "/"], "/ cannot be read: "),
        (["solve", "quatrefoil", "R\nG"], "“R G” is no position."),
        (["solve", "chess", "e4"], "There is no game called “chess”"),
        (["duel", "chess", "random"], "There is no game called “chess”"),
        (["duel", "quatrefoil"], "BOT"),
        (["duel", "quatrefoil", "god"], "has no bot called “god”"),
        (["duel", "quatrefoil", "random", "random", "random"], "3 bots cannot be repeated"),
        (["duel", "quatrefoil", "random", "--games", "0"], "“games” must be at least 1, not 0"),
        (["duel", "quatrefoil", "random", "--work", "-1"], "“work” must be at least 1, not −1"),
        (["duel", "quatrefoil", "random", "--seats", "8"], "not 8"),
        (["duel", "quatrefoil", "random", "--option", "clock=maybe"], "cannot be “maybe”"),
    ],
)
def test_bad_input_is_one_line_and_code_2(run: Run, argv: list[str], says: str) -> None:
    code, out, err = run(*argv)
    assert (code, out) == (2, "")
    assert err.startswith("quincunx: ")
    assert says in err
    assert err.count("\n") == 1
    assert err.endswith("\n")


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data.update(format="quincunx-record/99"), "quincunx-record/99"),
        (lambda data: data.update(game="chess"), "There is no game called “chess”"),
        (lambda data: data.update(steps=[]), "it has no steps"),
        (lambda data: data.update(steps="none"), "This file is not a readable record"),
        (lambda data: data["steps"][1].update(move="dance"), "does not replay at step 1"),
        (lambda data: data["steps"][1].update(seat=7), "does not replay at step 1"),
        (lambda data: data["options"].update(limit=-1), "“limit” cannot be “-1”"),
        (lambda data: data.pop("outcome"), "the outcome is not what the rules give"),
    ],
)
def test_a_corrupt_record_is_one_line_and_code_2(
    run: Run, record_file: Path, command: str, change: Callable[[Any], object], says: str
) -> None:
    code, out, err = run(command, str(tampered(record_file, change)))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert says in err


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe", b"[1, 2]", b'{"format": 3}'])
def test_an_unreadable_record_is_one_line_and_code_2(run: Run, tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "no.json"
    file.write_bytes(text)
    code, out, err = run("replay", str(file))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "This file is not a readable record" in err


def test_replay_refuses_a_missing_step(run: Run, record_file: Path) -> None:
    code, out, err = run("replay", str(record_file), "--step", "1000")
    assert (code, out) == (2, "")
    assert "There is no step 1000" in err


# Without rich


@pytest.fixture
def _no_rich(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "rich"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "rich", None)


@pytest.mark.usefixtures("_no_rich")
def test_some_commands_need_rich(run: Run, record_file: Path) -> None:
    for argv in (
        ["play", "quatrefoil"],
        ["replay", str(record_file)],
        ["duel", "quatrefoil", "random", "--games", "1"],
    ):
        code, out, err = run(*argv)
        assert (code, out) == (2, "")
        assert (
            err == "quincunx: This command needs the package rich: pip install 'quincunx[cli]'.\n"
        )


@pytest.mark.usefixtures("_no_rich")
def test_other_commands_work_without_rich(run: Run, record_file: Path) -> None:
    for argv in (
        ["games"],
        ["games", "--json"],
        ["solve", "quatrefoil", "RG/YB P > GR/YB P"],
        ["verify", str(record_file)],
        ["duel", "quatrefoil", "random", "--games", "1", "--json"],
    ):
        code, out, err = run(*argv)
        assert (code, err) == (0, "")
        assert out


# As a program of its own


def program(*argv: str, typed: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "quincunx", *argv],
        input=typed,
        stdin=subprocess.DEVNULL if typed is None else None,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )


def test_a_program_lists_the_games() -> None:
    done = program("games", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert "quatrefoil" in [game["name"] for game in json.loads(done.stdout)]


def test_a_program_refuses_in_one_line() -> None:
    done = program("play", "quatrefoil", "--seats", "x")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1


def test_a_program_plays_and_ends_with_its_input() -> None:
    done = program(*PLAY, "--bots", "random", typed="view\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(board(TABLE)) == 2
    done = program("play", "quatrefoil", "--bots", "random")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_program_uses_other_processes_for_a_duel() -> None:
    done = program("duel", "quatrefoil", "random", "--games", "4", "--seed", "2", "--json")
    here = msgspec.to_builtins(hold_duel("quatrefoil", ["random"], games=4, seed=2, processes=1))
    there = json.loads(done.stdout)
    for result in (here, there):
        del result["players"][0]["ms_per_move"]
    assert there == msgspec.json.decode(msgspec.json.encode(here))


def test_a_closed_pipe_is_not_an_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    argv = [sys.executable, "-m", "quincunx", "games"]
    with os.fdopen(writing, "wb") as nobody:
        done = subprocess.run(argv, stdout=nobody, stderr=subprocess.PIPE, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


# What other people have written

HOSTILE = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e[bold red][link=file:///etc/passwd]x"


def has_commands(out: str) -> bool:
    return any(letter in out for letter in "\x1b\x07\x9b\u202e")


def test_replay_prints_no_terminal_commands(
    run: Run, tmp_path: Path, record_file: Path, finished: Match
) -> None:
    names = [f"{HOSTILE}{seat}" for seat in range(finished.seats)]
    event = {"public": {"id": HOSTILE, "args": {"name": HOSTILE}}}

    def fill(data: Any) -> None:
        data.update(names=names, rules=99)
        data["steps"][-1]["events"].append(event)

    tampered(record_file, fill)
    shown = run("replay", str(record_file), "--all")
    assert "owned" in shown.out, "it is shown, and not obeyed"
    assert not has_commands(shown.out + shown.err)
    for command in ("verify", "replay"):
        refused = run(command, str(tmp_path / f"none{HOSTILE}"))
        assert refused.code != 0
        assert not has_commands(refused.out + refused.err)
    assert not has_commands(run("play", HOSTILE).err)
    assert not has_commands(run("solve", "pivit", HOSTILE).err)
    assert not has_commands(run("games", HOSTILE).err)


def test_names_are_printed_without_interpreting_markup(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Screen().write(f"Zoë 🎲 [bold]{HOSTILE}")
    out = capsys.readouterr().out
    assert "Zoë 🎲 [bold]" in out
    assert "[link=file:///etc/passwd]x" in out
    Screen().draw(f"[bold]{HOSTILE}[/bold]")
    drawn = capsys.readouterr().out
    assert not has_commands(out + drawn)
    assert "[link=file" in drawn


def test_json_output_escapes_terminal_commands(capsys: pytest.CaptureFixture[str]) -> None:
    print_json({"name": HOSTILE})
    out = capsys.readouterr().out
    assert not has_commands(out)
    assert json.loads(out) == {"name": HOSTILE}
