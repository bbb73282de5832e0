"""Pages of a site: one frame for all, with the way around beside it, and what every page loads.

No page asks for anything outside its folder, runs a line of script or style that stands in it, or
lets one of its texts do so: its content policy forbids it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from markupsafe import Markup

from worksurface_pipeline.site import pieces

_STATIC = Path(__file__).parent / "static"
_FILES = ("site.css", "site.js", "list.js", "item.js", "drawing.js")
_SHEET = "site.css"
WORKSPACE_SHEET = "workspace.css"
"""The look of threads, time lines and questions, beside that of every site."""
_SCRIPTS: Mapping[str, tuple[str, ...]] = {
    "": (),
    "list": ("list.js",),
    "item": ("drawing.js", "item.js"),
    "thread": ("parts.js", "thread.js"),
    "timeline": ("parts.js", "timeline.js"),
    "case": ("parts.js", "case.js"),
}


@dataclass(frozen=True, slots=True)
class SitePage:
    """A page: its file, what the way around calls it and under which heading ("": not there).

    `script` is "", list, item, thread, timeline or case: what draws the part of the page that comes
    from shards; `source` is the name of the list it draws. `within` is the file of the page that it
    belongs to.
    """

    file: str
    title: str
    body: tuple[Markup | str, ...]
    group: str = ""
    short: str = ""
    script: str = ""
    source: str = ""
    within: str = ""


def site_pages(
    name: str, pages: Sequence[SitePage], more_sheets: tuple[str, ...] = ()
) -> Iterator[tuple[str, bytes]]:
    """The pages of the site `name`, the first one its front, and the files they all load."""
    ways = _ways(pages)
    for page in pages:
        html = pieces.render(
            "site_page.html.j2",
            site=name,
            page=page,
            ways=ways,
            here=page.within or page.file,
            sheets=(_SHEET, *more_sheets),
            scripts=("site.js", *_SCRIPTS[page.script]),
            body=pieces.join(page.body),
        )
        yield page.file, html.encode()
    needed = (name for page in pages for name in _SCRIPTS[page.script])
    yield from _static_files(tuple(dict.fromkeys((*_FILES, *more_sheets, *needed))))


def _ways(pages: Sequence[SitePage]) -> list[tuple[str, list[SitePage]]]:
    groups: dict[str, list[SitePage]] = {}
    for page in pages:
        if page.group:
            groups.setdefault(page.group, []).append(page)
    return list(groups.items())


@cache
def _static_files(names: tuple[str, ...]) -> tuple[tuple[str, bytes], ...]:
    return tuple((f"assets/{name}", (_STATIC / name).read_bytes()) for name in names)
