"""Configuration of the documentation's site: `make docs`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent / "_extensions")]

import quincunx  # noqa: E402
from quincunx.pictures.palette import SURFACES  # noqa: E402

project = "Quincunx"
copyright = "the Quincunx authors"  # noqa: A001 (Sphinx's name)
version = release = quincunx.__version__
language = "en_GB"

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx_copybutton",
    "docstrings",
    "guides",
    "public_names",
]
exclude_patterns = ["_extensions", "_static"]
# Builds do not depend on other sites, so no link into them is checked.
nitpicky = True
nitpick_ignore_regex = [
    # Standard library, type variables and types that only the engine uses have no page here.
    (r"py:.*", r"(?!quincunx).*"),
    (r"py:.*", r"quincunx\.(client|core|games|registry|wire|pictures)\.\w+\..*"),
]

# Documents are Markdown that is also readable in the repository, so MyST is used sparingly.
myst_enable_extensions = ["attrs_inline", "colon_fence", "deflist"]
myst_heading_anchors = 3
myst_links_external_new_tab = False
suppress_warnings = ["myst.header"]

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
nb_merge_streams = True

autodoc_class_signature = "mixed"
autodoc_default_options = {"members": True, "undoc-members": True, "member-order": "bysource"}
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
toc_object_entries_show_parents = "hide"
python_maximum_signature_line_length = 130
python_display_short_literal_types = True

copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
pygments_style = "tango"
pygments_dark_style = "native"

html_theme = "furo"
html_title = "Quincunx"
html_baseurl = ""
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = html_logo = "../web/src/ui/logo.svg"
html_copy_source = False
html_show_sourcelink = False


def _colours(scheme: str) -> dict[str, str]:
    """Return the theme's colours: those of the games' page."""

    def surface(name: str) -> str:
        found: Any = SURFACES[name]
        return str(found[scheme])

    return {
        "color-brand-primary": surface("accent"),
        "color-brand-content": surface("accent"),
        "color-brand-visited": surface("accent"),
        "color-background-primary": surface("sheet"),
        "color-background-secondary": surface("cloth"),
        "color-background-hover": surface("well"),
        "color-background-border": surface("edge"),
        "color-background-item": surface("well"),
        "color-foreground-primary": surface("ink"),
        "color-foreground-secondary": surface("ink-soft"),
        "color-foreground-muted": surface("ink-faint"),
        "color-foreground-border": surface("edge-strong"),
        "color-inline-code-background": surface("well"),
        "color-code-background": surface("cloth"),
        "color-code-foreground": surface("ink"),
        "color-api-background": surface("cloth"),
        "color-api-background-hover": surface("well"),
        "color-api-name": surface("ink"),
        "color-api-pre-name": surface("ink-soft"),
        "color-api-keyword": surface("ink-faint"),
        "color-api-paren": surface("ink-soft"),
        "color-highlight-on-target": surface("brass-soft"),
        "color-guide-picture": surface("cloth"),
    }


html_theme_options = {
    "light_css_variables": _colours("light"),
    "dark_css_variables": _colours("dark"),
    "top_of_page_buttons": [],
}
