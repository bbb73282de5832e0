"""Parts of an office package (docx, pptx): safe XML trees, relations and properties.

The parser expands no entity, loads no DTD and opens no address; a part that is missing is None.
"""

from __future__ import annotations

import posixpath
import zipfile
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

from lxml import etree

from worksurface_pipeline.readers.clean import one_line
from worksurface_pipeline.readers.containers import ZIP_DAMAGE
from worksurface_pipeline.readers.prolog import refuse_doctype

_RELATIONS = "{http://schemas.openxmlformats.org/package/2006/relationships}Relationship"
_DC_TITLE = "{http://purl.org/dc/elements/1.1/}title"
# Strict Open XML has names of its own for the same words.
_STRICT = {
    b"http://purl.oclc.org/ooxml/wordprocessingml/main": (
        b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"
    ),
    b"http://purl.oclc.org/ooxml/drawingml/": b"http://schemas.openxmlformats.org/drawingml/2006/",
    b"http://purl.oclc.org/ooxml/presentationml/main": (
        b"http://schemas.openxmlformats.org/presentationml/2006/main"
    ),
    b"http://purl.oclc.org/ooxml/officeDocument/relationships": (
        b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    ),
}
# What a damaged package makes zipfile, lxml and a reader of its tree raise.
DAMAGE = (
    *ZIP_DAMAGE,
    etree.LxmlError,
    SyntaxError,
    KeyError,
    ValueError,
    AttributeError,
    IndexError,
    TypeError,
)


@dataclass(frozen=True, slots=True)
class Relation:
    """Where a relation of a part leads: the last word of its type, and a part or an address."""

    kind: str
    target: str
    is_external: bool


class Package:
    """An open office package, from a path or an open file."""

    def __init__(self, source: Path | BinaryIO) -> None:
        self._archive = zipfile.ZipFile(source)
        self._names = frozenset(self._archive.namelist())

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._archive.close()

    @property
    def names(self) -> frozenset[str]:
        """Names of all parts."""
        return self._names

    def tree(self, name: str) -> Any:
        """The root element of a part, None if the package does not hold it."""
        return parse_xml(self._archive.read(name)) if name in self._names else None

    def relations(self, name: str) -> dict[str, Relation]:
        """Relations of a part by their id; targets inside the package are part names."""
        folder, base = posixpath.split(name)
        root = self.tree(posixpath.join(folder, "_rels", f"{base}.rels"))
        if root is None:
            return {}
        return {item.get("Id", ""): _relation(item, folder) for item in root.iter(_RELATIONS)}

    def main_part(self, usual: str) -> str:
        """The name of the part that the package opens with."""
        for relation in self.relations("").values():
            if relation.kind == "officeDocument" and relation.target in self._names:
                return relation.target
        return usual

    def title(self) -> str:
        """The title property, "" if there is none."""
        for relation in self.relations("").values():
            if relation.kind == "core-properties":
                root = self.tree(relation.target)
                return "" if root is None else one_line(root.findtext(_DC_TITLE) or "")
        return ""


def parse_xml(data: bytes) -> Any:
    """The root element; names of strict Open XML are read as the usual ones.

    Raises ValueError for a part that declares a document type: office formats forbid one.
    """
    if b"purl.oclc.org/ooxml" in data:
        for strict, usual in _STRICT.items():
            data = data.replace(strict, usual)
    root = etree.fromstring(data, parser=_parser())
    refuse_doctype(root)
    return root


def _parser() -> Any:
    return etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )


def _relation(item: Any, folder: str) -> Relation:
    target = item.get("Target", "")
    is_external = item.get("TargetMode") == "External"
    if not is_external:
        target = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
    return Relation(item.get("Type", "").rpartition("/")[2], target, is_external)
