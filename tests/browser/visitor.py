"""Somebody in front of a browser, who sees words and presses what they name."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from quincunx.core.messages import Arg, Message, render

LONG = 60_000
"""Whatever is waited for; in milliseconds. It comes as soon as it can, or not at all."""


def words(message_id: str, **args: Arg) -> str:
    return render(Message(message_id, args))


class Visitor:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.named = False

    def button(self, message_id: str, **args: Arg) -> Locator:
        return self.page.get_by_role("button", name=words(message_id, **args), exact=True).first

    def link(self, message_id: str) -> Locator:
        return self.page.get_by_role("link", name=words(message_id), exact=True).first

    def sees(self, message_id: str, **args: Arg) -> None:
        expect(self.page.get_by_text(words(message_id, **args)).first).to_be_visible()

    # On the way to a table

    def takes_a_name(self, name: str = "") -> None:
        """In the dialog that asks for one: the suggested one, or one's own."""
        dialog = self.page.get_by_role("dialog")
        if name:
            dialog.get_by_role("textbox").fill(name)
        dialog.get_by_role("button", name=words("page.name.go")).click()
        expect(dialog).to_be_hidden()
        self.named = True

    def opens_a_table(self, *choices: str, bots: str | None = "medium", name: str = "Ada") -> str:
        """From the home page; the choices are values of options. The table's address."""
        self.page.goto("/")
        self.link("page.home.new").click()
        return self.fills_in_the_form(*choices, bots=bots, name=name)

    def fills_in_the_form(
        self, *choices: str, bots: str | None = "medium", name: str = "Ada"
    ) -> str:
        """For a new table; the table's address."""
        expect(self.button("page.new.open")).to_be_visible()
        for choice in choices:
            if choice == "clock":
                self.page.get_by_role("switch").or_(self.page.get_by_role("checkbox")).first.check()
            else:
                self.page.locator(f'input[type=radio][value="{choice}"]').check()
        for seat in self.page.locator("form .seats select").all():
            seat.select_option(bots or "")
        self.button("page.new.open").click()
        if not self.named:
            self.takes_a_name(name)
        self.page.wait_for_url("**/table/**")
        return self.page.url

    def starts(self) -> None:
        self.button("page.gather.start").click()
        expect(self.control("stack").or_(self.end).first).to_be_visible()

    # At the table

    def control(self, move: str) -> Locator:
        return self.page.locator(f'[data-move="{move}"]')

    @property
    def end(self) -> Locator:
        return self.page.get_by_label(words("page.end.label"), exact=True)

    @property
    def log(self) -> Locator:
        return self.page.locator("[data-version]")

    def waits_for_turn_or_end(self) -> bool:
        """Whether it is this person's turn; otherwise the game is over."""
        ready = self.page.locator('[data-move="stack"]:not([aria-disabled="true"])')
        expect(ready.or_(self.end).first).to_be_visible()
        return self.end.count() == 0

    def gets_a_turn(self, start: Callable[[], None]) -> None:
        """Starts games until one of them comes to this person before the bots have ended it."""
        for _ in range(5):
            start()
            if self.waits_for_turn_or_end():
                return
        raise AssertionError("five games ended before they began")

    def follows_the_hints_to_the_end(self) -> None:
        """Asks for all hints on every turn and presses what they point at."""
        while self.waits_for_turn_or_end():
            for told in range(3):
                hint = self.button("page.help.hint").or_(self.button("page.help.more")).first
                if self.suggested.count() or hint.is_disabled():
                    break
                hint.click()
                expect(self.hints.nth(told)).to_be_visible()
            before = self.log.count()
            self.suggested.click()
            expect(self.log.nth(before).or_(self.end).first).to_be_attached()

    @property
    def hints(self) -> Locator:
        return self.page.locator(".help li")

    @property
    def suggested(self) -> Locator:
        return self.page.locator("[data-move].suggested")


NewVisitor = Callable[..., Visitor]
