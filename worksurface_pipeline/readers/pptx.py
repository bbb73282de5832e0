"""Slide decks: the text of each slide in reading order, tables, chart data, notes.

A slide begins with its title as a heading; notes follow as a quotation. Slide numbers, dates and
footers are furniture; a hidden slide is read like the others and named in a remark.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from worksurface_pipeline.readers.clean import one_line, tidy
from worksurface_pipeline.readers.containers import ZIP_DAMAGE
from worksurface_pipeline.readers.failures import corrupt, failure
from worksurface_pipeline.readers.kinds import MediaKind
from worksurface_pipeline.readers.markdown import assemble, first_heading
from worksurface_pipeline.readers.model import (
    DocumentContent,
    ExtractionFailure,
    FailureReason,
    Quality,
)
from worksurface_pipeline.readers.pptx_shapes import (
    furniture_of,
    has_picture,
    in_reading_order,
    shape_text,
)


def read_pptx(path: Path) -> DocumentContent | ExtractionFailure:
    """A deck as Markdown with the place of each slide that has text."""
    from pptx import Presentation
    from pptx.exc import PythonPptxError

    damage = (
        PythonPptxError,
        # What lxml's syntax errors are.
        SyntaxError,
        *ZIP_DAMAGE,
        KeyError,
        ValueError,
        AttributeError,
        IndexError,
        TypeError,
    )
    try:
        return _content(Presentation(str(path)))
    except RecursionError:
        return failure(FailureReason.CORRUPT, "The pptx file is nested too deeply")
    except damage as error:
        return corrupt("pptx", error)


def _content(deck: Any) -> DocumentContent | ExtractionFailure:
    slides = list(deck.slides)
    parts = [(number, _slide_text(slide)) for number, slide in enumerate(slides, 1)]
    text, places = assemble("slide", parts)
    if not text:
        return _no_text(slides)
    hidden = [str(n) for n, slide in enumerate(slides, 1) if slide._element.get("show") == "0"]
    return DocumentContent(
        kind=MediaKind.PPTX,
        text=text + "\n",
        title=first_heading(text) or one_line(deck.core_properties.title or ""),
        places=places,
        furniture=tuple(dict.fromkeys(line for slide in slides for line in furniture_of(slide))),
        quality=Quality(
            characters=len(text) + 1,
            pages=len(slides),
            empty_pages=sum(1 for _, part in parts if not part),
            replaced_characters=text.count("\ufffd"),
        ),
        remarks=(f"hidden slides: {', '.join(hidden)}",) if hidden else (),
    )


def _no_text(slides: list[Any]) -> ExtractionFailure:
    if any(has_picture(slide.shapes) for slide in slides):
        detail = f"None of the {len(slides)} slides has text, only pictures"
        return failure(FailureReason.NO_TEXT, detail)
    return failure(FailureReason.EMPTY, f"None of the {len(slides)} slides has any content")


def _slide_text(slide: Any) -> str:
    title = slide.shapes.title
    # A title's place may hold a picture instead of words.
    has_words = title is not None and title.has_text_frame
    heading = one_line(title.text_frame.text) if has_words else ""
    pieces = [f"## {heading}"] if heading else []
    for shape in in_reading_order(slide.shapes):
        if not has_words or shape.shape_id != title.shape_id:
            pieces.append(shape_text(shape))
    pieces.append(_notes(slide))
    return tidy("\n\n".join(piece for piece in pieces if piece.strip()))


def _notes(slide: Any) -> str:
    """Speaker notes as a quotation: marked, without a word that the file does not hold."""
    if not slide.has_notes_slide:
        return ""
    frame = slide.notes_slide.notes_text_frame
    text = tidy(frame.text) if frame is not None else ""
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n")) if text else ""
