"""Page pieces as safe HTML: every text is escaped, control characters are replaced.

Pieces return `Markup`; a page puts them together. No script, no request to anywhere: a page reads
offline, and its content policy keeps inert what an escape might have missed.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from worksurface_pipeline.site.table import Table

_TEMPLATES = Path(__file__).parent / "templates"
_UNSEEN = re.compile(
    "[\x80-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\U000e0000-\U000e007f]"
)  # what is not seen or turns its neighbours around, but for joiners, which scripts need
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff\ufffe\uffff]")


def section(anchor: str, title: str, *body: Markup) -> Markup:
    """A section with a heading that links can go to."""
    return _call("section", anchor, title, join(body))


def details(summary: Markup | str, *body: Markup, is_open: bool = False) -> Markup:
    """A part that opens on a click (and by itself when a link goes to an anchor in it)."""
    return _call("details", summary, join(body), is_open)


def paragraph(*parts: Markup | str) -> Markup:
    """A paragraph."""
    return _call("paragraph", join(parts))


def lead(*parts: Markup | str) -> Markup:
    """The paragraph that a page begins with."""
    return _call("lead", join(parts))


def note(*parts: Markup | str) -> Markup:
    """A paragraph set apart: a warning or a condition."""
    return _call("note", join(parts))


def link(text: str, href: str) -> Markup:
    """A link within the report."""
    return _call("link", text, href)


def code(text: str) -> Markup:
    """A short code or name within a line."""
    return _call("code", text)


def badge(text: str, kind: str = "plain") -> Markup:
    """A small label; `kind` is plain, good, bad or warn."""
    return _call("badge", text, kind)


def block(text: str, limit: int = 0) -> Markup:
    """Preformatted text, cut after `limit` characters (0: never), saying how much is cut."""
    shown, cut = bounded(text, limit)
    return _call("block", shown, cut)


def facts(pairs: Iterable[tuple[str, Markup | str]]) -> Markup:
    """Names with their values."""
    return _call("facts", list(pairs))


def bullets(items: Iterable[Markup | str]) -> Markup:
    """A plain list."""
    return _call("bullets", list(items))


def table_html(table: Table) -> Markup:
    """A table with its title, sticky header and notes."""
    return _call("table", table)


def picture(path: str, title: str, more: Markup | str = "") -> Markup:
    """A drawing that lies in a file beside the page, with what belongs to it below."""
    return _call("picture", path, title, more)


def inline_picture(data: bytes, title: str) -> Markup:
    """A PNG within the page itself, for pages that people carry around."""
    return _call("inline_picture", base64.b64encode(data).decode("ascii"), title)


def tiles(pairs: Iterable[tuple[str, Markup | str]]) -> Markup:
    """The few figures that a page begins with."""
    return _call("tiles", list(pairs))


def render(template: str, **values: object) -> str:
    """A template of this folder with its values; texts among them are escaped."""
    return _environment().get_template(template).render(**values)


def page_html(title: str, nav: Sequence[tuple[str, str]], *body: Markup) -> str:
    """A whole page. `nav` are (text, href) pairs."""
    template = _environment().get_template("page.html.j2")
    style = (_TEMPLATES / "style.css").read_text(encoding="utf-8")
    return template.render(title=title, nav=nav, body=join(body), style=Markup(style))


def join(parts: Iterable[Markup | str]) -> Markup:
    """Pieces one after the other; plain text among them is escaped."""
    return Markup("").join(part if isinstance(part, Markup) else clean(part) for part in parts)


def bounded(text: str, limit: int) -> tuple[str, int]:
    """At most `limit` characters of `text` (all for 0), and how many were cut."""
    if limit <= 0 or len(text) <= limit:
        return text, 0
    return text[:limit], len(text) - limit


def clean(value: Any) -> Any:
    """Text without characters that HTML cannot hold or nobody sees; anything else as it is."""
    if isinstance(value, str) and not isinstance(value, Markup):
        return visible(_UNPRINTABLE.sub("\ufffd", value))
    return value


def visible(text: str) -> str:
    """Text with the names of characters that are not seen in their place, like [U+202E]."""
    return _UNSEEN.sub(lambda found: f"[U+{ord(found[0]):04X}]", text)


def _call(name: str, *arguments: object) -> Markup:
    return Markup(getattr(_module(), name)(*arguments))  # macros escape what they are given


@cache
def _module() -> Any:
    return _environment().get_template("pieces.html.j2").module


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=clean,
        trim_blocks=True,
        lstrip_blocks=True,
    )
