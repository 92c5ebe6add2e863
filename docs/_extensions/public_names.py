"""Links a type in a signature to the public name under which the reference documents it.

A signature names the module that defines a class (`quincunx.core.outcome.Outcome`); people import
it as `quincunx.Outcome`.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from docutils.nodes import Element
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

import quincunx
import quincunx.client

PUBLIC: Final = frozenset(quincunx.__all__)
"""The names in `quincunx` itself."""
_MODULES: Final = (quincunx, quincunx.client)
_PUBLIC_NAMES: Final = {
    id(getattr(module, name)): f"{module.__name__}.{name}"
    for module in _MODULES
    for name in module.__all__
}


def _find(path: str) -> Any:
    """Return the object at a dotted path; `None` if there is none."""
    module, _, name = path.rpartition(".")
    try:
        return getattr(import_module(module), name, None)
    except ImportError:
        return None


def resolve(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, content: Element
) -> Element | None:
    """Resolve a reference to something that is documented under a public name."""
    target = str(node.get("reftarget", ""))
    if node.get("refdomain") != "py" or not target.startswith("quincunx."):
        return None
    name = _PUBLIC_NAMES.get(id(_find(target)))
    if name is None or name == target:
        return None
    return env.domains.python_domain.resolve_xref(
        env, node["refdoc"], app.builder, "obj", name, node, content
    )


def setup(app: Sphinx) -> dict[str, bool]:
    app.connect("missing-reference", resolve)
    return {"parallel_read_safe": True}
