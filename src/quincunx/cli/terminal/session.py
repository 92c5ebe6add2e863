"""One person at a table of bots, in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice

from quincunx.cli.terminal.clock import Clock
from quincunx.cli.terminal.keyboard import Keyboard
from quincunx.cli.terminal.screen import Screen, as_minutes
from quincunx.core.bots import AnyBot, next_to_act, play_next
from quincunx.core.errors import MoveError
from quincunx.core.match import Match
from quincunx.core.messages import Message, render

_MOST_MOVES = 100
"""Nobody reads a longer list."""


class Session:
    """Table time is wall time: bots and deadlines come when they are due, asked or not."""

    def __init__(
        self,
        match: Match,
        seat: int,
        bots: Mapping[int, AnyBot],
        *,
        seed: str,
        screen: Screen,
        keyboard: Keyboard,
    ) -> None:
        self._match = match
        self._seat = seat
        self._bots = bots
        self._seed = seed
        self._screen = screen
        self._keyboard = keyboard
        self._clock = Clock()
        self._told = -1
        """The last version whose events the player has read."""
        self._drawn = -1
        """The version of the board that the player has before the eyes."""
        self._hinted = (-1, 0)
        """The version at which hints were asked for, and how many were given."""
        self._prompted = False

    def run(self) -> None:
        """Plays until the game is over; `EOFError` when the player leaves."""
        self._tell()
        while self._match.outcome is None:
            due = self._next_moment()
            if due is not None and due <= self._clock.now:
                self._let_happen()
            else:
                self._ask(due)
        self._draw()

    # The table

    def _next_moment(self) -> int | None:
        """The table time at which something will happen whatever the player does."""
        acts = next_to_act(self._match, self._bots, seed=self._seed)
        moments = (None if acts is None else acts[0], self._match.deadline)
        return min((moment for moment in moments if moment is not None), default=None)

    def _let_happen(self) -> None:
        partners = {seat: frozenset(self._bots) - {seat} for seat in self._bots}
        play_next(self._match, self._bots, seed=self._seed, partners=partners)
        self._tell()

    def _tell(self) -> None:
        """What the player has seen happen since the last time."""
        for observation in self._match.history(self._seat)[self._told + 1 :]:
            for event in observation.events:
                self._new_line()
                self._screen.say(event)
        self._told = self._match.version

    def _draw(self) -> None:
        self._new_line()
        self._screen.draw(self._match.game.board(self._match.view(self._seat)))
        self._drawn = self._match.version

    # The player

    def _ask(self, until: int | None) -> None:
        """Waits for the player, but no longer than that."""
        if self._seat in self._match.active:
            if self._drawn != self._match.version:
                self._draw()
            self._prompt()
        seconds = None if until is None else max(0, until - self._clock.now) / 1000
        typed = self._keyboard.read(seconds)
        if typed is not None:
            if not self._keyboard.echoes:
                self._screen.write(typed.rstrip("\n"))
            self._prompted = False
            self._obey(typed.strip())

    def _prompt(self) -> None:
        if self._prompted:
            return
        prompt = Message("cli.prompt")
        if self._match.deadline is not None:
            left = max(0, self._match.deadline - self._clock.now)
            prompt = Message("cli.prompt_timed", {"time": as_minutes(left)})
        self._screen.write(render(prompt), end="")
        self._prompted = True

    def _new_line(self) -> None:
        """Leaves the prompt alone where something comes between."""
        if self._prompted:
            self._screen.write("")
            self._prompted = False

    def _obey(self, typed: str) -> None:
        match typed:
            case "" | "view":
                self._draw()
            case "?":
                self._list_moves()
            case "hint":
                self._hint()
            case "undo":
                self._undo()
            case "quit":
                raise EOFError
            case _:
                self._play(typed)

    def _play(self, move: str) -> None:
        try:
            self._match.play(self._seat, move, at=self._clock.now)
        except MoveError as refusal:
            self._screen.say(refusal.message)
        self._tell()

    def _list_moves(self) -> None:
        moves = self._match.moves(self._seat)
        listed = list(islice(moves, _MOST_MOVES + 1))
        texts = [self._match.game.format_move(move) for move in listed[:_MOST_MOVES]]
        width = max(map(len, texts), default=0)
        for text, move in zip(texts, listed, strict=False):
            words = render(self._match.game.describe_move(move))
            self._screen.write(f"  {text:<{width}}  {words}")
        if not listed:
            self._screen.tell("cli.no_moves")
        elif not moves.complete or len(listed) > _MOST_MOVES:
            self._screen.tell("cli.more_moves")

    def _hint(self) -> None:
        """One hint more each time, as long as nothing happens."""
        hints = self._match.hints(self._seat)
        if not hints:
            self._screen.tell("cli.no_hint")
            return
        version, given = self._hinted
        given = given + 1 if version == self._match.version else 1
        self._hinted = (self._match.version, given)
        hint = hints[min(given, len(hints)) - 1]
        self._screen.say(hint.message)
        if hint.move is not None:
            # As one would type it.
            self._screen.write(hint.move, "dim")

    def _undo(self) -> None:
        """Back to where the player decided last; the clock goes back with it."""
        if all(entry.seat != self._seat for entry in self._match.log):
            self._screen.tell("cli.nothing_to_undo")
            return
        undone = None
        while undone is None or undone.seat != self._seat:
            undone = self._match.log[-1]
            self._match.undo()
        self._clock.set(undone.at)
        self._told, self._drawn = self._match.version, -1
        self._screen.tell("cli.taken_back")
