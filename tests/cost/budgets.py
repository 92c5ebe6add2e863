"""What each request may cost, with a reason for each row.

Calls are counted on the event loop's thread: ten thousand take it 1 to 3 milliseconds without the
counting. Figures are what the largest input was measured to cost, with room for changes that do
not matter. A request, a route or a game that has no row here fails the kit.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tests.cost.meter import Cost

KIB: Final = 1024


class Budget(NamedTuple):
    """The most that a request may cost, and what that protects."""

    most: Cost
    why: str
    is_waiting: bool = False
    """Whether the server waits for another process meanwhile: then its usual chores are counted as
    work, and only the longest slice says something."""


def budget(
    why: str,
    *,
    slice: int,
    work: int,
    sent: int,
    others: int = 0,
    stored: int = 0,
    kept: int = 0,
    is_waiting: bool = False,
) -> Budget:
    return Budget(Cost(slice, work, sent, others, stored, kept), why, is_waiting)


CHORES: Final = 6000
"""Calls of what the server does every second or two, which may fall into any measurement."""

REQUESTS: Final[dict[str, Budget]] = {
    "Hello": budget(
        "A welcome: the position, a page of steps and of chat, however long the game is. The others"
        " are told who is here.",
        slice=6000,
        work=12_000 + CHORES,
        sent=100 * KIB,
        others=12 * KIB,
    ),
    "AskHistory": budget(
        "One page of steps, whatever count is asked for.",
        slice=3000,
        work=4000 + CHORES,
        sent=50 * KIB,
    ),
    "Play": budget(
        "A legal move: parsed, applied, stored, and shown to everybody at the table. The last move"
        " of a game also stores its results.",
        slice=12_000,
        work=30_000 + CHORES,
        sent=16 * KIB,
        others=16 * KIB,
        stored=6 * KIB,
        kept=24 * KIB,
    ),
    "Play, nonsense": budget(
        "The longest text that is parsed, and is no move. It costs its sender nothing, so it must"
        " not cost the server more than a move.",
        slice=6000,
        work=6000 + CHORES,
        sent=5 * KIB,
    ),
    "Play, too long": budget(
        "A text that is longer than any move is not parsed.", slice=600, work=1000 + CHORES, sent=512
    ),
    "Draft": budget(
        "The largest draft that the type allows: checked, stored, answered by a bounded list of"
        " faults. The others see how far it has come.",
        slice=12_000,
        work=16_000 + CHORES,
        sent=16 * KIB,
        others=512,
        stored=8 * KIB,
        kept=96 * KIB,
    ),
    "Draft, nonsense": budget(
        "What is no draft is refused by its type.", slice=1000, work=1500 + CHORES, sent=512
    ),
    "AskHints": budget(
        "The solver works in another process; hints are short.",
        slice=3000,
        work=0,
        sent=12 * KIB,
        is_waiting=True,
    ),
    "Say": budget(
        "A chat line of the greatest length: every character is looked at once.",
        slice=6000,
        work=8000 + CHORES,
        sent=2 * KIB,
        others=2 * KIB,
        stored=2 * KIB,
        kept=6 * KIB,
    ),
    "Say, too long": budget(
        "A text that is much too long is not looked through.",
        slice=600,
        work=1000 + CHORES,
        sent=512,
    ),
    "Report": budget(
        "A report with a reason of the greatest length, for the operator.",
        slice=6000,
        work=8000 + CHORES,
        sent=512,
        stored=2 * KIB,
    ),
    "Unreadable": budget(
        "A message that is no JSON, or nested too deeply.", slice=600, work=1500 + CHORES, sent=512
    ),
    "Ping": budget("Answered without looking at the game.", slice=800, work=1500 + CHORES, sent=64),
    "Echo": budget("Noted, and not answered.", slice=800, work=1500 + CHORES, sent=0),
}

AROUND: Final = budget(
    "Seats, proposals, pauses: everybody at the table is told the whole table, and where the clock"
    " stands or goes, the position.",
    slice=6000,
    work=10_000 + CHORES,
    sent=16 * KIB,
    others=16 * KIB,
    stored=3 * KIB,
    kept=6 * KIB,
)
REQUESTS.update(
    dict.fromkeys(
        (
            "Sit",
            "SeatBot",
            "SeatBot, off",
            "Ready",
            "Leave",
            "Return",
            "Propose",
            "Propose, undo",
            "Answer",
            "Resume",
        ),
        AROUND,
    )
)
REQUESTS["Ready, deal"] = budget(
    "The last player who is ready: the game is dealt, stored and shown.",
    slice=8000,
    work=14_000 + CHORES,
    sent=16 * KIB,
    others=16 * KIB,
    stored=4 * KIB,
    kept=32 * KIB,
)
REQUESTS["AskRematch"] = budget(
    "A new table with the same people.",
    slice=4000,
    work=10_000 + CHORES,
    sent=6 * KIB,
    others=6 * KIB,
    stored=2 * KIB,
    kept=1 * KIB,
)
