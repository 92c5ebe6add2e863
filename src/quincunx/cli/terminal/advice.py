"""What a player can ask for in the terminal: help, the guide, hints and the list of moves."""

from __future__ import annotations

from itertools import islice
from typing import Final

from quincunx.cli.terminal.commands import COMMANDS, CommandName, command_word
from quincunx.cli.terminal.guide import guide_sections
from quincunx.cli.terminal.screen import Screen
from quincunx.core.match import Match
from quincunx.core.messages import pattern, render
from quincunx.core.terminal import DraftEditor

_MAX_LISTED_MOVES: Final = 40
_MAX_EXAMPLE_LENGTH: Final = 30
"""Longer moves are no help as an example."""


class Advice:
    """Answers the player's questions; nothing of it changes the game."""

    def __init__(self, match: Match, seat: int, screen: Screen, editor: DraftEditor | None) -> None:
        self._match = match
        self._seat = seat
        self._screen = screen
        self._editor = editor
        self._hinted = (-1, 0)
        """The version at which hints were requested, and how many were given."""

    def give(self, name: CommandName, rest: str) -> None:
        match name:
            case "help":
                self._help()
            case "guide":
                self._guide(rest)
            case "hint":
                self._hint()
            case _:
                self._list_moves()

    def example(self) -> str:
        """Return something to type that is possible now; empty if there is no good example."""
        match, seat = self._match, self._seat
        if self._editor is not None and match.rules.drafting(match.state, seat):
            view = match.view(seat)
            self._editor.update(view)
            return self._editor.example(view)
        texts = [str(move) for move in islice(match.legal_moves(seat), 2)]
        short = [text for text in texts if len(text) <= _MAX_EXAMPLE_LENGTH]
        # The second of several, because the first often stands for doing nothing special.
        return short[-1] if short else ""

    def words(self) -> list[str]:
        """Return the words that Tab completes."""
        commands = [command_word(name) for name in COMMANDS]
        if self._editor is not None:
            commands += [example.split()[0] for example, _ in self._editor.commands]
        view = self._match.view(self._seat)
        moves = [word for text in self._examples(view) for word in text.split() if word.isalpha()]
        return sorted({*commands, *moves})

    def _examples(self, view: object) -> tuple[str, ...]:
        return self._match.game.terminal.examples(view)

    def _help(self) -> None:
        game, view = self._match.game, self._match.view(self._seat)
        goal = game.terminal.goal(view)
        if goal is not None:
            self._screen.print_message(goal, "italic")
            self._screen.write("")
        self._screen.print_text("cli.help_moves", "bold")
        rows = []
        if self._editor is not None:
            rows += [(command, pattern(words)) for command, words in self._editor.commands]
        for example in self._examples(view):
            rows.append((example, render(game.describe_move(game.parse_move(example)))))
        self._screen.print_rows(rows)
        self._screen.write("")
        if game.terminal.legend is not None:
            self._screen.print_message(game.terminal.legend)
            self._screen.write("")
        self._screen.print_text("cli.help_commands", "bold")
        self._screen.print_rows(
            [(_usage(name), pattern(f"cli.command_help.{name}")) for name in COMMANDS]
        )
        if self._match.rules.is_real_time:
            self._screen.write("")
            self._screen.print_text("cli.help_time")

    def _guide(self, wanted: str) -> None:
        """Print a section of the guide, or its introduction and the list of sections."""
        introduction, *sections = guide_sections(self._match.game.folder)
        if wanted.isdecimal() and 1 <= int(wanted) <= len(sections):
            section = sections[int(wanted) - 1]
            self._screen.print_markdown(f"## {section.title}\n\n{section.text}")
            return
        self._screen.print_markdown(introduction.text)
        self._screen.write("")
        rows = [(f"{command_word('guide')} {n}", each.title) for n, each in enumerate(sections, 1)]
        self._screen.print_rows(rows)

    def _hint(self) -> None:
        """Print the next hint; start again after a move."""
        with self._screen.thinking():
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
            self._screen.write(hint.move, "bold")
        elif given < len(hints):
            self._screen.print_text("cli.more_hints", "dim", hint=command_word("hint"))

    def _list_moves(self) -> None:
        game, moves = self._match.game, self._match.legal_moves(self._seat)
        listed = list(islice(moves, _MAX_LISTED_MOVES + 1))
        self._screen.print_rows(
            [(str(move), render(game.describe_move(move))) for move in listed[:_MAX_LISTED_MOVES]]
        )
        if not listed:
            self._screen.print_text("cli.no_moves")
        elif not moves.complete or len(listed) > _MAX_LISTED_MOVES:
            self._screen.print_text("cli.more_moves")


def _usage(name: CommandName) -> str:
    """Return a command with what can follow it."""
    follows = {"guide": " 2", "save": f" {pattern('cli.example_file')}"}
    return f"{command_word(name)}{follows.get(name, '')}"
