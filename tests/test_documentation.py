"""The documentation: its examples are tests, its guides' diagrams can be drawn."""

from __future__ import annotations

import asyncio
import doctest
import re
from importlib import import_module
from pathlib import Path
from xml.etree import ElementTree

import pytest

import quincunx
from quincunx.registry import find
from scripts.guide_pictures import draw_diagram
from tests.helpers.in_process_server import serve_database
from tests.helpers.paths import ROOT

DOCUMENTS = sorted((ROOT / "docs").rglob("*.md"))
BOARD = re.compile(r"```board\n(.*?)```", re.DOTALL)
DIRECTIVE = re.compile(r"^\.\. auto\w+:: quincunx\.(\w+)(?:\(.*)?$", re.MULTILINE)
LINK = re.compile(r"\]\(([^)#\s]+\.(?:md|py|toml|conf|service|txt|webp|svg))(?:#[^)]*)?\)")
PROGRAM = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)
CELL = re.compile(
    r"^```\{code-cell\} python\n(:tags: \[plot\]\n)?(.*?)^```$", re.DOTALL | re.MULTILINE
)
NOTEBOOKS = [file for file in DOCUMENTS if CELL.search(file.read_text("utf-8"))]
SOURCES = ROOT / "src"
MODULES_WITH_EXAMPLES = [
    ".".join(file.relative_to(SOURCES).with_suffix("").parts).removesuffix(".__init__")
    for file in sorted(SOURCES.rglob("*.py"))
    if ">>> " in file.read_text("utf-8")
]
DIAGRAMS = [
    (name, guide.name, number)
    for name in quincunx.game_names()
    for guide in sorted(find(name).folder.glob("guide*.md"))
    for number in range(len(BOARD.findall(guide.read_text("utf-8"))))
]


@pytest.mark.parametrize("game", quincunx.game_names())
def test_the_documentation_shows_a_report_on_every_game(game: str) -> None:
    guide = ROOT / "docs" / "how-to" / "report.md"
    found = re.search(rf'<a href="(.*?)">.*?</a>: <code>(.* {game} .*)</code>', guide.read_text())
    assert found is not None
    report, command = (guide.parent / found[1]).read_text("utf-8"), found[2]
    assert f"<code>{command} " in report


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


@pytest.mark.parametrize("module", MODULES_WITH_EXAMPLES)
def test_the_examples_of_docstrings(module: str) -> None:
    flags = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
    results = doctest.testmod(import_module(module), optionflags=flags)
    assert results.attempted
    assert not results.failed


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda file: file.stem)
def test_the_code_of_a_notebook_runs(notebook: Path) -> None:
    """Run the cells with fewer games, and without the plots, for which `make docs` has packages."""
    names: dict[str, object] = {}
    for is_plot, code in CELL.findall(notebook.read_text("utf-8")):
        if not is_plot:
            exec(code.replace("1_000", "20"), names)
    assert "quincunx" in names


def test_the_program_of_the_tutorial_plays_at_a_table(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "tutorial" / "at-a-table.md").read_text("utf-8")
    program = next(code for code in PROGRAM.findall(page) if "asyncio.run" in code)
    names: dict[str, object] = {"print": lambda scores: names.update(scores=scores)}

    async def run() -> None:
        async with serve_database(f"sqlite:///{tmp_path / 'store.db'}") as url:
            code = program.replace("http://localhost:8000", url)
            await asyncio.to_thread(exec, code, names)

    asyncio.run(run())
    assert isinstance(names["scores"], tuple)
    assert len(names["scores"]) == 2


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
