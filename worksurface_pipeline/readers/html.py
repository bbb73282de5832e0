"""Web pages: a safe tree, then Markdown. Nothing is run and nothing is fetched."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

from bs4 import BeautifulSoup, MarkupResemblesLocatorWarning, Tag, XMLParsedAsHTMLWarning
from bs4.element import PageElement
from markdownify import ATX, MarkdownConverter

from worksurface_pipeline.readers.clean import one_line, tidy
from worksurface_pipeline.readers.declared import declared_markup
from worksurface_pipeline.readers.html_cells import BLOCKS
from worksurface_pipeline.readers.html_tree import sanitize
from worksurface_pipeline.readers.kinds import MediaKind
from worksurface_pipeline.readers.markdown import fence, first_heading, literal
from worksurface_pipeline.readers.model import DocumentContent, ExtractionFailure
from worksurface_pipeline.readers.text import blank, to_text

# Where the begin of a text is not the begin of a line, or a number sign means nothing.
_NO_LINE_START = frozenset({"pre", "code", "td", "th", "a", "h1", "h2", "h3", "h4", "h5", "h6"})
_LINE_ENDS = frozenset({"br", "hr", "ol", "ul", "table", *BLOCKS})


class _Converter(MarkdownConverter):
    """Markdown without escapes, so that the text stays searchable as it reads.

    Only a number sign that would make a heading of a line is escaped.
    """

    def process_text(self, el: PageElement, parent_tags: Any = None) -> str:
        """The words of a text node; those that begin a line begin no heading."""
        text = str(super().process_text(el, parent_tags))  # type: ignore[misc]
        if "#" not in text or _NO_LINE_START & set(parent_tags or ()):
            return text
        before = el.previous_sibling
        begins_line = before is None or (isinstance(before, Tag) and before.name in _LINE_ENDS)
        return literal(text) if begins_line else text

    def convert_pre(self, el: Tag, text: str, parent_tags: Any) -> str:
        """A code block whose fence no content can end."""
        return f"\n\n{fence(text.strip(chr(10)), '')}\n\n" if text.strip() else ""


def read_html(path: Path) -> DocumentContent | ExtractionFailure:
    """A web page as Markdown; the title is its first heading, else its <title>."""
    data = path.read_bytes()
    loaded = to_text(data, declared=declared_markup(data))
    soup = parse(loaded.text)
    page_title = one_line(soup.title.get_text()) if soup.title else ""
    text, remarks = to_markdown(soup, repeats_spans=True)
    if not text:
        return blank()
    return DocumentContent(
        kind=MediaKind.HTML,
        text=text + "\n",
        title=first_heading(text) or page_title,
        quality=loaded.quality.model_copy(update={"characters": len(text) + 1}),
        remarks=(*loaded.remarks, *remarks),
    )


def parse(markup: str) -> BeautifulSoup:
    """The tree of a page; that it looks like XML or an address is no matter."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        warnings.simplefilter("ignore", MarkupResemblesLocatorWarning)
        return BeautifulSoup(markup, "lxml")


def to_markdown(soup: BeautifulSoup, *, repeats_spans: bool) -> tuple[str, tuple[str, ...]]:
    """Sanitize the tree and write it as Markdown; remarks say what could not be kept."""
    if soup.head is not None:
        soup.head.decompose()
    sanitize(soup, repeats_spans=repeats_spans)
    converter = _Converter(
        heading_style=ATX,
        bullets="-",
        table_infer_header=True,
        autolinks=False,
        escape_asterisks=False,
        escape_underscores=False,
        escape_misc=False,
    )
    try:
        # Unwrapped tags leave strings in pieces.
        soup.smooth()
        return tidy(converter.convert_soup(soup)), ()
    except RecursionError:
        return literal(tidy(soup.get_text("\n"))), (
            "nested too deeply: structure dropped, text kept",
        )
