"""Where the figures of a page are: pictures, and drawings that are no rules of a table."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from worksurface_pipeline.mmenterprise.seeds.captions import Caption, caption_of
from worksurface_pipeline.mmenterprise.seeds.parts import Box, FigurePart, Mark, is_inside

# Smaller ones (points) are logos and ornaments; larger than this share of the page, backgrounds.
_LEAST = 60.0
_MOST = 0.85
# Pixels per inch of a cut-out: small print stays readable at this.
_DPI = 144
# Labels outside a drawing's lines stand within this many points of it, names of axes beyond them.
_MARGIN = 9.0
_ROUNDS = 2
_LABEL_LETTERS = 28
# Larger letters (points) are a heading's.
_LABEL_SIZE = 11.5
# A drawing whose area is shared with a table by more than this is the table's rules.
_SHARED = 0.5


@dataclass(frozen=True, slots=True)
class _Line:
    """The marks of one line; `is_running` where it is too large or too wide for a label."""

    marks: tuple[Mark, ...]
    is_running: bool


def figures(page: Any, tables: Sequence[Box], captions: Sequence[Caption]) -> list[FigurePart]:
    """All figures of a PyMuPDF page, top to bottom, with their text and their pictures."""
    lines = list(_lines(page))
    marks = [mark for line in lines for mark in line.marks]
    labels = [mark for line in lines if not line.is_running for mark in line.marks]
    found = []
    for box in _boxes(page, tables, captions):
        caption = caption_of(box, captions, is_table=False)
        whole = _with_labels(box, labels, captions)
        inside = tuple(mark for mark in marks if is_inside(mark.box, whole))
        words = caption.words if caption else ""
        found.append(FigurePart(box=whole, caption=words, marks=inside, png=_cut(page, whole)))
    return found


def _boxes(page: Any, tables: Sequence[Box], captions: Sequence[Caption]) -> list[Box]:
    drawn = [_box(rect) for rect in page.cluster_drawings()]
    shown = [_box(info["bbox"]) for info in page.get_image_info()]
    curved = [_box(path["rect"]) for path in page.get_drawings() if _is_curved(path)]
    kept: list[Box] = []
    for box in sorted({*drawn, *shown}, key=lambda one: (one[1], one[0], one)):
        is_picture = box in shown or any(is_inside(one, box) for one in curved)
        has_caption = caption_of(box, captions, is_table=False) is not None
        is_free = not any(_shared(box, other) > _SHARED for other in (*tables, *kept))
        if _is_sized(box, page) and is_free and (is_picture or has_caption):
            kept.append(box)
    return kept


def _is_curved(path: Any) -> bool:
    return any(item[0] == "c" for item in path["items"])


def _is_sized(box: Box, page: Any) -> bool:
    width, height = box[2] - box[0], box[3] - box[1]
    whole = float(page.rect.width * page.rect.height)
    return width >= _LEAST and height >= _LEAST and width * height < _MOST * whole


def _shared(box: Box, other: Box) -> float:
    """The share of the smaller one's area that both have in common."""
    width = min(box[2], other[2]) - max(box[0], other[0])
    height = min(box[3], other[3]) - max(box[1], other[1])
    least = min(_area(box), _area(other))
    return width * height / least if width > 0 and height > 0 and least else 0.0


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _with_labels(box: Box, marks: Sequence[Mark], captions: Sequence[Caption]) -> Box:
    """A box with the short texts right outside it: numbers of an axis, then what it is called."""
    free = [
        mark.box
        for mark in marks
        if not any(is_inside(mark.box, caption.box) for caption in captions)
    ]
    for _ in range(_ROUNDS):
        box = _around([box, *(label for label in free if _distance(label, box) <= _MARGIN)])
    return box


def _distance(one: Box, other: Box) -> float:
    """How far two boxes are apart, across or down."""
    across = max(one[0] - other[2], other[0] - one[2], 0.0)
    down = max(one[1] - other[3], other[1] - one[3], 0.0)
    return max(across, down)


def _around(boxes: Sequence[Box]) -> Box:
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )


def _lines(page: Any) -> Iterator[_Line]:
    for block in page.get_text("dict")["blocks"]:
        lines = block.get("lines", ())
        letters = max(
            (sum(len(span["text"]) for span in line["spans"]) for line in lines), default=0
        )
        for line in lines:
            size = max((float(span["size"]) for span in line["spans"]), default=0.0)
            yield _Line(tuple(_marks(line)), letters > _LABEL_LETTERS or size > _LABEL_SIZE)


def _marks(line: Any) -> Iterator[Mark]:
    is_turned = abs(line["dir"][1]) > abs(line["dir"][0])
    for span in line["spans"]:
        if text := " ".join(span["text"].split()):
            colour = int(span["color"])
            yield Mark(box=_box(span["bbox"]), text=text, colour=colour, is_turned=is_turned)


def _cut(page: Any, box: Box) -> str:
    data: bytes = page.get_pixmap(dpi=_DPI, clip=box, alpha=False).tobytes("png")
    return base64.b64encode(data).decode()


def _box(rect: Any) -> Box:
    left, top, right, bottom = (round(float(side), 2) for side in tuple(rect))
    return (left, top, right, bottom)
