"""A player who builds Pivit grids on the page."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.visitor import Visitor


class Builder(Visitor):
    """Somebody at a table of Pivit."""

    def opens(self, seats: int, name: str = "Ada") -> str:
        """A table with friends at the other seats; its address."""
        self.page.goto("/new/pivit")
        less = self.button("page.less")
        expect(less).to_be_visible()
        while less.is_enabled():
            less.click()
        for _ in range(seats - 1):
            self.button("page.more").click()
        return self.fills_in_the_form(bots=None, name=name)

    def joins(self, address: str, name: str) -> None:
        self.page.goto(address)
        self.takes_a_name(name)
        self.button("page.gather.sit").click()
        self.button("page.gather.be_ready").click()

    def begins(self) -> None:
        """Of all the first one."""
        self.button("page.gather.start").or_(self.button("page.gather.be_ready")).first.click()

    def is_ready(self) -> None:
        self.control("ready").click()

    @property
    def plane(self) -> Locator:
        return self.page.get_by_role("application")

    @property
    def rack(self) -> Locator:
        return self.page.locator(".rack [data-tile]")

    @property
    def laid(self) -> Locator:
        return self.plane.locator("[data-tile]")

    def tool(self, name: str) -> Locator:
        return self.page.locator(f'[data-tool="{name}"]')

    def hand(self) -> list[str]:
        expect(self.rack).to_have_count(24)
        return _kinds(self.rack)

    def lays(self, grid: list[tuple[int, int, str]], at: tuple[int, int] = (0, 0)) -> None:
        """With the keys: a cursor goes from cell to cell; `at` is where it stands."""
        self.plane.focus()
        x, y = at
        for column, row, kind in grid:
            self._steps("ArrowDown" if row > y else "ArrowUp", abs(row - y))
            self._steps("ArrowRight" if column > x else "ArrowLeft", abs(column - x))
            # Whatever came before: from here it goes on to the right.
            self._steps("ArrowRight", 1)
            self._steps("ArrowLeft", 1)
            self.page.keyboard.type("w" if kind == "**" else kind)
            x, y = column + 1, row

    def _steps(self, key: str, count: int) -> None:
        for _ in range(count):
            self.page.keyboard.press(key)

    def would_stop(self) -> None:
        self.tool("more").click()
        self.control("stop").click()


def _kinds(tiles: Locator) -> list[str]:
    kinds: list[str] = tiles.evaluate_all("tiles => tiles.map((tile) => tile.dataset.kind)")
    return kinds
