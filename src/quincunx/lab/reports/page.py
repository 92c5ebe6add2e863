"""The page of a report: one HTML file that loads nothing, for wide and narrow screens."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from statistics import fmean
from typing import Final

from quincunx import __version__
from quincunx.core.messages import Arg, Message, pattern, render
from quincunx.lab.experiments.option_sets import describe_set
from quincunx.lab.reports.facts import GameFacts
from quincunx.lab.reports.gathering import ReportData
from quincunx.lab.reports.plots import Interval, bars, histogram, intervals
from quincunx.lab.statistics.intervals import wilson_interval
from quincunx.pictures.palette import SURFACES
from quincunx.registry import find

_SURFACES: Final = ("cloth", "sheet", "ink", "ink-soft", "edge", "edge-strong", "accent")
_CSS: Final = """
*{box-sizing:border-box}
body{margin:0;background:var(--cloth);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:64rem;margin:0 auto;padding:1.5rem 1rem 4rem}
h1{font-size:1.7rem;line-height:1.2;margin:.5rem 0}h2{font-size:1.15rem;margin:0 0 .25rem}
section{background:var(--sheet);border:1px solid var(--edge);border-radius:.75rem;
padding:1rem;min-width:0}
.sections{display:grid;gap:1rem;margin:1.5rem 0;
grid-template-columns:repeat(auto-fit,minmax(min(100%,26rem),1fr))}
section:has(table){grid-column:1/-1}
p{margin:.25rem 0 .75rem;color:var(--ink-soft)}
code{font:.85rem/1.5 ui-monospace,monospace;overflow-wrap:anywhere;color:var(--ink)}
svg{display:block;width:100%;max-width:28rem;height:auto;overflow:visible}
svg text{font:12.5px system-ui,sans-serif;fill:currentColor}
.bar,.dot{fill:var(--accent)}.range{stroke:var(--accent);stroke-width:2}
.axis{stroke:var(--edge-strong);stroke-width:1}
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;width:100%}
th,td{padding:.35rem .5rem;text-align:right;border-bottom:1px solid var(--edge);
font-variant-numeric:tabular-nums}
th{font-weight:600}th:first-child,td:first-child{text-align:left}
"""


def report_page(data: ReportData, language: str) -> str:
    """Return the report as HTML, in the current language."""
    title = _say("title", game=pattern(f"{data.game}.name"))
    sections = "".join(_sections(data))
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta name="color-scheme" content="light dark"><title>{escape(title)}</title>'
        f"<style>{_colours()}{_CSS}</style></head><body><main><h1>{escape(title)}</h1>"
        f"<p>{escape(_say('made', version=__version__))}</p>"
        f"<p><code>{escape(data.command)}</code></p>"
        f'<div class="sections">{sections}</div></main></body></html>\n'
    )


def _colours() -> str:
    def values(scheme: str) -> str:
        return "".join(f"--{name}:{SURFACES[name][scheme]};" for name in _SURFACES)

    return (
        f":root{{color-scheme:light dark;{values('light')}}}"
        f"@media(prefers-color-scheme:dark){{:root{{{values('dark')}}}}}"
    )


def _sections(data: ReportData) -> Iterator[str]:
    base, facts = data.options[0]
    games, player = len(facts), base.bots[0]
    yield _strength(data)
    yield _decision_times(data)
    yield _section(
        "length",
        histogram([each.moves for each in facts], _say("length")),
        games=games,
        bot=player,
        mean=f"{fmean(each.moves for each in facts):.1f}",
    )
    scores = [score for each in facts for score in each.scores]
    if find(data.game).cooperative:
        scores = [each.scores[0] for each in facts]
    yield _section("scores", histogram(scores, _say("scores")), mean=f"{fmean(scores):.1f}")
    if not find(data.game).cooperative and base.seats > 1:
        yield _section("seats", intervals(_seat_rows(facts), _say("seats"), middle=1 / base.seats))
        changes = [each.lead_changes for each in facts if each.lead_changes is not None]
        if changes:
            yield _section("leads", histogram(changes, _say("leads")), mean=f"{fmean(changes):.1f}")
    if len(data.options) > 1:
        yield _section("options", _options_table(data))


def _strength(data: ReportData) -> str:
    rows = [
        Interval(
            rating.bot,
            rating.elo,
            rating.low,
            rating.high,
            f"{rating.elo:+.0f} ({rating.low:+.0f} … {rating.high:+.0f})".replace("-", "−"),
        )
        for rating in data.bots.ratings
    ]
    games = data.bots.contests[0].games
    return _section("strength", intervals(rows, _say("strength"), middle=0), games=games)


def _decision_times(data: ReportData) -> str:
    times: dict[str, list[float]] = {}
    for contest in data.bots.contests:
        for player in contest.players:
            times.setdefault(player.bot, []).append(player.ms_per_move)
    rows = [(bot, fmean(found), f"{fmean(found):.2f} ms") for bot, found in times.items()]
    return _section("times", bars(rows, _say("times")))


def _seat_rows(facts: Sequence[GameFacts]) -> list[Interval]:
    """Return the share of wins of each place in the order of first moves."""
    rows = []
    for place in range(len(facts[0].shares)):
        share = fmean(each.shares[place] for each in facts)
        low, high = wilson_interval(share, len(facts))
        text = f"{share:.1%} ({low:.1%} … {high:.1%})"
        rows.append(Interval(_say("place", number=place + 1), share, low, high, text))
    return rows


def _options_table(data: ReportData) -> str:
    game = find(data.game)
    columns = ("option", "seats_column", "mean_length", "mean_score", "first_share", "mean_leads")
    head = "".join(f"<th>{escape(_say(f'column.{name}'))}</th>" for name in columns)
    rows = []
    for contest, facts in data.options:
        changes = [each.lead_changes for each in facts if each.lead_changes is not None]
        against = contest.seats > 1 and not game.cooperative
        cells = (
            describe_set(game, contest.options) or _say("base"),
            str(contest.seats),
            f"{fmean(each.moves for each in facts):.1f}",
            f"{fmean(score for each in facts for score in each.scores):.1f}",
            f"{fmean(each.shares[0] for each in facts):.1%}" if against else "–",
            f"{fmean(changes):.1f}" if changes else "–",
        )
        rows.append(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>")
    # Narrow screens scroll the table, so the keyboard must reach it.
    return (
        f'<div class="wide" tabindex="0" role="region" aria-label="{escape(_say("options"))}">'
        f"<table><thead><tr>{head}</tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table></div>"
    )


def _section(name: str, figure: str, **args: Arg) -> str:
    heading, about = escape(_say(name)), escape(_say(f"{name}_help", **args))
    return f"<section><h2>{heading}</h2><p>{about}</p>{figure}</section>"


def _say(name: str, **args: Arg) -> str:
    return render(Message(f"lab.report.{name}", args))
