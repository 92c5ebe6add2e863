"""A game of one person with bots, in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from quincunx.cli.errors import BadUsage
from quincunx.cli.files import write_record
from quincunx.cli.terminal.advice import Advice
from quincunx.cli.terminal.clock import Clock
from quincunx.cli.terminal.commands import command_word, find_command
from quincunx.cli.terminal.keyboard import Input, News
from quincunx.cli.terminal.screen import Screen, as_minutes
from quincunx.core.bots import AnyBot, next_to_act
from quincunx.core.errors import MalformedMove, MoveError
from quincunx.core.match import Match
from quincunx.core.messages import Arg, Message
from quincunx.core.rules import Fault


class Session:
    """Runs the game in real time: bots and deadlines act when they are due."""

    def __init__(
        self,
        match: Match,
        seat: int,
        bots: Mapping[int, AnyBot],
        *,
        seed: str,
        screen: Screen,
        open_input: Callable[[Callable[[], list[str]]], Input],
        saves_to: Path | None = None,
    ) -> None:
        self._match = match
        self._seat = seat
        self._bots = bots
        self._seed = seed
        self._screen = screen
        self.saves_to = saves_to
        """The file of the record; the player can choose another one."""
        self._clock = Clock()
        terminal = match.game.terminal
        self._editor = terminal.editor() if terminal.editor else None
        self._faults: tuple[Fault, ...] = ()
        self._advice = Advice(match, seat, screen, self._editor)
        self._keyboard = open_input(self._advice.words)
        self._last_printed = -1
        """The last version whose events were printed."""
        self._drawn: object = None
        """What the board on the screen shows; another value is drawn anew."""
        self._goal: Message | None = None
        """The goal that was printed last: it is not repeated."""
        self._is_leaving = False
        """Whether the player has asked to quit and has yet to confirm it."""

    def run(self) -> None:
        """Play until the game is over; raise `EOFError` when the player quits."""
        self._print_events()
        while self._match.outcome is None:
            try:
                self._play_due()
                typed = self._keyboard.read(self._prompt(), self._tick)
            except News:
                self._print_events()
            except KeyboardInterrupt:
                self._screen.write("")
                self._quit()
            else:
                if not self._keyboard.echoes:
                    self._screen.write(typed.rstrip("\n"))
                self._handle(typed.strip())
        self._draw()

    # The table

    def _play_due(self) -> None:
        """Let bots and deadlines act before the prompt; a bot's first moves may take a while."""
        due = self._next_due()
        if due is not None and due <= self._clock.now:
            with self._screen.thinking():
                self._tick()

    def _tick(self) -> float | None:
        """Let bots and deadlines act; return the seconds until the next one, or raise `News`."""
        while self._match.outcome is None:
            due = self._next_due()
            if due is None:
                return None
            if due > self._clock.now:
                return (due - self._clock.now) / 1000
            partners = {seat: frozenset(self._bots) - {seat} for seat in self._bots}
            self._match.step(self._bots, seed=self._seed, partners=partners)
            if self._has_news():
                raise News
        raise News

    def _next_due(self) -> int | None:
        """Return the table time of the next bot's action or deadline."""
        acts = next_to_act(self._match, self._bots, seed=self._seed)
        times = (None if acts is None else acts[0], self._match.deadline)
        return min((time for time in times if time is not None), default=None)

    def _has_news(self) -> bool:
        return any(step.events for step in self._unseen()) or self._drawn != self._shown()

    def _unseen(self) -> Any:
        return self._match.history(self._seat)[self._last_printed + 1 :]

    def _print_events(self) -> None:
        """Print the events that the player has not seen yet."""
        for observation in self._unseen():
            for event in observation.events:
                self._screen.print_message(event)
        self._last_printed = self._match.version

    # The board

    def _is_drafting(self) -> bool:
        """Whether the player is building a move with the game's editor."""
        state = self._match.state
        return self._editor is not None and self._match.rules.drafting(state, self._seat)

    def _shown(self) -> object:
        """Return what the board shows: it stays while the player builds and others act."""
        is_active = self._seat in self._match.active
        if is_active and self._is_drafting():
            return "draft", sum(entry.seat == self._seat for entry in self._match.log)
        return "position", self._match.version if is_active else None

    def _draw(self) -> None:
        view = self._match.view(self._seat)
        names = self._screen.shown_names
        if self._editor is not None and self._match.outcome is None and self._is_drafting():
            self._editor.update(view)
            self._screen.draw(self._editor.draw(view, names, self._faults))
        else:
            self._faults = ()
            self._screen.draw(self._match.game.board(view, names))
        self._drawn = self._shown()
        goal = self._match.game.terminal.goal(view)
        if goal is not None and goal != self._goal and self._seat in self._match.active:
            self._goal = goal
            self._screen.print_message(goal, "italic")

    def _prompt(self) -> str:
        """Draw the board if it has changed, and return the prompt."""
        left, deadline = "none", self._match.deadline
        if deadline is not None:
            left = as_minutes(max(0, deadline - self._clock.now))
        if self._seat not in self._match.active:
            self._drawn = self._shown()
            args: dict[str, Arg] = {"seats": self._match.awaited, "time": left}
            return self._screen.sentence(Message("cli.prompt_waiting", args))
        if self._drawn != self._shown():
            self._draw()
        example = self._advice.example() or "none"
        return self._screen.sentence(Message("cli.prompt", {"example": example, "time": left}))

    # The player

    def _handle(self, typed: str) -> None:
        command = find_command(typed)
        was_leaving, self._is_leaving = self._is_leaving, False
        match command:
            case None if not typed:
                self._draw()
            case None:
                self._play(typed)
            case ("quit", _):
                self._is_leaving = was_leaving
                self._quit()
            case ("view", _):
                self._draw()
            case ("undo", _):
                self._undo()
            case ("save", file):
                self._save(file)
            case (name, rest):
                self._advice.give(name, rest)

    def _play(self, typed: str) -> None:
        try:
            if not self._edit(typed):
                self._match.play(typed, self._seat, at=self._clock.now)
        except MoveError as error:
            if isinstance(error, MalformedMove) and self._is_unknown(typed):
                self._screen.print_text("cli.not_understood", text=typed)
            else:
                self._screen.print_message(error.message)
            self._screen.print_text("cli.see_help", "dim", help=command_word("help"))
        self._print_events()

    def _is_unknown(self, typed: str) -> bool:
        """Whether this begins like no command of the editor and no move that `help` lists."""
        word = typed.partition(" ")[0].lower()
        known = map(str.lower, self._advice.words())
        return self._editor is not None and word.isalpha() and word not in known

    def _edit(self, typed: str) -> bool:
        """Carry out a command of the game's editor; return whether it was one."""
        if self._editor is None or not self._is_drafting():
            return False
        view = self._match.view(self._seat)
        self._editor.update(view)
        move = self._editor.move(typed, view)
        if move is not None:
            self._match.play(move, self._seat, at=self._clock.now)
            return True
        if not self._editor.edit(typed, view):
            return False
        self._faults = self._match.draft(self._seat, self._editor.draft(), at=self._clock.now)
        self._draw()
        return True

    def _undo(self) -> None:
        """Return to the player's last decision, and reset the clock to it."""
        if all(entry.seat != self._seat for entry in self._match.log):
            self._screen.print_text("cli.nothing_to_undo")
            return
        undone = None
        while undone is None or undone.seat != self._seat:
            undone = self._match.log[-1]
            self._match.undo()
        self._clock.set(undone.at)
        self._last_printed, self._drawn = self._match.version, None
        self._screen.print_text("cli.taken_back")

    def _save(self, name: str) -> None:
        file = Path(name) if name else self.saves_to
        if file is None:
            self._screen.print_text("cli.save_where", save=command_word("save"))
        elif file != self.saves_to and file.exists():
            self._screen.print_text("cli.file_exists", file=str(file))
        else:
            try:
                write_record(file, self._match.record(self._seat))
            except BadUsage as error:
                self._screen.print_message(error.message)
            else:
                self.saves_to = file
                self._screen.print_text("cli.saved", file=str(file))

    def _quit(self) -> None:
        """Leave at the second request; say at the first what is lost."""
        has_played = any(entry.seat == self._seat for entry in self._match.log)
        if self._is_leaving or not has_played:
            raise EOFError
        self._is_leaving = True
        message = "cli.confirm_quit_saved" if self.saves_to else "cli.confirm_quit"
        args = {"file": str(self.saves_to)} if self.saves_to else {"save": command_word("save")}
        self._screen.print_text(message, quit=command_word("quit"), **args)
