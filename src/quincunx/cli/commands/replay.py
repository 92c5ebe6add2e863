"""`quincunx replay`: show a record step by step."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

import quincunx
from quincunx.cli.errors import BadUsage
from quincunx.cli.files import read_record
from quincunx.cli.parser import help_text
from quincunx.cli.terminal.output import print_plain
from quincunx.cli.terminal.screen import Screen, as_minutes
from quincunx.core.events import visible_messages
from quincunx.core.messages import Message, render
from quincunx.core.records.record import Record
from quincunx.core.records.replay import Recording
from quincunx.core.viewers import OMNISCIENT
from quincunx.registry import find

if TYPE_CHECKING:
    from quincunx.cli.parser import Commands


def add_to(commands: Commands) -> None:
    parser = commands.add_parser("replay", help=help_text("replay"))
    parser.set_defaults(run=run)
    parser.add_argument("file", type=Path, metavar="FILE", help=help_text("replay.file"))
    parser.add_argument("--step", default="0", metavar="N", help=help_text("replay.step"))
    parser.add_argument("--all", action="store_true", help=help_text("replay.all"))


def run(arguments: Namespace) -> None:
    record = read_record(arguments.file)
    # Checks whole records; the steps themselves are shown from the record alone.
    quincunx.replay(record)
    viewer = RecordViewer(record, Screen(record.names))
    first = viewer.find(arguments.step)
    if arguments.all or not sys.stdin.isatty():
        for step in range(first, viewer.last + 1):
            viewer.step(step)
    else:
        _browse(viewer, first)


def _browse(viewer: RecordViewer, step: int) -> None:
    viewer.step(step)
    while True:
        try:
            typed = input(render(Message("cli.replay_prompt"))).strip().lower()
        except (EOFError, KeyboardInterrupt):
            print()
            return
        if typed == "q" or (typed == "" and step == viewer.last):
            return
        try:
            step = _target(typed, step, viewer)
        except BadUsage as refusal:
            print_plain(refusal)
        else:
            viewer.step(step)


def _target(typed: str, step: int, viewer: RecordViewer) -> int:
    match typed:
        case "":
            return step + 1
        case "b":
            return max(0, step - 1)
        case number:
            return viewer.find(number)


class RecordViewer:
    """Prints the steps of a record: the events and the board after each."""

    def __init__(self, record: Record, screen: Screen) -> None:
        self._record = record
        self._recording = Recording(record)
        self._screen = screen
        self._game = find(record.game)
        self._viewer = OMNISCIENT if record.whole else record.viewer
        self.last = self._recording.version

    def find(self, typed: str) -> int:
        """Return the number of the step that was typed."""
        steps = {str(step): step for step in range(self.last + 1)}
        if typed not in steps:
            raise BadUsage("cli.unknown_step", step=typed, last=self.last)
        return steps[typed]

    def step(self, number: int) -> None:
        step = self._record.steps[number]
        time = as_minutes(step.at)
        self._screen.print_text("cli.step", "bold", step=number, last=self.last, time=time)
        for event in visible_messages(step.events, self._viewer):
            self._screen.write(self._sentence(event))
        if board := self._board(number):
            self._screen.draw(board)
        if number == self.last and self._record.outcome:
            self._screen.write(self._sentence(self._record.outcome.reason), "bold")

    # A record of another version may contain anything. Messages that cannot be rendered are shown
    # as data, and boards that cannot be drawn are left out.

    def _sentence(self, message: Message) -> str:
        try:
            return render(message, names=self._record.names)
        except Exception:
            return f"{message.id} {message.args}"

    def _board(self, number: int) -> str:
        options = self._game.options()
        rules = self._game.rules(options, self._game.seats(options).start)
        try:
            scene = self._recording.scene(number)
            return self._game.board(msgspec.convert(scene, rules.view_type), self._record.names)
        except Exception:
            return ""
