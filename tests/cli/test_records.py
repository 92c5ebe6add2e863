"""`quincunx verify` and `quincunx replay`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx.core.match import Match
from quincunx.core.messages import render
from tests.cli.commands import RunCommand, board, saved, tampered


def test_verify_says_what_it_checked(run: RunCommand, record_file: Path, finished: Match) -> None:
    code, out, err = run("verify", str(record_file))
    assert (code, err, out.count("\n")) == (0, "", 1)
    results = sum(len(entry.chance) for entry in finished.log)
    assert f"commitment {finished.commitment}" in out
    assert "no nonces" in out
    assert f"all {results} results" in out


def test_verify_finds_another_seed(run: RunCommand, record_file: Path) -> None:
    tampered(record_file, lambda data: data["seed"].update(secret="0" * 64))
    code, _, err = run("verify", str(record_file))
    assert code == 2
    assert "the commitment is not what the rules give" in err


def test_verify_finds_another_deal(run: RunCommand, record_file: Path) -> None:
    tampered(record_file, lambda data: data["steps"][0]["chance"][0]["values"].reverse())
    code, _, err = run("verify", str(record_file))
    assert code == 2
    assert "at step 0" in err


def test_verify_needs_the_whole_record(run: RunCommand, tmp_path: Path) -> None:
    file = saved(tmp_path / "half.json", quincunx.new("quatrefoil", seed=1).record(2))
    code, _, err = run("verify", str(file))
    assert code == 2
    assert "one seat’s view" in err


def test_replay_prints_every_step(run: RunCommand, record_file: Path, finished: Match) -> None:
    code, out, err = run("replay", str(record_file))
    assert (code, err) == (0, "")
    steps = [line for line in out.splitlines() if line.startswith("Step ")]
    assert len(steps) == finished.version + 1
    assert steps[-1].startswith(f"Step {finished.version} of {finished.version}, at 0:")
    assert finished.outcome
    assert out.splitlines()[-1] == render(finished.outcome.reason)
    for version, entry in enumerate(finished.log):
        assert board(finished, quincunx.OMNISCIENT, version, ()) in out
        for event in entry.events:
            assert event.public
            assert render(event.public) in out


def test_replay_starts_at_the_given_step(
    run: RunCommand, record_file: Path, finished: Match
) -> None:
    out = run("replay", str(record_file), "--step", str(finished.version)).out
    assert out.count("Step ") == 1


def test_replay_of_what_one_seat_saw(run: RunCommand, tmp_path: Path) -> None:
    match = quincunx.new("quatrefoil", seed=1)
    match.play("twist clockwise", match.active[0])
    out = run("replay", str(saved(tmp_path / "half.json", match.record(0))), "--all").out
    dealt, twisted = out.split("Step 1 of 1, at 0:00\n")
    assert board(match, 0, 0, ()) in dealt
    assert ": twist clockwise." in twisted
    assert board(match, 0, 1, ()) in twisted


def test_replay_of_other_rules(run: RunCommand, record_file: Path, finished: Match) -> None:
    whole = run("replay", str(record_file)).out
    tampered(record_file, lambda data: data.update(rules=99))
    assert run("replay", str(record_file)) == (0, whole, "")


def test_replay_of_an_unknown_view_shows_the_events(
    run: RunCommand, record_file: Path, finished: Match
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
    run: RunCommand, record_file: Path, finished: Match, monkeypatch: pytest.MonkeyPatch, end: str
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
