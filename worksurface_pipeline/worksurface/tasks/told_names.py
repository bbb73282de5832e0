"""Names out of a sheet's columns in lines of a document: what a line with a gap can ask for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from worksurface_pipeline.kernel.text import NumberMention, find_token, has_token
from worksurface_pipeline.worksurface.schema.surfaces import Document
from worksurface_pipeline.worksurface.tasks.blocks import BLANK
from worksurface_pipeline.worksurface.tasks.gaps import quotation
from worksurface_pipeline.worksurface.tasks.literals import LITERAL
from worksurface_pipeline.worksurface.tasks.profiles import ColumnProfile, ViewProfile
from worksurface_pipeline.worksurface.tasks.segments import Parsed, Segment
from worksurface_pipeline.worksurface.tasks.sole_figures import PROSE
from worksurface_pipeline.worksurface.tasks.table_alone import is_category

_SHORTEST_VALUE = 4
_SHORTEST_LINE = 30
# The first word of a sentence is capitalised whatever it is: it and the place of the value.
_FIRST_WORD = 2


@dataclass(frozen=True, slots=True)
class Told:
    """A category value in a line of a document, and the line with its gap."""

    document: Document
    segment: Segment
    mention: NumberMention
    said: str
    view: ViewProfile
    column: ColumnProfile
    value: str


def names_of(view: ViewProfile) -> frozenset[str]:
    """Values of a view's categories that a document can be searched for."""
    return frozenset(
        value
        for column in view.columns
        if is_category(column, view)
        for value in _values(column)
        if _is_name(value)
    )


def is_told_in(parsed: Parsed, view: ViewProfile, name: str) -> bool:
    """Whether a line of the document would be shown with a gap for a value of the view."""
    if parsed.document.kind not in PROSE or name not in parsed.text:
        return False
    columns = [item for item in view.columns if is_category(item, view) and name in _values(item)]
    return any(True for column in columns for _ in _of_value(parsed, view, column, name))


def _values(column: ColumnProfile) -> list[str]:
    return sorted(value.text for group in column.values.values() for value in group)


def _is_name(value: str) -> bool:
    """Long enough, and no common word, to be looked up as a name."""
    return len(value) >= _SHORTEST_VALUE and (value[0].isupper() or " " in value)


def told_of(parsed: Parsed, view: ViewProfile, column: ColumnProfile) -> Iterator[Told]:
    """Lines of a document that hold one value of the column, each with its gap."""
    for value in _values(column):
        if _is_name(value) and value in parsed.text:
            yield from _of_value(parsed, view, column, value)


def _of_value(
    parsed: Parsed, view: ViewProfile, column: ColumnProfile, value: str
) -> Iterator[Told]:
    others = [item for item in _values(column) if item != value]
    for segment in parsed.segments:
        text = parsed.text[segment.start : segment.end]
        if value not in text or segment.cells or BLANK in text:
            continue  # another line, or no line of prose
        places = list(find_token(text, value))
        if len(places) != 1 or any(has_token(text, item) for item in others):
            continue  # several names in the line
        end = places[0] + len(value)
        if _is_part(text, places[0], end) or not _is_whole(text):
            continue  # another name holds it: "Project Lead" is no lead; or half a sentence
        if not text[: places[0]].strip() and " " not in value:
            continue  # any word has a capital there
        mention = NumberMention(
            value="0", digits=0, unit=LITERAL, raw=value, start=places[0], end=end
        )
        said = quotation(parsed.text, segment, mention, ())
        if len(said) >= _SHORTEST_LINE and not has_token(said.lower(), value.lower()):
            yield Told(parsed.document, segment, mention, said, view, column, value)


def _is_whole(text: str) -> bool:
    """Whether a line is a sentence to its end, with every bracket closed."""
    is_closed = all(text.count(one) == text.count(other) for one, other in ("()", "[]", "“”"))
    return is_closed and text.rstrip()[-1:] in (".", "!", "?")


def _is_part(text: str, start: int, end: int) -> bool:
    """Whether a capitalised word stands directly before or behind the value."""
    before, behind = text[:start].split(" "), text[end:].split(" ")
    last = before[-2] if len(before) > 1 and not before[-1] else ""
    following = behind[1] if len(behind) > 1 and not behind[0] else ""
    is_first = len(before) == _FIRST_WORD
    return (last[:1].isupper() and not is_first) or following[:1].isupper()
