"""JSON and XML: data text, fenced, numbers and strings exactly as the file has them.

JSON is laid out anew (one member a line); XML keeps its own layout. Entities are never expanded
and nothing is fetched. What does not parse is kept as text, with a remark.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import ParseError

from worksurface_pipeline.readers.declared import declared_markup
from worksurface_pipeline.readers.kinds import MediaKind
from worksurface_pipeline.readers.model import DocumentContent, ExtractionFailure
from worksurface_pipeline.readers.text import LoadedText, fenced, load_text, to_text

# A list of plain values stays on one line up to this width.
_LINE_WIDTH = 100
# A line longer than this has no layout of its own: break it between tags.
_MINIFIED_LINE = 2000
_BETWEEN_TAGS = re.compile(r">[ \t]*<")


class _Raw(str):
    """A number as the file writes it."""

    __slots__ = ()


class _Pairs(list[tuple[str, Any]]):
    """The members of an object in file order; equal keys stay apart."""


def read_json(path: Path) -> DocumentContent | ExtractionFailure:
    """A JSON file, or one JSON value a line, laid out in a fence."""
    loaded = load_text(path, keeps_spaces=True)
    text, remark = _lay_out_json(loaded.text)
    remarks = (remark,) if remark else ()
    return fenced(_with_text(loaded, text), MediaKind.JSON, "json", remarks)


def read_xml(path: Path) -> DocumentContent | ExtractionFailure:
    """An XML file in a fence, entities unexpanded."""
    data = path.read_bytes()
    loaded = to_text(data, declared=declared_markup(data), keeps_spaces=True)
    text = loaded.text
    if max(map(len, text.split("\n"))) > _MINIFIED_LINE:
        text = _BETWEEN_TAGS.sub(">\n<", text)
    remark = _xml_fault(data) if text.strip() else ""
    remarks = (remark,) if remark else ()
    return fenced(_with_text(loaded, text), MediaKind.XML, "xml", remarks)


def _with_text(loaded: LoadedText, text: str) -> LoadedText:
    return LoadedText(text, loaded.quality, loaded.remarks)


def _lay_out_json(text: str) -> tuple[str, str]:
    """The laid-out text and a remark, "" when it is one well-formed value."""
    try:
        return _dump(_parse(text), ""), ""
    except RecursionError:
        return text, "JSON nested too deeply to lay out: kept as it is"
    except ValueError as error:
        lines = _json_lines(text)
        if lines:
            return "\n".join(lines), f"JSON lines: {len(lines)} records"
        return text, f"not valid JSON, kept as text: {error}"


def _parse(text: str) -> Any:
    return json.loads(
        text, parse_int=_Raw, parse_float=_Raw, parse_constant=_Raw, object_pairs_hook=_Pairs
    )


def _json_lines(text: str) -> list[str]:
    """One compact line for each record; empty unless every line is a value of its own."""
    lines = [line for line in text.split("\n") if line.strip()]
    try:
        return [_compact(_parse(line)) for line in lines] if len(lines) > 1 else []
    except (ValueError, RecursionError):
        return []


def _dump(value: Any, indent: str) -> str:
    if not isinstance(value, list) or not value:
        return _compact(value)
    inner = indent + "  "
    if isinstance(value, _Pairs):
        body = [f"{inner}{_scalar(key)}: {_dump(item, inner)}" for key, item in value]
        return "{\n" + ",\n".join(body) + f"\n{indent}}}"
    flat = "" if any(isinstance(item, list) for item in value) else _compact(value)
    if flat and len(flat) <= _LINE_WIDTH:
        return flat
    return "[\n" + ",\n".join(inner + _dump(item, inner) for item in value) + f"\n{indent}]"


def _compact(value: Any) -> str:
    if isinstance(value, _Pairs):
        members = (f"{_scalar(key)}: {_compact(item)}" for key, item in value)
        return "{" + ", ".join(members) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_compact, value)) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    return str(value) if isinstance(value, _Raw) else json.dumps(value, ensure_ascii=False)


def _xml_fault(data: bytes) -> str:
    """Why the file is not plain well-formed XML, or ""."""
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        fromstring(data)
    except DefusedXmlException as error:
        return f"entities not expanded ({type(error).__name__})"
    except ParseError as error:
        return f"not well-formed XML, kept as text: {error}"
    except (ValueError, LookupError) as error:
        return f"XML not checked, kept as text: {error}"
    return ""
