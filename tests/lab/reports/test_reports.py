"""Reports: what is counted, and a page that needs nothing else."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from xml.etree import ElementTree

import pytest

import quincunx
from quincunx.cli import main
from quincunx.core.messages import use_language
from quincunx.lab.reports.facts import facts_of
from quincunx.lab.reports.gathering import ReportData, gather
from quincunx.lab.reports.page import report_page
from quincunx.lab.reports.plots import Interval, bars, histogram, intervals

COMMAND = "quincunx report quivvit --games 4"
VOID = re.compile(r"<(meta)([^>]*)>")


@pytest.fixture(scope="module")
def quivvit() -> ReportData:
    return gather(
        "quivvit", command=COMMAND, games=4, bots=["random", "medium"], player="easy", workers=1
    )


def parsed(page: str) -> ElementTree.Element:
    """Return the page as XML, which it is apart from its head."""
    return ElementTree.fromstring(VOID.sub(r"<\1\2/>", page.removeprefix("<!doctype html>\n")))


def test_lead_changes_are_counted_by_hand() -> None:
    """The same count, from the rows of the record."""
    for seed in range(5):
        match = quincunx.new("quivvit", seats=2, seed=seed)
        match.play_out("random", seed=seed)
        leads = []
        for row in match.record().turns():
            first, second = row["points"]
            if first != second:
                leads.append(first > second)
        changes = sum(one != other for one, other in pairwise(leads))
        facts = facts_of(match, 0, seed)
        assert facts.lead_changes == changes
        assert facts.moves == sum(entry.move is not None for entry in match.log)
        assert sum(facts.shares) == pytest.approx(1)


def test_shares_are_in_the_order_of_first_moves() -> None:
    """Seed 7 deals a game that seat 1 begins."""
    match = quincunx.new("quivvit", seats=2, seed=7)
    assert match.awaited == (1,)
    match.play_out({0: "random", 1: "medium"}, seed=1)
    assert match.outcome is not None
    assert match.outcome.winners == (1,)
    assert facts_of(match, 0, 0).shares == (1.0, 0.0)


def test_nobody_leads_where_all_win_together() -> None:
    match = quincunx.new("quatrefoil", seed=1)
    match.play_out("medium")
    assert facts_of(match, 0, 0).lead_changes is None


def test_every_option_is_played_and_the_base_game_is_first(quivvit: ReportData) -> None:
    first, facts = quivvit.options[0]
    assert not any(value is True for value in first.options.values())
    assert [each.number for each in facts] == [0, 1, 2, 3]
    assert {len(facts) for _, facts in quivvit.options} == {4}
    assert len(quivvit.options) > 5
    assert quivvit.bots.ratings[0].bot == "medium"


def test_the_page_loads_nothing_and_says_how_it_was_made(quivvit: ReportData) -> None:
    page = report_page(quivvit, "en")
    assert not re.search(r"https?:|src=|<link|<script|@import|url\(", page)
    text = "".join(parsed(page).itertext())
    assert COMMAND in text
    assert "prefers-color-scheme:dark" in page
    mean = fmean(each.moves for each in quivvit.options[0][1])
    assert f"Moves in 4 games of “easy” against itself in the base game: {mean:.1f}" in text
    for rating in quivvit.bots.ratings:
        assert f"{rating.elo:+.0f}".replace("-", "−") in text
    for option in ("timed=true", "drain_the_deck=true"):
        assert option in text
    figures = parsed(page).findall(".//svg")
    assert len(figures) == 6
    assert all(figure.get("aria-label") for figure in figures)


@pytest.mark.parametrize("language", ["de", "fr"])
def test_the_page_is_translated(quivvit: ReportData, language: str) -> None:
    with use_language(language):
        page = report_page(quivvit, language)
    assert f'<html lang="{language}">' in page
    assert "Strength of the bots" not in page


def test_a_cooperative_game_has_a_report_without_seats() -> None:
    data = gather("quatrefoil", command="", games=2, bots=["easy", "medium"], workers=1)
    text = "".join(parsed(report_page(data, "en")).itertext())
    assert "Advantage of the seats" not in text
    assert "variant=dual" in text


def test_texts_in_plots_are_escaped() -> None:
    row = Interval("<b>", 0.5, 0.2, 0.8, "&")
    for plot in (intervals([row], "<i>"), bars([("<b>", 1.0, "&")], "<i>"), histogram([1], "<i>")):
        ElementTree.fromstring(plot)


@pytest.mark.parametrize("values", [[3], [0, 1], [*range(1000)], [5, 5, 900]])
def test_a_histogram_counts_every_value_once(values: list[int]) -> None:
    plot = ElementTree.fromstring(histogram(values, "lengths"))
    counts = [title.text or "" for title in plot.iter("title")]
    assert sum(int(text.rpartition(" ")[2]) for text in counts) == len(values)
    assert len(counts) <= 24


def test_the_command_writes_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "report.html"
    argv = ["report", "quivvit", "--games", "2", "--bots", "random", "easy", "--player", "random"]
    assert main([*argv, "--workers", "1", "--out", str(out), "--language", "en"]) == 0
    assert capsys.readouterr().out == f"The report is in {out}.\n"
    assert "quincunx report quivvit --games 2 --bots random easy --player random" in out.read_text()
    for wrong in (["--bots", "random"], ["--player", "god"], ["--games", "0"], ["--out", "."]):
        assert main([*argv, *wrong, "--language", "en"]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_a_refused_report_leaves_files_as_they_were(tmp_path: Path) -> None:
    kept, other = tmp_path / "kept.html", tmp_path / "other.html"
    kept.write_text("kept")
    for out in (kept, other):
        assert main(["report", "quivvit", "--player", "god", "--out", str(out)]) == 2
    assert kept.read_text() == "kept"
    assert not other.exists()
