"""Slide decks: the text of each slide in reading order, tables, chart data, notes.

A slide begins with its title as a heading; notes follow as a quotation. Slide numbers, dates and
footers are furniture, reviewers' comments are kept apart; a hidden slide is read like the others
and named in a remark.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from worksurface_pipeline.readers.clean import one_line, tidy
from worksurface_pipeline.readers.failures import corrupt, failure
from worksurface_pipeline.readers.kinds import MediaKind
from worksurface_pipeline.readers.markdown import assemble, first_heading
from worksurface_pipeline.readers.model import (
    DocumentContent,
    ExtractionFailure,
    FailureReason,
    Quality,
)
from worksurface_pipeline.readers.ooxml import DAMAGE, Package, Relation
from worksurface_pipeline.readers.pptx_shapes import NO_LAYOUT, Layout, Slide, read_layout
from worksurface_pipeline.readers.pptx_text import lines_of, paragraph_text

_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_MAIN_PART = "ppt/presentation.xml"


@dataclass(frozen=True, slots=True)
class _Read:
    """What one slide gave; its tree is not kept."""

    text: str
    is_hidden: bool
    has_picture: bool
    furniture: tuple[str, ...]
    comments: tuple[str, ...]


def read_pptx(path: Path) -> DocumentContent | ExtractionFailure:
    """A deck as Markdown with the place of each slide that has text."""
    try:
        with Package(path) as package:
            return _content(list(_Deck(package).slides()), package.title())
    except RecursionError:
        return failure(FailureReason.CORRUPT, "The pptx file is nested too deeply")
    except DAMAGE as error:
        return corrupt("pptx", error)


def _content(slides: Sequence[_Read], title: str) -> DocumentContent | ExtractionFailure:
    text, places = assemble("slide", ((n, slide.text) for n, slide in enumerate(slides, 1)))
    if not text:
        return _no_text(slides)
    return DocumentContent(
        kind=MediaKind.PPTX,
        text=text + "\n",
        title=first_heading(text) or title,
        places=places,
        furniture=tuple(dict.fromkeys(line for slide in slides for line in slide.furniture)),
        comments=tuple(line for slide in slides for line in slide.comments),
        quality=Quality(
            characters=len(text) + 1,
            pages=len(slides),
            empty_pages=sum(1 for slide in slides if not slide.text),
            replaced_characters=text.count("\ufffd"),
            page_characters=tuple(len(slide.text) for slide in slides),
        ),
        remarks=tuple(_remarks(slides)),
    )


def _remarks(slides: Sequence[_Read]) -> Iterator[str]:
    hidden = [str(number) for number, slide in enumerate(slides, 1) if slide.is_hidden]
    if hidden:
        yield f"hidden slides: {', '.join(hidden)}"
    comments = sum(len(slide.comments) for slide in slides)
    if comments:
        yield f"comments kept apart: {comments}"


def _no_text(slides: Sequence[_Read]) -> ExtractionFailure:
    if any(slide.has_picture for slide in slides):
        detail = f"None of the {len(slides)} slides has text, only pictures"
        return failure(FailureReason.NO_TEXT, detail)
    return failure(FailureReason.EMPTY, f"None of the {len(slides)} slides has any content")


class _Deck:
    """Reads the slides of a package one by one; each layout is looked at once."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._layouts: dict[str, Layout] = {}

    def slides(self) -> Iterator[_Read]:
        """Slides in the order of the show."""
        main = self._package.main_part(_MAIN_PART)
        relations = self._package.relations(main)
        for link in self._package.tree(main).iter(f"{_P}sldId"):
            yield self._read(relations[link.get(f"{_R}id")].target)

    def _read(self, name: str) -> _Read:
        relations = self._package.relations(name)
        layout = self._layout(_target(relations, "slideLayout"))
        slide = Slide(self._package, self._package.tree(name), relations, layout)
        return _Read(
            text=_slide_text(slide, self._notes(_target(relations, "notesSlide"))),
            is_hidden=slide.is_hidden,
            has_picture=slide.has_picture,
            furniture=tuple(slide.furniture()),
            comments=tuple(self._comments(relations)),
        )

    def _layout(self, name: str) -> Layout:
        if name not in self._layouts:
            root = self._package.tree(name)
            master = _target(self._package.relations(name), "slideMaster") if name else ""
            above = self._layout(master) if master else NO_LAYOUT
            self._layouts[name] = NO_LAYOUT if root is None else read_layout(root, above)
        return self._layouts[name]

    def _notes(self, name: str) -> str:
        """The speaker's notes of a slide."""
        root = self._package.tree(name)
        for shape in () if root is None else root.iter(f"{_P}sp"):
            place = shape.find(f"{_P}nvSpPr/{_P}nvPr/{_P}ph")
            if place is not None and place.get("type") == "body":
                return tidy("\n".join(map(paragraph_text, shape.iter(f"{_A}p"))))
        return ""

    def _comments(self, relations: dict[str, Relation]) -> Iterator[str]:
        for relation in relations.values():
            root = self._package.tree(relation.target) if relation.kind == "comments" else None
            if root is not None:
                yield from filter(None, (one_line(node.text or "") for node in _old_notes(root)))
                yield from lines_of(root)


def _old_notes(root: Any) -> Iterator[Any]:
    yield from root.iter(f"{_P}text")


def _target(relations: dict[str, Relation], kind: str) -> str:
    """The part that a relation of a kind leads to, "" if there is none."""
    return next((item.target for item in relations.values() if item.kind == kind), "")


def _slide_text(slide: Slide, notes: str) -> str:
    """Title, shapes, and notes as a quotation: marked, without a word not in the file."""
    heading = slide.title()
    quoted = "\n".join(f"> {line}".rstrip() for line in notes.split("\n")) if notes else ""
    pieces = [f"## {heading}" if heading else "", *slide.texts(), quoted]
    return tidy("\n\n".join(piece for piece in pieces if piece.strip()))
