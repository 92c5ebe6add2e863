"""A player who builds Pivit grids on the page."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.visitor import Visitor


class PivitPlayer(Visitor):
    """A player at a table of Pivit."""

    def creates_pivit(self, seats: int, name: str = "Ada") -> str:
        """Create a table with people at the other seats; return its address."""
        self.becomes_a_guest(name)
        return self.creates_a_table(game="pivit", seats=seats)

    def joins(self, address: str, name: str) -> None:
        self.becomes_a_guest(name)
        self.page.goto(address)
        self.button("page.invite.join").click()

    def begins_game(self) -> None:
        """Start the game when the other players are ready."""
        self.button("page.gather.start").click()

    def gets_ready(self) -> None:
        self.control("ready").click()

    @property
    def plane(self) -> Locator:
        return self.page.get_by_role("application")

    @property
    def rack(self) -> Locator:
        return self.page.locator(".rack [data-tile]")

    @property
    def placed(self) -> Locator:
        return self.plane.locator("[data-tile]")

    def tool(self, name: str) -> Locator:
        return self.page.locator(f'[data-tool="{name}"]')

    def hand(self) -> list[str]:
        expect(self.rack).to_have_count(24)
        return kinds_of(self.rack)

    def places_tiles(self, grid: list[tuple[int, int, str]], at: tuple[int, int] = (0, 0)) -> None:
        """Place tiles with the keyboard; `at` is the cell of the cursor."""
        self.plane.focus()
        x, y = at
        is_horizontal = False
        for column, row, kind in grid:
            self._steps("ArrowDown" if row > y else "ArrowUp", abs(row - y))
            self._steps("ArrowRight" if column > x else "ArrowLeft", abs(column - x))
            if column == x and (row != y or not is_horizontal):
                # After a tile the cursor goes to the right only if the last arrow was horizontal.
                self._steps("ArrowRight", 1)
                self._steps("ArrowLeft", 1)
            is_horizontal = True
            self.page.keyboard.type("w" if kind == "**" else kind)
            x, y = column + 1, row

    def _steps(self, key: str, count: int) -> None:
        for _ in range(count):
            self.page.keyboard.press(key)

    def stops(self) -> None:
        self.tool("more").click()
        self.control("stop").click()


def kinds_of(tiles: Locator) -> list[str]:
    kinds: list[str] = tiles.evaluate_all("tiles => tiles.map((tile) => tile.dataset.kind)")
    return kinds
