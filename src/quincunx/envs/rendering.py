"""Pictures of a table: as text, as pixels, and in a window.

The pixels are drawn from the same SVG as the boards of the page and of notebooks, in the middle of
a frame whose size never changes, so that frames can be put together to a video.
"""

from __future__ import annotations

import os
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from quincunx.core.game import Game
from quincunx.core.match.text import without_markup
from quincunx.pictures import Drawing, Style, place

if TYPE_CHECKING:
    import pygame

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
FRAMES_PER_SECOND: Final = 4
WIDTH: Final = 960
HEIGHT: Final = 720
_MARGIN: Final = 24
_STYLE: Final = Style(letters=None, outlines=True)

Pixels = NDArray[np.uint8]


def as_text(game: Game, view: Any) -> str:
    """Return a view as plain text."""
    lines = without_markup(game.board(view, ())).split("\n")
    return "\n".join(line.rstrip() for line in lines)


def as_pixels(game: Game, view: Any) -> Pixels:
    """Return a view as an array of rows, columns and red, green and blue."""
    surface = _surface(game, view)
    return np.ascontiguousarray(_pygame().surfarray.array3d(surface).swapaxes(0, 1))


def as_svg(game: Game, view: Any) -> str:
    """Return a view as an SVG text in the middle of the frame."""
    board = game.picture(view)
    scale = min((WIDTH - 2 * _MARGIN) / board.width, (HEIGHT - 2 * _MARGIN) / board.height)
    width, height = scale * board.width, scale * board.height
    piece = place(board.as_piece(), (WIDTH - width) / 2, (HEIGHT - height) / 2, width)
    return Drawing((piece,), WIDTH, HEIGHT).svg(_STYLE)


class Window:
    """A window that shows one view after the other."""

    def __init__(self) -> None:
        self._screen: pygame.Surface | None = None

    def show(self, game: Game, view: Any) -> None:
        """Show a view, in step with `FRAMES_PER_SECOND`."""
        pygame = _pygame()
        if self._screen is None:
            pygame.display.init()
            pygame.display.set_caption("Quincunx")
            self._screen = pygame.display.set_mode((WIDTH, HEIGHT))
            self._clock = pygame.time.Clock()
        self._screen.blit(_surface(game, view), (0, 0))
        pygame.event.pump()
        pygame.display.update()
        self._clock.tick(FRAMES_PER_SECOND)

    def close(self) -> None:
        if self._screen is not None:
            _pygame().display.quit()
            self._screen = None


class Renderer:
    """Shows a table in one of the `RENDER_MODES`; without a mode it shows nothing."""

    def __init__(self, mode: str | None) -> None:
        self._mode = mode
        self._window = Window()

    def render(self, game: Game, view: Any) -> Pixels | str | None:
        """Return a text or pixels, or show the view in the window."""
        if self._mode == "ansi":
            return as_text(game, view)
        if self._mode == "rgb_array":
            return as_pixels(game, view)
        if self._mode == "human":
            self._window.show(game, view)
        return None

    def close(self) -> None:
        self._window.close()


def _surface(game: Game, view: Any) -> pygame.Surface:
    import resvg_py

    png = bytes(resvg_py.svg_to_bytes(svg_string=as_svg(game, view), skip_system_fonts=True))
    return _pygame().image.load(BytesIO(png))


def _pygame() -> Any:
    """Import pygame without its greeting; it is needed only for pictures."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame

    return pygame
