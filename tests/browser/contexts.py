"""Browser contexts that several visitors use one after the other."""

from __future__ import annotations

from collections import defaultdict
from typing import Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page


class LentContext(NamedTuple):
    page: Page
    settings: dict[str, Any]
    is_reused: bool
    """Whether the context is kept for another visitor."""

    @property
    def context(self) -> BrowserContext:
        return self.page.context


class ContextPool:
    """Lend browser contexts whose storage is empty.

    A returned context keeps only the browser's cache of files, like a visitor's browser between two
    visits: then the page loads in about half the CPU time.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: defaultdict[str, list[BrowserContext]] = defaultdict(list)
        """By settings, the contexts that no visitor uses now."""

    def lend(self, settings: dict[str, Any], *, is_reused: bool) -> LentContext:
        """Open a page in a context that no other visitor uses now."""
        free = self._free[_key(settings)]
        if is_reused and free:
            page = free.pop().new_page()
            _clear_storage(page, settings["base_url"])
        else:
            page = self._browser.new_context(**settings).new_page()
        return LentContext(page, settings, is_reused)

    def take_back(self, lent: LentContext) -> None:
        if not lent.is_reused:
            lent.context.close()
            return
        for page in lent.context.pages:
            page.close()
        lent.context.clear_permissions()
        self._free[_key(lent.settings)].append(lent.context)


def _key(settings: dict[str, Any]) -> str:
    return repr(sorted(settings.items()))


def _clear_storage(page: Page, origin: str) -> None:
    """Remove cookies, local storage and databases."""
    page.context.clear_cookies()
    session = page.context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
    session.detach()
