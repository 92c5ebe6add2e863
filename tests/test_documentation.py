"""The documentation: its examples are tests, its guides' diagrams can be drawn."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import quincunx
from quincunx.registry import find
from scripts.guide_pictures import draw_diagram
from tests.helpers.paths import ROOT

DOCUMENTS = sorted((ROOT / "docs").rglob("*.md"))
BOARD = re.compile(r"```board\n(.*?)```", re.DOTALL)
DIRECTIVE = re.compile(r"^\.\. auto\w+:: quincunx\.(\w+)$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s]+\.(?:md|py|toml|conf|service|txt|webp|svg))(?:#[^)]*)?\)")
DIAGRAMS = [
    (name, guide.name, number)
    for name in quincunx.game_names()
    for guide in sorted(find(name).folder.glob("guide*.md"))
    for number in range(len(BOARD.findall(guide.read_text("utf-8"))))
]


def test_every_document_with_an_example_is_a_test(pytestconfig: pytest.Config) -> None:
    folders = [ROOT / path for path in pytestconfig.getini("testpaths")]
    documents = [*ROOT.glob("*.md"), *DOCUMENTS, *(ROOT / "src").rglob("*.md")]
    not_collected = [
        str(document.relative_to(ROOT))
        for document in documents
        if re.search(r"^ *>>> ", document.read_text("utf-8"), re.MULTILINE)
        and not any(folder in (document, *document.parents) for folder in folders)
    ]
    assert not_collected == []


def test_every_link_between_documents_leads_to_a_file() -> None:
    documents = [*ROOT.glob("*.md"), *DOCUMENTS]
    broken = [
        f"{document.relative_to(ROOT)}: {link}"
        for document in documents
        for link in LINK.findall(document.read_text("utf-8"))
        if "://" not in link and not (document.parent / link).is_file()
    ]
    assert broken == []


def test_the_reference_documents_every_public_name() -> None:
    pages = (ROOT / "docs" / "reference" / "api").glob("*.md")
    documented = {name for page in pages for name in DIRECTIVE.findall(page.read_text("utf-8"))}
    assert set(quincunx.__all__) - documented == set()


def test_the_citation_names_the_version_of_the_library() -> None:
    citation = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {quincunx.__version__}\n" in citation


@pytest.mark.parametrize(("game", "guide", "number"), DIAGRAMS)
def test_a_diagram_of_a_guide_can_be_drawn(game: str, guide: str, number: int) -> None:
    text = (find(game).folder / guide).read_text("utf-8")
    diagram = draw_diagram(game, BOARD.findall(text)[number])
    drawn = ElementTree.fromstring(diagram.drawing.svg())
    assert diagram.caption
    assert len(list(drawn.iter())) > 10
