"""Record a page as an animated picture, from the frames that the browser paints."""

from __future__ import annotations

from base64 import b64decode
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from PIL import Image
from playwright.sync_api import Page

MAX_BYTES: Final = 2_000_000
MIN_FRAME_MS: Final = 50
MAX_FRAME_MS: Final = 1_200
LAST_FRAME_MS: Final = 2_500
QUALITIES: Final = (70, 55, 40, 25)

POINTER: Final = """
document.addEventListener('DOMContentLoaded', () => {
  const pointer = document.createElement('div');
  Object.assign(pointer.style, {
    position: 'fixed', inset: '-40px auto auto -40px', width: '22px', height: '22px',
    margin: '-11px 0 0 -11px', borderRadius: '50%', background: 'rgb(0 0 0 / 35%)',
    border: '2px solid white', pointerEvents: 'none', zIndex: '2147483647',
  });
  document.documentElement.append(pointer);
  document.addEventListener('mousemove', ({ clientX, clientY }) => {
    Object.assign(pointer.style, { left: `${clientX}px`, top: `${clientY}px` });
  });
});
"""
"""Draws the pointer, which frames do not contain."""


class Frame(NamedTuple):
    at_s: float
    jpeg: bytes


class Screencast:
    """The frames of a page between `with` and its end."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)
        self._session.on("Page.screencastFrame", self._keep)
        self.frames: list[Frame] = []

    def __enter__(self) -> Screencast:
        self._session.send("Page.startScreencast", {"format": "jpeg", "quality": 92})
        return self

    def __exit__(self, *_: object) -> None:
        self._session.send("Page.stopScreencast")

    def _keep(self, frame: dict[str, Any]) -> None:
        self.frames.append(Frame(frame["metadata"]["timestamp"], b64decode(frame["data"])))
        self._session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})

    def save(self, file: Path, width: int) -> None:
        """Write an animated WebP in the best quality that fits into `MAX_BYTES`."""
        frames = _thinned(self.frames)
        pictures = [_scaled(frame.jpeg, width) for frame in frames]
        durations = _durations_ms(frames)
        for quality in QUALITIES:
            buffer = BytesIO()
            pictures[0].save(
                buffer,
                "WEBP",
                save_all=True,
                append_images=pictures[1:],
                duration=durations,
                loop=0,
                quality=quality,
                method=4,
            )
            if buffer.tell() <= MAX_BYTES:
                file.write_bytes(buffer.getvalue())
                return
        raise ValueError(f"{file.name} is larger than {MAX_BYTES} bytes in every quality")


def _thinned(frames: list[Frame]) -> list[Frame]:
    """Leave out frames that follow another one too soon; the last one stays."""
    kept = frames[:1]
    for frame in frames[1:]:
        if (frame.at_s - kept[-1].at_s) * 1000 >= MIN_FRAME_MS:
            kept.append(frame)
    return kept if kept[-1] is frames[-1] else [*kept, frames[-1]]


def _durations_ms(frames: list[Frame]) -> list[int]:
    """Return how long each frame is shown; waiting for the server is cut short."""
    times = [frame.at_s for frame in frames]
    between = [round((after - before) * 1000) for before, after in pairwise(times)]
    return [*(min(max(ms, 1), MAX_FRAME_MS) for ms in between), LAST_FRAME_MS]


def _scaled(jpeg: bytes, width: int) -> Image.Image:
    picture = Image.open(BytesIO(jpeg)).convert("RGB")
    height = round(picture.height * width / picture.width)
    return picture.resize((width, height), Image.Resampling.LANCZOS)
