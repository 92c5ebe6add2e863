"""Pictures of the games: the diagrams of the guides, and positions of a game.

The games' rules are the guides of their packages, included by `docs/games/<name>.md`. Their fenced
blocks named `board` become pictures in both colour schemes.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import ClassVar, Final

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import OptionSpec

import quincunx
from quincunx.pictures import Drawing, Style
from quincunx.pictures.palette import Scheme
from quincunx.registry import find
from scripts.guide_pictures import draw_diagram

FOLDER: Final = "_pictures"
SEED: Final = 7
SCHEMES: Final[tuple[Scheme, ...]] = ("light", "dark")


def pictures(source: Path, drawing: Drawing, alt: str, width: str) -> list[nodes.image]:
    """Write a drawing for both schemes and return the images, of which the theme shows one."""
    images = []
    folder = source / FOLDER
    folder.mkdir(exist_ok=True)
    for scheme in SCHEMES:
        svg = drawing.svg(Style(scheme=scheme))
        name = f"{sha256(svg.encode()).hexdigest()[:16]}.svg"
        (folder / name).write_text(svg, "utf-8")
        image = nodes.image(uri=f"/{FOLDER}/{name}", alt=alt, width=width)
        image["classes"] += [f"only-{scheme}", "guide-picture"]
        images.append(image)
    return images


class GuideDiagrams(SphinxTransform):
    """Replaces the `board` blocks of a guide by pictures."""

    default_priority = 1

    def apply(self) -> None:
        game = Path(self.env.docname).name
        for block in list(self.document.findall(nodes.literal_block)):
            if block.get("language") != "board":
                continue
            diagram = draw_diagram(game, block.astext())
            width = f"{round(diagram.drawing.width * 0.62)}px"
            source = Path(self.env.srcdir)
            figure = nodes.figure(
                "",
                *pictures(source, diagram.drawing, "; ".join(diagram.lines), width),
                nodes.caption("", diagram.caption),
                classes=["guide-figure"],
            )
            block.replace_self(figure)


class GamePicture(SphinxDirective):
    """`{game-picture} quivvit`: a few pieces of a game; with `:version:`, a game in play."""

    required_arguments = 1
    option_spec: ClassVar[OptionSpec] = {
        "version": directives.nonnegative_int,
        "seats": directives.positive_int,
        "width": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        game = self.arguments[0]
        name = quincunx.render(quincunx.Message(f"{game}.name"))
        version = self.options.get("version")
        if version is None:
            drawing, alt = find(game).art(), f"Pieces of {name}"
        else:
            match = quincunx.new(game, seats=self.options.get("seats"), seed=SEED)
            while match.version < version:
                match.step("easy", seed=SEED)
            drawing, alt = match.game.picture(match.view(0)), f"A game of {name}, as seat 1 sees it"
        images = pictures(Path(self.env.srcdir), drawing, alt, self.options.get("width", "100%"))
        return [nodes.paragraph("", "", *images)]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_transform(GuideDiagrams)
    app.add_directive("game-picture", GamePicture)
    return {"parallel_read_safe": True}
