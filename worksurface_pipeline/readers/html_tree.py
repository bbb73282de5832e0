"""An HTML tree made safe and plain before it becomes Markdown.

Nothing that runs, hides or fetches is left; emphasis is unwrapped, because marks inside sentences
break searches for what a reader sees; every table becomes a rectangle of plain cells.
"""

from __future__ import annotations

import re

from bs4 import BeautifulSoup, Comment, Declaration, Doctype, ProcessingInstruction, Tag

from worksurface_pipeline.readers.html_cells import plain_tables

_DROPPED = [
    "script",
    "style",
    "iframe",
    "svg",
    "noscript",
    "template",
    "object",
    "embed",
    "canvas",
    "audio",
    "video",
    "link",
    "meta",
    "frame",
    "frameset",
    "applet",
    "base",
    "input",
    "select",
    "textarea",
    "math",
]
_UNWRAPPED = [
    "strong",
    "em",
    "b",
    "i",
    "u",
    "font",
    "span",
    "small",
    "big",
    "sup",
    "sub",
    "mark",
    "ins",
    "center",
]
_HEADINGS = re.compile("^h[1-6]$")
_HIDDEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.I)
_UNSAFE_LINK = re.compile(r"^\s*(?:javascript|data|vbscript|file|about):", re.I)
# A field code that Word leaves behind the address: `http://a" \o "http://a`.
_FIELD_SWITCH = re.compile(r"(?<![\"\s])[\"\s]+\\[a-z]\b.*$", re.S)
_RAISED = re.compile(r"[+\-\u2212]?\d")
# Each run of blanks is tried once, from its start.
_LINE_END = re.compile(r"(?<!\s)\s*\n\s*")


def sanitize(soup: BeautifulSoup, *, repeats_spans: bool) -> None:
    """Make the tree safe and plain, in place.

    `repeats_spans` writes a cell's text into all rows that it spans (web pages); otherwise the
    spanned places stay empty.
    """
    for node in soup.find_all(
        string=lambda text: isinstance(text, (Comment, Declaration, Doctype, ProcessingInstruction))
    ):
        node.extract()
    for tag in soup.find_all(_DROPPED):
        tag.decompose()
    for tag in soup.find_all(_is_hidden):
        if not tag.decomposed:
            tag.decompose()
    _unwrap_emphasis(soup)
    _plain_links(soup)
    _flowing_text(soup)
    for heading in soup.find_all(_HEADINGS):
        if not heading.get_text(strip=True):
            heading.unwrap()
    plain_tables(soup, repeats_spans)


def _is_hidden(tag: Tag) -> bool:
    return tag.has_attr("hidden") or bool(_HIDDEN.search(str(tag.get("style", ""))))


def _unwrap_emphasis(soup: BeautifulSoup) -> None:
    for power in soup.find_all("sup"):
        _mark_power(power)
    for tag in soup.find_all(_UNWRAPPED):
        tag.unwrap()


def _mark_power(raised: Tag) -> None:
    """10 with a raised 6 becomes 10^6: glued together it would be another number."""
    before = raised.find_previous(string=True)
    if before is not None and before[-1:].isdigit() and _RAISED.match(raised.get_text()):
        raised.insert(0, "^")


def _flowing_text(soup: BeautifulSoup) -> None:
    """Line ends of the source are spaces to a reader, but for preformatted text."""
    for node in soup.find_all(string=_LINE_END):
        if node.find_parent(["pre", "textarea"]) is None and node.strip():
            node.replace_with(_LINE_END.sub(" ", str(node)))


def _plain_links(soup: BeautifulSoup) -> None:
    """Links keep an address that leads somewhere; pictures keep their words."""
    for link in soup.find_all("a"):
        target = _FIELD_SWITCH.sub("", str(link.get("href", ""))).strip()
        is_shown = target == link.get_text().strip()
        if not target or target.startswith("#") or is_shown or _UNSAFE_LINK.match(target):
            link.unwrap()
        else:
            link.attrs = {"href": target}
    for picture in soup.find_all("img"):
        source = str(picture.get("src", ""))
        words = " ".join(str(picture.get("alt", "")).split())
        picture.attrs = {"alt": words, "src": "" if _UNSAFE_LINK.match(source) else source}
        # Without words, only a local name says something: another file may be meant.
        if not words and (not picture["src"] or "//" in source):
            picture.decompose()
