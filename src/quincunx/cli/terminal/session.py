"""A game of one person against bots, in the terminal."""

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

_MAX_LISTED_MOVES = 100


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
        keyboard: Keyboard,
    ) -> None:
        self._match = match
        self._seat = seat
        self._bots = bots
        self._seed = seed
        self._screen = screen
        self._keyboard = keyboard
        self._clock = Clock()
        self._last_printed = -1
        """The last version whose events were printed."""
        self._last_drawn = -1
        """The version of the board on the screen."""
        self._hinted = (-1, 0)
        """The version at which hints were requested, and how many were given."""
        self._prompted = False

    def run(self) -> None:
        """Play until the game is over; raise `EOFError` when the player quits."""
        self._print_events()
        while self._match.outcome is None:
            due = self._next_due()
            if due is not None and due <= self._clock.now:
                self._play_next()
            else:
                self._wait_for_input(due)
        self._draw()

    # The table

    def _next_due(self) -> int | None:
        """Return the table time of the next bot's action or deadline."""
        acts = next_to_act(self._match, self._bots, seed=self._seed)
        times = (None if acts is None else acts[0], self._match.deadline)
        return min((time for time in times if time is not None), default=None)

    def _play_next(self) -> None:
        partners = {seat: frozenset(self._bots) - {seat} for seat in self._bots}
        play_next(self._match, self._bots, seed=self._seed, partners=partners)
        self._print_events()

    def _print_events(self) -> None:
        """Print the events that the player has not seen yet."""
        for observation in self._match.history(self._seat)[self._last_printed + 1 :]:
            for event in observation.events:
                self._end_prompt()
                self._screen.print_message(event)
        self._last_printed = self._match.version

    def _draw(self) -> None:
        self._end_prompt()
        self._screen.draw(self._match.game.board(self._match.view(self._seat)))
        self._last_drawn = self._match.version

    # The player

    def _wait_for_input(self, until: int | None) -> None:
        """Wait for input until that table time, and handle it."""
        if self._seat in self._match.active:
            if self._last_drawn != self._match.version:
                self._draw()
            self._prompt()
        seconds = None if until is None else max(0, until - self._clock.now) / 1000
        typed = self._keyboard.read(seconds)
        if typed is not None:
            if not self._keyboard.echoes:
                self._screen.write(typed.rstrip("\n"))
            self._prompted = False
            self._handle(typed.strip())

    def _prompt(self) -> None:
        if self._prompted:
            return
        prompt = Message("cli.prompt")
        if self._match.deadline is not None:
            left = max(0, self._match.deadline - self._clock.now)
            prompt = Message("cli.prompt_timed", {"time": as_minutes(left)})
        self._screen.write(render(prompt), end="")
        self._prompted = True

    def _end_prompt(self) -> None:
        """Start a new line if the prompt is waiting for input."""
        if self._prompted:
            self._screen.write("")
            self._prompted = False

    def _handle(self, typed: str) -> None:
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
            self._match.play(move, self._seat, at=self._clock.now)
        except MoveError as error:
            self._screen.print_message(error.message)
        self._print_events()

    def _list_moves(self) -> None:
        moves = self._match.legal_moves(self._seat)
        listed = list(islice(moves, _MAX_LISTED_MOVES + 1))
        texts = [str(move) for move in listed[:_MAX_LISTED_MOVES]]
        width = max(map(len, texts), default=0)
        for text, move in zip(texts, listed, strict=False):
            words = render(self._match.game.describe_move(move))
            self._screen.write(f"  {text:<{width}}  {words}")
        if not listed:
            self._screen.print_text("cli.no_moves")
        elif not moves.complete or len(listed) > _MAX_LISTED_MOVES:
            self._screen.print_text("cli.more_moves")

    def _hint(self) -> None:
        """Print the next hint; start again after a move."""
        hints = self._match.hints(self._seat)
        if not hints:
            self._screen.print_text("cli.no_hint")
            return
        version, given = self._hinted
        given = given + 1 if version == self._match.version else 1
        self._hinted = (self._match.version, given)
        hint = hints[min(given, len(hints)) - 1]
        self._screen.print_message(hint.message)
        if hint.move is not None:
            # In the notation that the player types.
            self._screen.write(hint.move, "dim")

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
        self._last_printed, self._last_drawn = self._match.version, -1
        self._screen.print_text("cli.taken_back")
