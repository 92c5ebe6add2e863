"""A person in front of a browser, who reads texts and presses the buttons that they name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import APIResponse, Locator, Page, expect

from quincunx.core.messages import Arg, Message, render

TIMEOUT_MS = 60_000
"""The timeout of every wait, in milliseconds; only a failing test waits this long."""

MAX_RETRIES = 3
"""How often a request is sent again after a reset: the server closes a connection that has been
idle for some seconds, perhaps just when the next request is sent over it."""


def words(message_id: str, **args: Arg) -> str:
    return render(Message(message_id, args))


def page_title(title: str) -> str:
    """Return the title of a page on a site that has no name of its own."""
    return words("page.title", title=title, site="Quincunx")


def with_easy_bots(game: str, seats: int, **more: Any) -> dict[str, Any]:
    """Return a request for a table with bots at all seats but the first."""
    bots = {str(seat): "easy" for seat in range(1, seats)}
    return {"game": game, "seats": seats, "bots": bots, **more}


class Visitor:
    """A person in front of a browser."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.named = False

    def button(self, message_id: str, **args: Arg) -> Locator:
        return self.page.get_by_role("button", name=words(message_id, **args), exact=True).first

    def link(self, message_id: str) -> Locator:
        return self.page.get_by_role("link", name=words(message_id), exact=True).first

    def sees(self, message_id: str, **args: Arg) -> None:
        expect(self.page.get_by_text(words(message_id, **args)).first).to_be_visible()

    # Requests without the page

    def get(self, path: str) -> APIResponse:
        return self.page.request.get(path, timeout=TIMEOUT_MS, max_retries=MAX_RETRIES)

    def post(self, path: str, data: Any) -> APIResponse:
        return self.page.request.post(path, data=data, timeout=TIMEOUT_MS, max_retries=MAX_RETRIES)

    # On the way to a table

    def becomes_a_guest(self, name: str = "Ada") -> None:
        """Take a name, before coming to a table, where a new visitor gets a generated one."""
        answer = self.post("/api/guest", {"name": name})
        assert answer.ok, answer.text()
        self.named = True

    def creates_a_table(self, path: str = "/api/tables", **wanted: Any) -> str:
        """Create a table through the API, without the form, and open it; return its address."""
        if not self.named:
            self.becomes_a_guest()
        answer = self.post(path, wanted)
        assert answer.ok, answer.text()
        created = answer.json()
        address = f"/table/{created['id']}#{created['invite']}"
        self.page.goto(address)
        return address

    def opens_a_table(self, *choices: str, bots: str | None = "medium", name: str = "Ada") -> str:
        """Create a table, starting on the home page; return its address.

        `choices` are values of options.
        """
        if not self.named:
            self.becomes_a_guest(name)
        self.page.goto("/")
        self.link("page.home.new").click()
        return self.fills_in_the_form(*choices, bots=bots)

    def fills_in_the_form(self, *choices: str, bots: str | None = "medium") -> str:
        """Create a table with the form; return its address."""
        expect(self.create_button).to_be_visible()
        for choice in choices:
            if choice == "clock":
                self.page.get_by_text(words("page.new.change_rules")).click()
                self.page.get_by_role("switch").or_(self.page.get_by_role("checkbox")).first.check()
            else:
                self.page.locator(f'input[type=radio][value="{choice}"]').first.check()
        for seat in self.page.locator("form .seats select").all():
            seat.select_option(bots or "")
        self.create_button.click()
        self.page.wait_for_url("**/table/**")
        return self.page.url

    @property
    def create_button(self) -> Locator:
        """The button at the end of the form for a new table."""
        return self.page.locator("form button[type=submit]")

    def starts(self) -> None:
        """Wait until the game has started."""
        expect(self.control("stack").or_(self.end).first).to_be_visible()

    # At the table

    def control(self, move: str) -> Locator:
        return self.page.locator(f'[data-move="{move}"]')

    @property
    def end(self) -> Locator:
        return self.page.get_by_label(words("page.end.label"), exact=True)

    @property
    def details(self) -> Locator:
        """What the page says about a finished game, besides the result."""
        return self.page.get_by_label(words("page.end.details"), exact=True)

    @property
    def log(self) -> Locator:
        return self.page.locator("[data-version]")

    @property
    def replay_slider(self) -> Locator:
        return self.page.get_by_role("slider", name=words("page.replay.slider"))

    def waits_for_turn_or_end(self) -> bool:
        """Return whether it is this person's turn; otherwise the game is over."""
        ready = self.page.locator('[data-move="stack"]:not([aria-disabled="true"])')
        expect(ready.or_(self.end).first).to_be_visible()
        return self.end.count() == 0

    def gets_a_turn(self, start: Callable[[], None]) -> None:
        """Start games until this person gets a turn in one before the bots have ended it."""
        for _ in range(5):
            start()
            if self.waits_for_turn_or_end():
                return
        raise AssertionError("the bots ended five games before the player's first turn")

    def follows_the_hints_to_the_end(self) -> None:
        """Ask for all hints on every turn and play the move that they name."""
        while self.waits_for_turn_or_end():
            for given in range(3):
                hint = self.button("page.help.hint").or_(self.button("page.help.more")).first
                if self.suggested.count() or hint.is_disabled():
                    break
                hint.click()
                expect(self.hints.nth(given)).to_be_visible()
            before = self.log.count()
            expect(self.suggested).to_be_visible()
            self.button("page.help.play").click()
            expect(self.log.nth(before).or_(self.end).first).to_be_attached()

    @property
    def hints(self) -> Locator:
        return self.page.locator(".help li")

    @property
    def suggested(self) -> Locator:
        return self.page.locator("[data-move].suggested")


NewVisitor = Callable[..., Visitor]
