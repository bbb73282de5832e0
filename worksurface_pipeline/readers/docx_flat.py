"""A flat Word package (one XML file that holds the parts of a docx) as the docx that it is.

The parts are put into a zip in memory; nothing is written.
"""

from __future__ import annotations

import base64
import io
import zipfile
from pathlib import Path
from typing import Any

from lxml import etree

from worksurface_pipeline.readers.docx import read_docx_stream
from worksurface_pipeline.readers.failures import corrupt
from worksurface_pipeline.readers.kinds import MediaKind
from worksurface_pipeline.readers.model import DocumentContent, ExtractionFailure
from worksurface_pipeline.readers.ooxml import parse_xml

_PKG = "{http://schemas.microsoft.com/office/2006/xmlPackage}"
_REACH = 1024


def is_flat_package(path: Path) -> bool:
    """Whether the file begins as a flat package does."""
    with path.open("rb") as stream:
        return b"<pkg:package" in stream.read(_REACH)


def read_flat_docx(path: Path) -> DocumentContent | ExtractionFailure:
    """The document in a flat package, as `docx.read_docx` gives it."""
    try:
        packed = _packed(parse_xml(path.read_bytes()))
    except (etree.LxmlError, SyntaxError, ValueError) as error:
        return corrupt("flat Word XML", error)
    result = read_docx_stream(packed)
    if isinstance(result, DocumentContent):
        return result.model_copy(update={"kind": MediaKind.DOC})
    return result


def _packed(root: Any) -> io.BytesIO:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for part in root.iter(f"{_PKG}part"):
            archive.writestr(part.get(f"{_PKG}name", "").lstrip("/"), _data(part))
        archive.writestr("[Content_Types].xml", _types(root))
    stream.seek(0)
    return stream


def _data(part: Any) -> bytes:
    data = part.find(f"{_PKG}xmlData")
    if data is not None and len(data):
        return bytes(etree.tostring(data[0]))
    return base64.b64decode(part.findtext(f"{_PKG}binaryData") or "")


def _types(root: Any) -> bytes:
    """The list of content types, which a flat package keeps with its parts."""
    types = etree.Element(
        "Types", xmlns="http://schemas.openxmlformats.org/package/2006/content-types"
    )
    for part in root.iter(f"{_PKG}part"):
        name, kind = part.get(f"{_PKG}name", ""), part.get(f"{_PKG}contentType", "")
        etree.SubElement(types, "Override", PartName=name, ContentType=kind)
    return bytes(etree.tostring(types))
