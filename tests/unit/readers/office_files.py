"""Word files around a body of WordprocessingML, and flat packages of them."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from pathlib import Path

from docx import Document

_NAMESPACES = {
    "w": "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
    "m": "http://schemas.openxmlformats.org/officeDocument/2006/math",
    "mc": "http://schemas.openxmlformats.org/markup-compatibility/2006",
    "a": "http://schemas.openxmlformats.org/drawingml/2006/main",
    "wp": "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
    "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
    "w14": "http://schemas.microsoft.com/office/word/2010/wordml",
    "v": "urn:schemas-microsoft-com:vml",
}
_DECLARED = " ".join(f'xmlns:{prefix}="{address}"' for prefix, address in _NAMESPACES.items())
_FLAT_HEAD = '<?xml version="1.0" standalone="yes"?><?mso-application progid="Word.Document"?>'


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def paragraph(text: str, properties: str = "") -> str:
    return f"<w:p><w:pPr>{properties}</w:pPr>{run(text)}</w:p>"


def cell(content: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"


def row(*texts: str, properties: str = "") -> str:
    cells = "".join(cell(paragraph(text)) for text in texts)
    return f"<w:tr><w:trPr>{properties}</w:trPr>{cells}</w:tr>"


def xml_part(root: str, content: str) -> str:
    return f'<?xml version="1.0"?><w:{root} {_DECLARED}>{content}</w:{root}>'


def write_body(path: Path, body: str, parts: Mapping[str, str] | None = None) -> Path:
    """The document that python-docx makes, with another body and parts put in."""
    stream = io.BytesIO()
    Document().save(stream)
    changed = {"word/document.xml": xml_part("document", f"<w:body>{body}</w:body>")}
    changed |= parts or {}
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            new.writestr(name, changed.pop(name, "") or old.read(name))
        for name, content in changed.items():
            new.writestr(name, content)
    return path


def write_flat(path: Path, source: Path) -> Path:
    """A docx as one flat XML file, as Word 2007 and later save it."""
    with zipfile.ZipFile(source) as archive:
        types = dict(
            re.findall(
                r'PartName="([^"]+)" ContentType="([^"]+)"',
                archive.read("[Content_Types].xml").decode(),
            )
        )
        parts = [
            _flat_part(name, archive.read(name).decode("utf-8-sig"), types.get(f"/{name}", ""))
            for name in archive.namelist()
            if name.endswith((".xml", ".rels")) and name != "[Content_Types].xml"
        ]
    address = "http://schemas.microsoft.com/office/2006/xmlPackage"
    body = f'<pkg:package xmlns:pkg="{address}">{"".join(parts)}</pkg:package>'
    path.write_text(_FLAT_HEAD + body, encoding="utf-8")
    return path


def _flat_part(name: str, content: str, kind: str) -> str:
    kind = kind or "application/vnd.openxmlformats-package.relationships+xml"
    content = re.sub(r"<\?xml[^>]*\?>", "", content)
    return (
        f'<pkg:part pkg:name="/{name}" pkg:contentType="{kind}">'
        f"<pkg:xmlData>{content}</pkg:xmlData></pkg:part>"
    )
